import { type CommandOutcome, refusal } from "../../../result.ts";
import type { Tab } from "../../../sql/query_window/types.ts";
import * as z from "zod";
import { recordOf } from "../../../json_schemas.ts";
import { command, feature, id } from "../../feature.ts";
import type { QueryServices } from "./parts.ts";
import type { QueryWindows } from "./query_windows.ts";
import { openWritten } from "./written_file.ts";
import { failedQuery } from "./failed_query.ts";

/** Maximum characters of a tab's text, the same as for saved texts. */
const text = z.string().max(480_000);
const offset = z.number().int().min(0).max(480_000);
const tab = { server: id, tab: id };
const edits = { ...tab, result: id };
/** Index of a row of a result; negative for an added row. */
const rowNumber = z.number().int().min(-1_000_000).max(2_000_000_000);
const cell = {
  column: z.number().int().min(0).max(100_000),
  value: z.string().max(1_000_000).nullable().optional(),
};
const pick = z.union([
  z.literal("all"),
  z.strictObject({ at: offset }),
  z.strictObject({ from: offset, to: offset }),
]);
const values = recordOf(z.string().max(100_000).nullable(), 100);

/** The commands of query windows. */
export const queryWindows = feature({
  /**
   * Opens the query window of a server. In a new tab it may show an earlier statement, a text, or the first
   * rows of a table.
   */
  openQuery: command(
    {
      server: id,
      past: id.optional(),
      sql: text.optional(),
      table: z.strictObject({ schema: z.string().max(200), name: id }).optional(),
    },
    ({ server, past, table }) =>
      table
        ? `table:${server}/${table.schema}.${table.name}`
        : past === undefined
        ? `server:${server}`
        : `past:${past}`,
  ),
  /** Shows the tab that has the text, or adds a tab. `into` names a tab that takes the text if it is empty. */
  addQueryTab: command({ server: id, sql: text.optional(), into: id.optional() }),
  /** Closes a tab. `discard` also discards its unwritten changes of rows. */
  closeQueryTab: command({ ...tab, discard: z.boolean().optional() }),
  /** Restores the text of the tab that was closed last. */
  reopenQueryTab: command({ server: id }),
  renameQueryTab: command({ ...tab, title: z.string().trim().min(1).max(200) }),
  /** Saves the text that the user typed in a tab. */
  keepQueryText: command({ ...tab, text }),
  runQuery: command({
    ...tab,
    text,
    pick,
    values: values.optional(),
    explain: z.enum(["plan", "analyze"]).optional(),
  }),
  cancelQuery: command(tab),
  fetchRows: command({ ...tab, result: id, count: z.number().int().min(0).max(1_000_000_000).nullable() }),
  dropResult: command({ ...tab, result: id }),
  /** Finds out whether and how the rows of a result can be edited, and writes the answer to the state. */
  beginEdits: command(edits),
  /** Sets cells of rows. Without a value an added cell takes the server's default, and any other cell its old value. */
  editCells: command({
    ...edits,
    cells: z.array(z.strictObject({ row: rowNumber, ...cell })).min(1).max(20_000),
  }),
  /** Sets cells and adds rows as one step, completely or not at all. */
  pasteRows: command({
    ...edits,
    cells: z.array(z.strictObject({ row: rowNumber, ...cell })).max(50_000),
    rows: z.array(z.array(z.strictObject(cell)).max(5000)).max(1000),
  }),
  /** Adds an empty row, or a copy of each of the `like` rows. */
  addRows: command({ ...edits, like: z.array(rowNumber).max(1000) }),
  /** Removes rows. Rows that are marked as removed are kept instead. */
  removeRows: command({ ...edits, rows: z.array(rowNumber).min(1).max(1000) }),
  /**
   * Undoes, redoes or discards changes. `take` accepts what others changed meanwhile, so that it can be
   * overwritten.
   */
  stepEdits: command({ ...edits, how: z.enum(["undo", "redo", "discard", "take"]) }),
  /** Runs the statements that the user saw, which then wait for Commit. */
  holdEdits: command({ ...edits, seen: z.string().max(100) }),
  /**
   * Lets statements of a tab write, or stops that. `typed` is the server's name as the user typed it, needed
   * in production.
   */
  setWriting: command({ ...tab, on: z.boolean(), typed: z.string().max(500).optional() }),
  /** Opens a transaction. It holds all statements of the tab until the user commits or rolls back. */
  beginTransaction: command(tab),
  decideWrite: command({ ...tab, result: id, how: z.enum(["commit", "rollback"]) }),
  /** Answers the question before a statement that the server cannot roll back. */
  answerAsked: command({ ...tab, ask: id, how: z.enum(["run", "leave"]) }),
  exportRows: command({
    ...tab,
    format: z.enum(["csv", "jsonl", "xlsx"]),
    file: z.string().trim().min(1).max(4000),
    replace: z.boolean().optional(),
    result: id.optional(),
    text: text.optional(),
    pick: pick.optional(),
    values: values.optional(),
  }),
  /** Lets the user choose another way to a database of an account. */
  anotherWay: command({ server: id }),
  /** Shows the lines around the line in a row of logs. */
  showAround: command({ ...tab, result: id, row: z.number().int().min(0).max(2_000_000_000) }),
  cancelExport: command(tab),
  /** Opens the last written file, or its folder. */
  openExport: command({ ...tab, what: z.enum(["file", "folder"]) }),
  saveQuery: command({ server: id, title: z.string().trim().min(1).max(200), sql: text }),
  forgetQuery: command({ server: id, past: id }),
  refreshServerCatalog: command({ server: id }),
  /** Asks the assistant and returns its SQL without running it. */
  askAssistant: command({
    server: id,
    question: z.string().trim().min(1).max(4000),
    failed: failedQuery.optional(),
  }),
  cancelAsk: command({ server: id }),
}, ({ queryWindows, openPath }: {
  readonly queryWindows: QueryWindows;
  readonly openPath: QueryServices["openPath"];
}) => {
  /** Returns the handler of a command that is about one tab. `act` gets the other fields. */
  const inTab = <F extends { readonly server: string; readonly tab: string }>(
    act: (fields: Omit<F, "server" | "tab">, tab: Tab) => CommandOutcome,
  ) =>
  ({ server, tab, ...fields }: F) => queryWindows.withTab(server, tab, (tab) => act(fields, tab));
  return {
    openQuery: ({ server, ...what }) => queryWindows.open(server, what),
    addQueryTab: ({ server, sql, into }) =>
      queryWindows.with(
        server,
        (queryWindow) => sql === undefined ? queryWindow.addTab() : queryWindow.tabFor(sql, into),
      ),
    reopenQueryTab: ({ server }) => queryWindows.with(server, (queryWindow) => queryWindow.reopenTab()),
    closeQueryTab: ({ server, tab, discard }) =>
      queryWindows.with(server, (queryWindow) => queryWindow.closeTab(tab, discard)),
    renameQueryTab: ({ server, tab, title }) =>
      queryWindows.with(server, (queryWindow) => queryWindow.rename(tab, title)),
    keepQueryText: ({ server, tab, text }) =>
      queryWindows.with(server, (queryWindow) => queryWindow.keepText(tab, text)),
    async runQuery(command) {
      // The user may run the next statement right behind the decision.
      await inTab(async (_, tab) => void await tab.decided())(command);
      return await inTab<typeof command>((request, tab) => tab.run(request))(command);
    },
    cancelQuery: inTab((_, tab) => tab.cancel()),
    fetchRows: inTab(({ result, count }, tab) => tab.fetch(result, count ?? Infinity)),
    dropResult: inTab(({ result }, tab) => tab.drop(result)),
    beginEdits: inTab(({ result }, { edits }) => edits.begin(result)),
    editCells: inTab(({ result, cells }, { edits }) => edits.set(result, cells)),
    pasteRows: inTab(({ result, ...pasted }, { edits }) => edits.paste(result, pasted)),
    addRows: inTab(({ result, like }, { edits }) => edits.add(result, like)),
    removeRows: inTab(({ result, rows }, { edits }) => edits.remove(result, rows)),
    stepEdits: inTab(({ result, how }, { edits }) => edits.step(result, how)),
    holdEdits: inTab(({ result, seen }, { edits }) => edits.hold(result, seen)),
    setWriting: ({ server, tab, on, typed }) => queryWindows.setWriting(server, tab, on, typed),
    beginTransaction: inTab((_, tab) =>
      tab.state.writing
        ? tab.run({ text: "begin", pick: "all" })
        : refusal("This tab is reading.", "Switch it to Writing first.")
    ),
    decideWrite: inTab(async ({ result, how }, tab) => {
      await tab.decide(how, result);
    }),
    answerAsked: inTab(({ ask, how }, tab) => tab.answer(ask, how)),
    exportRows: inTab((request, tab) => tab.export(request)),
    anotherWay: ({ server }) => queryWindows.anotherWay(server),
    showAround: ({ server, tab, result, row }) => queryWindows.showAround(server, tab, result, row),
    cancelExport: inTab((_, tab) => tab.cancelExport()),
    openExport: inTab(({ what }, tab) => openWritten(tab.state.export, what, openPath)),
    saveQuery: ({ server, title, sql }) =>
      queryWindows.with(server, (queryWindow) => queryWindow.save(title, sql)),
    forgetQuery: ({ server, past }) => queryWindows.with(server, (queryWindow) => queryWindow.forget(past)),
    askAssistant: ({ server, question, failed }) => queryWindows.asking.ask(server, question, failed),
    cancelAsk: ({ server }) => queryWindows.asking.cancel(server),
    refreshServerCatalog: ({ server }) => queryWindows.refreshServerCatalog(server),
  };
});

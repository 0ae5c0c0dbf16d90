import { z } from "zod";
import { recordOf } from "../../../json_schemas.ts";
import { command, feature, id } from "../../feature.ts";
import type { QueryServices } from "./parts.ts";
import type { QueryWindows } from "./query_windows_interface.ts";
import { openWritten } from "./written_file.ts";
import { failedQuery } from "./failed_query.ts";

/** Characters of a tab's text; the same as is kept. */
const text = z.string().max(480_000);
const offset = z.number().int().min(0).max(480_000);
const tab = { server: id, tab: id };
const edits = { ...tab, result: id };
/** A row of a result; below 0 one that is added. */
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

/** Query windows: what is run in their tabs, and what becomes of it. */
export const queryWindows = feature({
  /** Opens the query window of a server; with a statement of before, a text, or the first rows of a table in a new tab. */
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
  /** With a text the tab that has it already, else a new one; while it is empty, `into` takes the text instead. */
  addQueryTab: command({ server: id, sql: text.optional(), into: id.optional() }),
  /** `discard`: changes of its rows that are not written are lost with it. */
  closeQueryTab: command({ ...tab, discard: z.boolean().optional() }),
  /** Restores the text of the tab that was closed last. */
  reopenQueryTab: command({ server: id }),
  renameQueryTab: command({ ...tab, title: z.string().trim().min(1).max(200) }),
  /** What the user has typed; kept across everything. */
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
  /** Finds out whether and how the rows of a result can be edited; its state tells. */
  beginEdits: command(edits),
  /** Sets cells of rows; without a value a cell takes the server's default, or what was there. */
  editCells: command({
    ...edits,
    cells: z.array(z.strictObject({ row: rowNumber, ...cell })).min(1).max(20_000),
  }),
  /** Sets cells and adds rows as one step; all of it, or nothing. */
  pasteRows: command({
    ...edits,
    cells: z.array(z.strictObject({ row: rowNumber, ...cell })).max(50_000),
    rows: z.array(z.array(z.strictObject(cell)).max(5000)).max(1000),
  }),
  /** Adds a row, or one like each of those. */
  addRows: command({ ...edits, like: z.array(rowNumber).max(1000) }),
  /** Removes rows; those that are removed already stay after all. */
  removeRows: command({ ...edits, rows: z.array(rowNumber).min(1).max(1000) }),
  /** `take`: shows what others have changed meanwhile, to write over it. */
  stepEdits: command({ ...edits, how: z.enum(["undo", "redo", "discard", "take"]) }),
  /** Runs the statements that were seen, which then wait for Commit. */
  holdEdits: command({ ...edits, seen: z.string().max(100) }),
  /** Lets statements of a tab write, or not; `typed` is the server's name, where it is asked for. */
  setWriting: command({ ...tab, on: z.boolean(), typed: z.string().max(500).optional() }),
  /** Opens a transaction that holds what is run in the tab until somebody decides over all of it. */
  beginTransaction: command(tab),
  decideWrite: command({ ...tab, result: id, how: z.enum(["commit", "rollback"]) }),
  /** Answers the question before a statement that cannot be held back. */
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
  /** Offers the ways that lead to a database of an account. */
  anotherWay: command({ server: id }),
  /** Shows what stands around the line of a row of logs. */
  showAround: command({ ...tab, result: id, row: z.number().int().min(0).max(2_000_000_000) }),
  cancelExport: command(tab),
  /** Opens the file that was written last, or the folder that it is in. */
  openExport: command({ ...tab, what: z.enum(["file", "folder"]) }),
  saveQuery: command({ server: id, title: z.string().trim().min(1).max(200), sql: text }),
  forgetQuery: command({ server: id, past: id }),
  refreshCatalog: command({ server: id }),
  /** Asks the assistant; its SQL comes back and is not run. */
  askAssistant: command({
    server: id,
    question: z.string().trim().min(1).max(4000),
    failed: failedQuery.optional(),
  }),
  cancelAsk: command({ server: id }),
}, ({ queryWindows, openPath }: {
  readonly queryWindows: QueryWindows;
  readonly openPath: QueryServices["openPath"];
}) => ({
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
  runQuery: ({ server, tab, ...request }) => queryWindows.withTab(server, tab, (tab) => tab.run(request)),
  cancelQuery: ({ server, tab }) => queryWindows.withTab(server, tab, (tab) => tab.cancel()),
  fetchRows: ({ server, tab, result, count }) =>
    queryWindows.withTab(server, tab, (tab) => tab.fetch(result, count ?? Infinity)),
  dropResult: ({ server, tab, result }) => queryWindows.withTab(server, tab, (tab) => tab.drop(result)),
  beginEdits: ({ server, tab, result }) =>
    queryWindows.withTab(server, tab, ({ edits }) => edits.begin(result)),
  editCells: ({ server, tab, result, cells }) =>
    queryWindows.withTab(server, tab, ({ edits }) => edits.set(result, cells)),
  pasteRows: ({ server, tab, result, ...pasted }) =>
    queryWindows.withTab(server, tab, ({ edits }) => edits.paste(result, pasted)),
  addRows: ({ server, tab, result, like }) =>
    queryWindows.withTab(server, tab, ({ edits }) => edits.add(result, like)),
  removeRows: ({ server, tab, result, rows }) =>
    queryWindows.withTab(server, tab, ({ edits }) => edits.remove(result, rows)),
  stepEdits: ({ server, tab, result, how }) =>
    queryWindows.withTab(server, tab, ({ edits }) => edits.step(result, how)),
  holdEdits: ({ server, tab, result, seen }) =>
    queryWindows.withTab(server, tab, ({ edits }) => edits.hold(result, seen)),
  setWriting: ({ server, tab, on, typed }) => queryWindows.setWriting(server, tab, on, typed),
  beginTransaction: ({ server, tab }) =>
    queryWindows.withTab(
      server,
      tab,
      (tab) =>
        tab.state.writing
          ? tab.run({ text: "begin", pick: "all" })
          : { ok: false, error: "This tab is reading.", hint: "Switch it to Writing first." },
    ),
  decideWrite: ({ server, tab, result, how }) =>
    queryWindows.withTab(server, tab, async (tab) => {
      await tab.decide(how, result);
    }),
  answerAsked: ({ server, tab, ask, how }) =>
    queryWindows.withTab(server, tab, (tab) => tab.answer(ask, how)),
  exportRows: ({ server, tab, ...request }) =>
    queryWindows.withTab(server, tab, (tab) => tab.export(request)),
  anotherWay: ({ server }) => queryWindows.anotherWay(server),
  showAround: ({ server, tab, result, row }) => queryWindows.showAround(server, tab, result, row),
  cancelExport: ({ server, tab }) => queryWindows.withTab(server, tab, (tab) => tab.cancelExport()),
  openExport: ({ server, tab, what }) =>
    queryWindows.withTab(server, tab, (tab) => openWritten(tab.state.export, what, openPath)),
  saveQuery: ({ server, title, sql }) =>
    queryWindows.with(server, (queryWindow) => queryWindow.save(title, sql)),
  forgetQuery: ({ server, past }) => queryWindows.with(server, (queryWindow) => queryWindow.forget(past)),
  askAssistant: ({ server, question, failed }) => queryWindows.asking.ask(server, question, failed),
  cancelAsk: ({ server }) => queryWindows.asking.cancel(server),
  refreshCatalog: ({ server }) => queryWindows.refreshCatalog(server),
}));

import * as z from "zod";
import { failedQuery } from "../../core/app/features/query_windows/failed_query.ts";
import { pastRows } from "../../core/find/past.ts";
import type { AppState, WindowState } from "../../core/state/state.ts";
import { servers } from "../../core/state/selectors.ts";
import { search } from "../lists.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";

const id = z.string().min(1).max(200);
const name = z.string().max(1000);

/** Returns the name of the server that a query window is for. */
const serverOf = ({ params }: WindowState) => params.server ?? "";

/** Query: the saved text of a tab. */
const text = defineQuery({
  params: z.strictObject({ tab: id }),
  most: 1,
  rows: ({ tab }, { queryWindows, window }) => queryWindows.text(serverOf(window), tab),
});

/** Query: rows of a result that have been fetched, optionally filtered and sorted. */
const rows = defineQuery({
  params: z.strictObject({
    tab: id,
    result: id,
    sort: z.strictObject({ column: z.number().int().min(0).max(100_000), descending: z.boolean() })
      .nullable(),
    filter: z.string().max(1000),
  }),
  most: 5000,
  rows: ({ tab, result, sort, filter }, { queryWindows, window }) =>
    queryWindows.rows(serverOf(window), tab, result, { sort, filter }),
});

/** Query: the columns of a result. */
export const columns = defineQuery({
  params: z.strictObject({ tab: id, result: id }),
  most: 100_000,
  rows: ({ tab, result }, { queryWindows, window }) => queryWindows.columns(serverOf(window), tab, result),
});

/** Query: the whole value of one cell. */
const cell = defineQuery({
  params: z.strictObject({
    tab: id,
    result: id,
    /** Index of the row; negative for a row that was added. */
    row: z.number().int().min(-1_000_000).max(2_000_000_000),
    column: z.number().int().min(0).max(100_000),
  }),
  most: 1,
  rows: ({ tab, result, row, column }, { queryWindows, window }) =>
    queryWindows.cell(serverOf(window), tab, result, row, column),
});

/** Query: the statements that write the changes of a result. */
const edits = defineQuery({
  params: z.strictObject({ tab: id, result: id }),
  most: 1,
  rows: ({ tab, result }, { queryWindows, window }) => queryWindows.edits(serverOf(window), tab, result),
});

/** Query: the saved queries and the history of this server that match the typed text. */
export const past = defineQuery({
  params: z.strictObject({ search }),
  most: 500,
  rows: ({ search }, { store, window }) => pastRows(store, serverOf(window), search),
});

/** Query: the whole text of a saved query or of a query in the history. */
const sql = defineQuery({
  params: z.strictObject({ past: id }),
  most: 1,
  rows: ({ past }, { queryWindows, window }) => queryWindows.sql(serverOf(window), past),
});

/** Query: the objects on the server, as a tree or by the typed text. */
export const catalog = defineQuery({
  params: z.strictObject({ search, toggled: z.array(name).max(500) }),
  most: 5000,
  rows: ({ search, toggled }, { queryWindows, window }) =>
    queryWindows.catalog(serverOf(window), search, toggled),
});

/** Query: the names that complete a typed prefix. */
const complete = defineQuery({
  params: z.strictObject({ schema: name, table: name, prefix: name }),
  most: 200,
  rows: ({ schema, table, prefix }, { queryWindows, window }) =>
    queryWindows.complete(serverOf(window), schema, table, prefix),
});

/** Query: the keys that join the last of some tables with the others. */
const joins = defineQuery({
  params: z.strictObject({ tables: z.array(z.strictObject({ schema: name, name })).max(8) }),
  most: 50,
  rows: ({ tables }, { queryWindows, window }) => queryWindows.joins(serverOf(window), tables),
});

/** Query: the statement that creates a table, view or routine. */
const definition = defineQuery({
  params: z.strictObject({
    schema: name,
    name,
    kind: z.string().max(100),
    parameters: z.string().max(10_000).optional(),
  }),
  most: 1,
  rows: ({ schema, name, kind, parameters }, { queryWindows, window }) =>
    queryWindows.definition(serverOf(window), schema, name, kind, parameters),
});

/** Query: what would be sent to the assistant for a question. */
const askPreview = defineQuery({
  params: z.strictObject({ question: z.string().max(4000), failed: failedQuery.optional() }),
  most: 1,
  rows: ({ question, failed }, { queryWindows, window }) =>
    queryWindows.askPreview(serverOf(window), question, failed),
});

/** Query: a path, without its suffix, at which no file exists, for the export of a result. */
const exportFile = defineQuery({
  params: z.strictObject({ table: name }),
  most: 1,
  rows: ({ table }, { queryWindows, window }) => queryWindows.exportFile(serverOf(window), table),
});

/** A shared empty list, because a part of the model must stay the same object while its content does. */
const NONE: readonly string[] = [];

function hidingOf({ config }: AppState, server: string): readonly string[] | null {
  const entry = config.value.servers.find(({ name }) => name === server);
  // On these servers the columns that a statement needs cannot be determined, so
  // every statement of an agent would be refused.
  if (!entry || entry.https || entry.engine === "redshift" || entry.engine === "athena") return null;
  return entry.agents?.hidden ?? NONE;
}

const isOwn = (command: { readonly server: string }, window: WindowState) =>
  command.server === serverOf(window);

/** The page of a server's query window. */
export const queryPage = definePage({
  title: "Query",
  titleOf: (state, { server }) => {
    const { found, env } = state.queryWindows.find((one) => one.server === server) ?? {};
    const label = env ?? servers(state).find(({ name }) => name === server)?.env;
    return server &&
      [found?.name ?? server, found?.account, label, found?.region, "Query"].filter(Boolean).join(" · ");
  },
  width: 1040,
  height: 720,
  single: false,
  model: () => (state: AppState, window) => ({
    queryWindow: state.queryWindows.find(({ server }) => server === serverOf(window)) ?? null,
    /** Number of rows fetched at a time. */
    page: state.config.value.perPage,
    known: state.config.value.servers.some(({ name }) => name === serverOf(window)),
    /** Patterns of the columns hidden from agents; null where none can be chosen. */
    hidden: hidingOf(state, serverOf(window)),
    /** Whether questions in plain language are turned on. */
    ai: state.config.value.aiEnabled,
  }),
  queries: {
    text,
    rows,
    columns,
    cell,
    edits,
    past,
    sql,
    catalog,
    complete,
    joins,
    definition,
    askPreview,
    exportFile,
  },
  commands: {
    openQuery: isOwn,
    /** Opens the form of the window's server. */
    openWindow: ({ page, params }, window) => page === "server" && params?.server === serverOf(window),
    addQueryTab: isOwn,
    closeQueryTab: isOwn,
    reopenQueryTab: isOwn,
    renameQueryTab: isOwn,
    keepQueryText: isOwn,
    runQuery: isOwn,
    cancelQuery: isOwn,
    fetchRows: isOwn,
    dropResult: isOwn,
    beginEdits: isOwn,
    editCells: isOwn,
    pasteRows: isOwn,
    addRows: isOwn,
    removeRows: isOwn,
    stepEdits: isOwn,
    holdEdits: isOwn,
    setWriting: isOwn,
    decideWrite: isOwn,
    beginTransaction: isOwn,
    answerAsked: isOwn,
    exportRows: isOwn,
    showAround: isOwn,
    anotherWay: isOwn,
    cancelExport: isOwn,
    openExport: isOwn,
    saveQuery: isOwn,
    forgetQuery: isOwn,
    refreshServerCatalog: isOwn,
    askAssistant: (command, window, state) => isOwn(command, window) && state.config.value.aiEnabled,
    cancelAsk: isOwn,
    hideColumn: isOwn,
  },
});

/** The model of the query page. */
export type QueryModel = ModelOf<typeof queryPage>;

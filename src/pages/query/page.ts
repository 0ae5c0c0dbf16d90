import { z } from "zod";
import { failedQuery } from "../../core/app/features/query_windows/failed_query.ts";
import { pastRows } from "../../core/find/past.ts";
import type { AppState, WindowState } from "../../core/state/state.ts";
import { servers } from "../../core/state/selectors.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";

const id = z.string().min(1).max(200);
const name = z.string().max(1000);

/** A server whose window this is. */
const serverOf = ({ params }: WindowState) => params.server ?? "";

/** The text of a tab, as it was saved. */
const text = defineQuery({
  params: z.strictObject({ tab: id }),
  most: 1,
  rows: ({ tab }, { queryWindows, window }) => queryWindows.text(serverOf(window), tab),
});

/** Rows of a result that have been fetched, perhaps filtered and in another order. */
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

/** The columns of a result. */
export const columns = defineQuery({
  params: z.strictObject({ tab: id, result: id }),
  most: 100_000,
  rows: ({ tab, result }, { queryWindows, window }) => queryWindows.columns(serverOf(window), tab, result),
});

/** One cell, whole. */
const cell = defineQuery({
  params: z.strictObject({
    tab: id,
    result: id,
    /** Below 0 is one that is added. */
    row: z.number().int().min(-1_000_000).max(2_000_000_000),
    column: z.number().int().min(0).max(100_000),
  }),
  most: 1,
  rows: ({ tab, result, row, column }, { queryWindows, window }) =>
    queryWindows.cell(serverOf(window), tab, result, row, column),
});

/** The statements that write the changes of a result. */
const edits = defineQuery({
  params: z.strictObject({ tab: id, result: id }),
  most: 1,
  rows: ({ tab, result }, { queryWindows, window }) => queryWindows.edits(serverOf(window), tab, result),
});

/** What was saved and run on this server, found by typing. */
export const past = defineQuery({
  params: z.strictObject({ search: z.string().max(200) }),
  most: 500,
  rows: ({ search }, { store, window }) => pastRows(store, serverOf(window), search),
});

/** The whole text of one of these. */
const sql = defineQuery({
  params: z.strictObject({ past: id }),
  most: 1,
  rows: ({ past }, { queryWindows, window }) => queryWindows.sql(serverOf(window), past),
});

/** What the server holds, as a tree or found by typing. */
export const catalog = defineQuery({
  params: z.strictObject({ search: z.string().max(200), toggled: z.array(name).max(500) }),
  most: 5000,
  rows: ({ search, toggled }, { queryWindows, window }) =>
    queryWindows.catalog(serverOf(window), search, toggled),
});

/** What may stand where a name is being typed. */
const complete = defineQuery({
  params: z.strictObject({ schema: name, table: name, prefix: name }),
  most: 200,
  rows: ({ schema, table, prefix }, { queryWindows, window }) =>
    queryWindows.complete(serverOf(window), schema, table, prefix),
});

/** The keys that join the last of some tables with the others. */
const joins = defineQuery({
  params: z.strictObject({ tables: z.array(z.strictObject({ schema: name, name })).max(8) }),
  most: 50,
  rows: ({ tables }, { queryWindows, window }) => queryWindows.joins(serverOf(window), tables),
});

/** The text that makes a table, view or routine. */
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

/** What would be sent to the assistant for a question. */
const askPreview = defineQuery({
  params: z.strictObject({ question: z.string().max(4000), failed: failedQuery.optional() }),
  most: 1,
  rows: ({ question, failed }, { queryWindows, window }) =>
    queryWindows.askPreview(serverOf(window), question, failed),
});

/** Where a result may go: a path without its end that no file has yet. */
const exportFile = defineQuery({
  params: z.strictObject({ table: name }),
  most: 1,
  rows: ({ table }, { queryWindows, window }) => queryWindows.exportFile(serverOf(window), table),
});

/** One list for all: a part of the model stays the same while what it shows does. */
const NONE: readonly string[] = [];

function hidingOf({ config }: AppState, server: string): readonly string[] | null {
  const entry = config.value.servers.find(({ name }) => name === server);
  // For these servers nothing tells which columns a statement needs, so an agent would be refused always.
  if (!entry || entry.https || entry.engine === "redshift" || entry.engine === "athena") return null;
  return entry.agents?.hidden ?? NONE;
}

const isOwn = (command: { readonly server: string }, window: WindowState) =>
  command.server === serverOf(window);

/** A server's query window. */
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
  resizable: true,
  frame: true,
  model: () => (state: AppState, window) => ({
    queryWindow: state.queryWindows.find(({ server }) => server === serverOf(window)) ?? null,
    /** Rows that are fetched at a time. */
    page: state.config.value.perPage,
    known: state.config.value.servers.some(({ name }) => name === serverOf(window)),
    /** The columns that agents do not see, as patterns; null: none can be chosen here. */
    hidden: hidingOf(state, serverOf(window)),
    /** Questions in plain language are switched on. */
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
    /** Its server's form. */
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
    refreshCatalog: isOwn,
    askAssistant: (command, window, state) => isOwn(command, window) && state.config.value.aiEnabled,
    cancelAsk: isOwn,
    hideColumn: isOwn,
  },
});

/** The model of a query window. */
export type QueryModel = ModelOf<typeof queryPage>;

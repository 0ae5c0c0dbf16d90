import { fixedRows, type RowSource } from "../../../resources/rows.ts";
import type { Asking } from "./asking.ts";
import type { FailedQuery } from "./failed_query.ts";
import type {
  CatalogRow,
  EditText,
  JoinKey,
  QueryWindow,
  ResultRow,
  ServerCatalog,
  TablePath,
  View,
} from "../../../sql/query_window/types.ts";

/** Lists of query windows; null when the window, tab or result does not exist. */
export interface QueryLists {
  text(server: string, tab: string): RowSource<string> | null;
  rows(server: string, tab: string, result: string, view: View): RowSource<ResultRow> | null;
  columns(server: string, tab: string, result: string): RowSource<QueryColumn> | null;
  cell(
    server: string,
    tab: string,
    result: string,
    row: number,
    column: number,
  ): RowSource<string | null> | null;
  /** Lists the statements that write the changes of a result. */
  edits(server: string, tab: string, result: string): RowSource<EditText> | null;
  sql(server: string, past: string): RowSource<string> | null;
  catalog(server: string, search: string, open: readonly string[]): RowSource<CatalogRow> | null;
  complete(server: string, schema: string, table: string, prefix: string): RowSource<CatalogRow> | null;
  joins(server: string, tables: readonly TablePath[]): RowSource<JoinKey> | null;
  definition(
    server: string,
    schema: string,
    name: string,
    kind: string,
    parameters?: string,
  ): RowSource<string> | null;
  exportFile(server: string, table: string): RowSource<string> | null;
  askPreview(server: string, question: string, failed?: FailedQuery): RowSource<string> | null;
}

/** A column of a result for pages. */
interface QueryColumn {
  readonly name: string;
  readonly type: string;
  readonly kind: string;
}

/** Makes the lists of the open windows. */
export function queryLists(
  queryWindow: (server: string) => QueryWindow | undefined,
  catalog: (server: string) => ServerCatalog | undefined,
  asking: Pick<Asking, "preview">,
  freeFile: (server: string, table: string) => Promise<string>,
): QueryLists {
  const tabOf = (server: string, tab: string) => queryWindow(server)?.tab(tab);
  return {
    text(server, tab) {
      const text = queryWindow(server)?.text(tab);
      return text === undefined ? null : fixedRows([text]);
    },
    rows: (server, tab, result, view) => tabOf(server, tab)?.rows(result, view) ?? null,
    columns(server, tab, result) {
      const columns = tabOf(server, tab)?.columns(result);
      return columns ? fixedRows(columns.map(({ name, type, kind }) => ({ name, type, kind }))) : null;
    },
    cell(server, tab, result, row, column) {
      const found = tabOf(server, tab);
      if (!found) return null;
      return {
        async read(from) {
          const cell = from === 0 ? await found.cell(result, row, column) : undefined;
          return { ok: true, rows: cell === undefined ? [] : [cell], total: cell === undefined ? 0 : 1 };
        },
        subscribe: () => () => {},
      };
    },
    edits: (server, tab, result) => tabOf(server, tab)?.edits.statements(result) ?? null,
    sql(server, past) {
      const sql = queryWindow(server)?.sqlOf(past);
      return sql === undefined ? null : fixedRows([sql]);
    },
    catalog: (server, search, open) => catalog(server)?.rows(search, open) ?? null,
    complete: (server, schema, table, prefix) => catalog(server)?.complete(schema, table, prefix) ?? null,
    joins: (server, tables) => catalog(server)?.joins(tables) ?? null,
    askPreview: (server, question, failed) =>
      queryWindow(server) ? asking.preview(server, question, failed) : null,
    exportFile: (server, table) =>
      queryWindow(server)
        ? {
          read: async () => ({ ok: true, rows: [await freeFile(server, table)], total: 1 }),
          subscribe: () => () => {},
        }
        : null,
    definition: (server, schema, name, kind, parameters) =>
      catalog(server)?.definition(schema, name, kind, parameters) ?? null,
  };
}

import { askedRows, fixedRows } from "../../../resources/rows.ts";
import type { Asking } from "./asking.ts";
import type { Catalogs } from "./catalogs.ts";
import type { FailedQuery } from "./failed_query.ts";
import type { QueryWindow, TablePath, View } from "../../../sql/query_window/types.ts";

/** Lists of query windows; null when the window, tab or result does not exist. */
export type QueryLists = ReturnType<typeof queryLists>;

/** Makes the lists of the open windows. */
export function queryLists(
  queryWindow: (server: string) => QueryWindow | undefined,
  catalog: Catalogs["list"],
  asking: Pick<Asking, "preview">,
  freeFile: (server: string, table: string) => Promise<string>,
) {
  const tabOf = (server: string, tab: string) => queryWindow(server)?.tab(tab);
  return {
    text(server: string, tab: string) {
      const text = queryWindow(server)?.text(tab);
      return text === undefined ? null : fixedRows([text]);
    },
    rows: (server: string, tab: string, result: string, view: View) =>
      tabOf(server, tab)?.rows(result, view) ?? null,
    columns(server: string, tab: string, result: string) {
      const columns = tabOf(server, tab)?.columns(result);
      return columns ? fixedRows(columns.map(({ name, type, kind }) => ({ name, type, kind }))) : null;
    },
    cell(server: string, tab: string, result: string, row: number, column: number) {
      const found = tabOf(server, tab);
      if (!found) return null;
      return askedRows(async () => {
        const cell = await found.cell(result, row, column);
        return cell === undefined ? [] : [cell];
      });
    },
    /** Lists the statements that write the changes of a result. */
    edits: (server: string, tab: string, result: string) =>
      tabOf(server, tab)?.edits.statements(result) ?? null,
    sql(server: string, past: string) {
      const sql = queryWindow(server)?.sqlOf(past);
      return sql === undefined ? null : fixedRows([sql]);
    },
    catalog: (server: string, search: string, open: readonly string[]) =>
      catalog(server, (one) => one.rows(search, open)),
    complete: (server: string, schema: string, table: string, prefix: string) =>
      catalog(server, (one) => one.complete(schema, table, prefix)),
    joins: (server: string, tables: readonly TablePath[]) => catalog(server, (one) => one.joins(tables)),
    askPreview: (server: string, question: string, failed?: FailedQuery) =>
      queryWindow(server) ? asking.preview(server, question, failed) : null,
    exportFile: (server: string, table: string) =>
      queryWindow(server) ? askedRows(async () => [await freeFile(server, table)]) : null,
    definition: (server: string, schema: string, name: string, kind: string, parameters?: string) =>
      catalog(server, (one) => one.definition(schema, name, kind, parameters)),
  };
}

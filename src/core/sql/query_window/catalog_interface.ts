import type { PromptTable } from "../../assistant/prompt.ts";
import type { RowSource } from "../../resources/rows.ts";
import type { TablePath } from "../catalog/mod.ts";
import type { CatalogRow } from "./catalog_row.ts";
import type { Failed } from "./definition.ts";
import type { JoinKey } from "./joins.ts";

/** What a server holds, read over a connection of its own and kept until it is refreshed. */
export interface ServerCatalog {
  /** The tree; `toggled` are the ids that are not as they are at first. With a search the tables that fit. */
  rows(search: string, toggled: readonly string[]): RowSource<CatalogRow>;
  /** What may stand where a name begins with `prefix`: columns of a table, else schemas, tables and routines. */
  complete(schema: string, table: string, prefix: string): RowSource<CatalogRow>;
  /** The foreign keys that join the last of some tables with the others, as a statement names them. */
  joins(tables: readonly TablePath[]): RowSource<JoinKey>;
  /** The text that makes a table, view or routine. */
  definition(schema: string, name: string, kind: string, parameters?: string): RowSource<string>;
  /** The part that a question in plain language may be about. */
  promptTables(question: string): Promise<readonly PromptTable[] | Failed>;
  refresh(): void;
  close(): Promise<void>;
}

import type { PromptTable } from "../../assistant/prompt.ts";
import type { RowSource } from "../../resources/rows.ts";
import type { TablePath } from "../catalog/mod.ts";
import type { CatalogRow } from "./catalog_row.ts";
import type { JoinKey } from "./joins.ts";
import type { Failed } from "./lists.ts";

/** The schemas, tables and routines of a server, read over a connection of its own and kept until `refresh`. */
export interface ServerCatalog {
  /**
   * Rows of the tree, or with a search the tables and routines that match. `toggled` has the ids of the rows
   * that are open although they are closed at first, and the other way round.
   */
  rows(search: string, toggled: readonly string[]): RowSource<CatalogRow>;
  /** Names that begin with `prefix`: columns of a given table, else schemas, tables and routines. */
  complete(schema: string, table: string, prefix: string): RowSource<CatalogRow>;
  /** The foreign keys that join the last of some tables with the others. Tables are named as in a statement. */
  joins(tables: readonly TablePath[]): RowSource<JoinKey>;
  /** The SQL that creates a table, view or routine. */
  definition(schema: string, name: string, kind: string, parameters?: string): RowSource<string>;
  /** The tables that a question in plain language may be about. */
  promptTables(question: string): Promise<readonly PromptTable[] | Failed>;
  /** Forgets what was read. With `anew` also ends what is being asked, which may wait on a lost connection. */
  refresh(anew?: boolean): void;
  close(): Promise<void>;
}

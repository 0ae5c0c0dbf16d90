import type { RowSource } from "../../resources/rows.ts";
import type { TabState } from "../../state/query_window.ts";
import type { Column } from "../driver/mod.ts";
import type { WriteEnd } from "../session/mod.ts";
import type { ResultRow } from "../spill/mod.ts";
import type { TabEdits } from "./edits.ts";
import type { ExportRequest } from "./export.ts";
import type { TabRequest } from "./request.ts";
import type { QueryResult } from "./result.ts";
import type { View } from "./view.ts";

/** SQL that a server refused. */
export interface RefusedSql {
  readonly sql: string;
  readonly message: string;
  readonly code?: string;
}

/** One tab of a query window: a connection, what runs on it, and the results. */
export interface Tab {
  readonly state: TabState;
  run(request: TabRequest): QueryResult;
  /** Frees the tab at once and ends the statement on the server. */
  cancel(): void;
  /** Fetches rows of a result up to this many. */
  fetch(result: string, count: number): QueryResult;
  rows(result: string, view: View): RowSource<ResultRow> | null;
  columns(result: string): readonly Column[] | null;
  /** One cell, whole. */
  cell(result: string, row: number, column: number): Promise<string | null | undefined>;
  /** The statement of a result; null where it is not kept. */
  statement(result: string): string | null;
  /** The statement of a result that failed, and what the server said. */
  refused(result: string): RefusedSql | null;
  /** Not where its rows have changes that are not written. */
  drop(result: string): QueryResult;
  readonly edits: TabEdits;
  /** Lets statements write or not; with `always` also while a transaction is open, which then takes no more writes. */
  write(on: boolean, always?: boolean): QueryResult;
  /** Runs the statement that the question is about and those behind it, or leaves it; nothing when another is asked, or none. */
  answer(ask: string, how: "run" | "leave"): QueryResult;
  /** Asks no more. */
  dropQuestion(): void;
  /** Decides on the write of that result, or the transaction as it was seen; nothing happens when it waits no more, whatever waits now. */
  decide(how: "commit" | "rollback", result: string): Promise<WriteEnd | null>;
  export(request: ExportRequest): Promise<QueryResult>;
  cancelExport(): void;
  setTitle(title: string): void;
  close(): Promise<void>;
}

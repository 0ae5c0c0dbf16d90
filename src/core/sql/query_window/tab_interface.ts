import type { Server } from "../../config/config.ts";
import type { RowSource } from "../../resources/rows.ts";
import type { TabState } from "../../state/query_window.ts";
import type { Column } from "../driver/mod.ts";
import type { AskLogin } from "../login/mod.ts";
import type { WriteEnd } from "../session/mod.ts";
import type { ResultRow, SpillFolder } from "../spill/mod.ts";
import type { TabEdits } from "./edits.ts";
import type { ExportRequest } from "./export.ts";
import type { TabRequest } from "./request.ts";
import type { CommandResult } from "../../result.ts";
import type { View } from "./view.ts";

/** A statement that a server refused. */
export interface RefusedSql {
  readonly sql: string;
  readonly message: string;
  readonly code?: string;
}

/** One tab of a query window: a connection, what runs on it, and the results. */
export interface Tab {
  readonly state: TabState;
  run(request: TabRequest): CommandResult;
  /** Frees the tab at once and ends the statement on the server. */
  cancel(): void;
  /** Fetches rows of a result until there are this many. */
  fetch(result: string, count: number): CommandResult;
  rows(result: string, view: View): RowSource<ResultRow> | null;
  columns(result: string): readonly Column[] | null;
  /** Returns the complete text of a cell; undefined when the result is no longer there. */
  cell(result: string, row: number, column: number): Promise<string | null | undefined>;
  /** The statement of a result; null when the result is no longer open. */
  statement(result: string): string | null;
  /** The statement of a failed result with the server's error; null for any other result. */
  refused(result: string): RefusedSql | null;
  /** Removes a result. Refused while its rows have unwritten changes. */
  drop(result: string): CommandResult;
  readonly edits: TabEdits;
  /**
   * Sets whether statements may write. `always` allows this while a transaction is open, which then takes no
   * more writes.
   */
  write(on: boolean, always?: boolean): CommandResult;
  /**
   * Answers a question: runs its statement and those after it, or leaves them. Nothing happens when that
   * question is no longer asked.
   */
  answer(ask: string, how: "run" | "leave"): CommandResult;
  /** Withdraws the open question. */
  dropQuestion(): void;
  /**
   * Decides on the held write of a result, or on the transaction as it was seen. Returns null when that one
   * no longer waits, whatever waits now.
   */
  decide(how: "commit" | "rollback", result: string): Promise<WriteEnd | null>;
  /** Resolves when no decision is under way. */
  decided(): Promise<unknown>;
  export(request: ExportRequest): Promise<CommandResult>;
  cancelExport(): void;
  setTitle(title: string): void;
  close(): Promise<void>;
}

/** Dependencies of a tab. */
export interface TabParts {
  /** Returns the server as it is configured now. */
  readonly server: () => Server;
  readonly login: AskLogin<Server>;
  /** Returns the folder for the rows of results. */
  readonly spillFolder: () => Promise<SpillFolder>;
  /** Returns the number of rows fetched at a time. */
  readonly page: () => number;
  readonly now: () => number;
  readonly changed: () => void;
  /** Called when a statement has run to its end. The returned function is called when that was rolled back. */
  readonly ran: (sql: string) => () => void;
  /** Called when Kedge itself failed at a statement; the error contains nothing of the statement's text. */
  readonly onError: (error: unknown) => void;
  /** Time in ms that rows wait until they are wanted; absent: the usual time. */
  readonly patience?: number;
}

import type { QueryWindow, Tab } from "../../../sql/query_window/types.ts";
import type { FoundServer } from "../../../sql/found.ts";
import type { CommandOutcome, CommandResult } from "../../../result.ts";
import type { Asking } from "./asking.ts";
import type { QueryLists } from "./lists.ts";
import type { OpenedAt } from "./opened_at.ts";

/** The query windows of all servers. */
export interface QueryWindows {
  open(server: string, what: OpenedAt): Promise<CommandResult>;
  /** Opens the window of a server that is not in the configuration. */
  openFound(found: FoundServer): Promise<CommandResult>;
  with(server: string, act: (queryWindow: QueryWindow) => CommandOutcome): Promise<CommandResult>;
  withTab(server: string, tab: string, act: (tab: Tab) => CommandOutcome): Promise<CommandResult>;
  /** Lets the user choose another way to a database of an account. */
  anotherWay(server: string): Promise<CommandResult>;
  /** Shows the lines around a line that a query of logs returned. */
  showAround(server: string, tab: string, result: string, row: number): Promise<CommandResult>;
  setWriting(server: string, tab: string, on: boolean, typed: string | undefined): Promise<CommandResult>;
  refreshCatalog(server: string): Promise<CommandResult>;
  /** Restores the statements that were saved and run on the configured servers. */
  restorePast(): Promise<void>;
  /** Asks about everything undecided before Kedge ends. Returns false when the user keeps changes of rows. */
  decided(): Promise<boolean>;
  /** Tells that the window of a server was closed. */
  closed(server: string): Promise<void>;
  close(): Promise<void>;
  /** Questions in plain language. */
  readonly asking: Asking;
  /** Lists and texts that a window shows beside the state. */
  readonly lists: QueryLists;
}

import type { QueryWindow, Tab } from "../../../sql/query_window/types.ts";
import type { FoundServer } from "../../../sql/found.ts";
import type { CommandOutcome, CommandResult } from "../../result.ts";
import type { Asking } from "./asking.ts";
import type { QueryLists } from "./lists.ts";
import type { OpenedAt } from "./opened_at.ts";

/** The query windows. */
export interface QueryWindows {
  open(server: string, what: OpenedAt): Promise<CommandResult>;
  /** Opens the window of a server that the configuration does not name. */
  openFound(found: FoundServer): Promise<CommandResult>;
  with(server: string, act: (queryWindow: QueryWindow) => CommandOutcome): Promise<CommandResult>;
  withTab(server: string, tab: string, act: (tab: Tab) => CommandOutcome): Promise<CommandResult>;
  /** Offers the ways that lead to a database of an account. */
  anotherWay(server: string): Promise<CommandResult>;
  /** Shows what stands around the line of a row that a query of logs gave. */
  showAround(server: string, tab: string, result: string, row: number): Promise<CommandResult>;
  setWriting(server: string, tab: string, on: boolean, typed: string | undefined): Promise<CommandResult>;
  refreshCatalog(server: string): Promise<CommandResult>;
  /** Restores what was saved and run on the configured servers. */
  restorePast(): Promise<void>;
  /** Asks about all that waits, before Kedge ends; false: the user goes on with changes of rows. */
  decided(): Promise<boolean>;
  /** The window of a server was closed. */
  closed(server: string): Promise<void>;
  close(): Promise<void>;
  /** Questions in plain language. */
  readonly asking: Asking;
  /** What a window shows beside the state. */
  readonly lists: QueryLists;
}

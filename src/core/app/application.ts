import type { Gate } from "./features/gate/gate.ts";
import type { PastRun } from "../actions/log/history.ts";
import type { DesktopKeys } from "../state/desktop_keys.ts";
import type { Slice, Store } from "../state/store.ts";
import type { AskUser } from "../ways/questions.ts";
import type { PagePress } from "./asks.ts";
import type { Command } from "./command.ts";
import type { Development } from "./features/development/development.ts";
import type { Links } from "./features/links/links.ts";
import type { QueryWindows } from "./features/query_windows/query_windows_interface.ts";
import type { ConfigRead } from "./features/settings/configuration.ts";
import type { SignIn } from "./features/sign_in/sign_in.ts";
import type { ProblemList } from "./problems.ts";
import type { AppQueries } from "./queries.ts";
import type { CommandResult } from "./result.ts";

/** The running application: one state, and the commands that change it. */
export interface App {
  readonly store: Store;
  readonly problems: ProblemList;
  /** The desktop tells the keys that it has in place of those that were asked for. */
  readonly desktopKeys: Pick<Slice<DesktopKeys>, "update">;
  /** Called when the user wants windows in the browser; a surface that can do that sets it. */
  onUseBrowser: () => void;
  /** Ends when the user quits. */
  readonly quit: Promise<void>;
  /** Carries out a request of a surface; a page tells of the press. What goes wrong is a result, never an exception. */
  dispatch(command: Command, by?: PagePress): Promise<CommandResult>;
  /** Does what a window's page reads: it follows from the press that opened the window. */
  read<T>(window: string, act: () => T): T;
  /** A surface tells that the user closed a window: what it asked is cancelled. */
  windowClosed(id: string): void;
  /** A bundle that a window sent. `name` is only shown. */
  upload(bytes: Uint8Array, name: string): Promise<CommandResult>;
  /** One file of a bundle under review; null when there is none. */
  reviewFile(review: string, path: string): Uint8Array | null;
  applyConfig(read: ConfigRead): Promise<void>;
  refreshExtensions(): Promise<void>;
  /** Extensions that their authors work on. */
  readonly development: Pick<Development, "work" | "file">;
  /** Query windows of found servers, and what was run before. */
  readonly queryWindows: Pick<QueryWindows, "restorePast" | "openFound">;
  /** Shows the user a short message: as a toast, or a notification when no window shows it. `seconds` 0 is the usual time. */
  tell(title: string, message: string, seconds?: number): void;
  /** What surfaces read beside the state. */
  readonly queries: AppQueries;
  /** Asks the sources of catalogues that were not asked for some hours. */
  refreshCatalogues(): Promise<void>;
  /** The gate for agents. */
  readonly gate: Gate;
  /** Sends the anonymous counts of a day, where they may be sent. */
  sendAnalytics(): Promise<void>;
  /** Looks for a new version of Kedge, where it may. */
  lookForReleases(): Promise<void>;
  /** Asks what a program on a way to a server wants to know. */
  readonly askOnWay: AskUser;
  /** Takes a link that another program has opened. */
  readonly takeLink: Links["open"];
  /** Signing in, for commands that wait for it. */
  readonly signIn: Pick<SignIn, "needed" | "underWay" | "wanted">;
  /**
   * Restores the saved parts of the state: `usage`, `sizes`, `choices`, `databaseLogins`, `knownServers`, `personal`,
   * `analytics` and `welcomed`.
   */
  restore(saved: { readonly [key: string]: unknown }): void;
  /** Opens the welcome, once, where nothing is configured or installed; tells whether it did. */
  welcome(): boolean;
  /** Shows runs of an earlier time in the history. */
  restoreRuns(past: readonly PastRun[]): void;
  /** Stops every run and waits for them. */
  close(): Promise<void>;
}

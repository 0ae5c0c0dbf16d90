import type { Gate } from "./features/gate/gate.ts";
import type { PastRun } from "../actions/log/history.ts";
import type { DesktopKeys } from "../state/desktop_keys.ts";
import type { Slice, Store } from "../state/store.ts";
import type { AskUser } from "../ways/questions.ts";
import type { PagePress } from "./asks.ts";
import type { Command } from "./command.ts";
import type { Development } from "./features/development/development.ts";
import type { Links } from "./features/links/links.ts";
import type { QueryWindows } from "./features/query_windows/query_windows.ts";
import type { ConfigRead } from "./features/settings/configuration.ts";
import type { SignIn } from "./features/sign_in/sign_in.ts";
import type { ProblemList } from "./problems.ts";
import type { AppQueries } from "./queries.ts";
import type { CommandResult } from "../result.ts";

/** The running application: one state, and the commands that change it. */
export interface App {
  readonly store: Store;
  readonly problems: ProblemList;
  /** Keys that the desktop registered instead of the requested ones. */
  readonly desktopKeys: Pick<Slice<DesktopKeys>, "update">;
  /** Called when the user wants windows in the browser. A surface that can open them there sets it. */
  onUseBrowser: () => void;
  /** Settles when the user quits. */
  readonly quit: Promise<void>;
  /**
   * Carries out a command of a surface. A page tells in `by` when the user last pressed something. Failures
   * are results, never exceptions.
   */
  dispatch(command: Command, by?: PagePress): Promise<CommandResult>;
  /** Runs a read of a window's page as a consequence of the press that opened the window. */
  read<T>(window: string, act: () => T): T;
  /** Tells that the user closed a window, which cancels the question it asks. */
  windowClosed(id: string): void;
  /** Takes a bundle that a window sent. `name` is only shown. */
  upload(bytes: Uint8Array, name: string): Promise<CommandResult>;
  /** Returns one file of a bundle under review; null when there is none. */
  reviewFile(review: string, path: string): Uint8Array | null;
  applyConfig(read: ConfigRead): Promise<void>;
  /** Settles when the list has the accounts that are known without a request, after {@link applyConfig}. */
  accountsKnown(): Promise<void>;
  refreshExtensions(): Promise<void>;
  /** Extensions that their authors work on. */
  readonly development: Pick<Development, "work" | "file">;
  /** Query windows of found servers, and the statements that ran earlier. */
  readonly queryWindows: Pick<QueryWindows, "restorePast" | "openFound">;
  /**
   * Shows a short message as a toast, or as a notification when no window can show it. 0 `seconds` means the
   * usual time.
   */
  tell(title: string, message: string, seconds?: number): void;
  /** Lists and texts that surfaces read beside the state. */
  readonly queries: AppQueries;
  /** Asks the sources of catalogues that were not asked for some hours. */
  refreshCatalogues(): Promise<void>;
  /** The gate for agents. */
  readonly gate: Gate;
  /** Sends the anonymous counts of a day if that is allowed. */
  sendAnalytics(): Promise<void>;
  /** Looks for a new version of Kedge if that is allowed. */
  lookForReleases(): Promise<void>;
  /** Asks the user a question of a program on the way to a server. */
  readonly askOnWay: AskUser;
  /** Opens a link that another program passed to Kedge. */
  readonly takeLink: Links["open"];
  /** Signing in, for commands that wait for it. */
  readonly signIn: Pick<SignIn, "needed" | "underWay" | "wanted">;
  /**
   * Restores the saved parts of the state: `usage`, `sizes`, `choices`, `databaseLogins`, `knownServers`,
   * `personal`, `analytics`, `release`, `gate` and `welcomed`.
   */
  restore(saved: { readonly [key: string]: unknown }): void;
  /** Opens the welcome page once, when nothing is configured or installed; returns whether it did. */
  welcome(): boolean;
  /** Shows runs of earlier sessions of Kedge in the history. */
  restoreRuns(past: readonly PastRun[]): void;
  /** Stops every run and waits for them. */
  close(): Promise<void>;
}

import type { KedgePaths } from "../../core/paths.ts";
import type { Problem } from "../../core/state/state.ts";
import type { Store } from "../../core/state/store.ts";
import type { Activation } from "../activation.ts";
import type { WaitingPage } from "./warm.ts";

/** Times in ms. */
export const TIMES = {
  /** How long the windows' process may take to answer before it counts as hanging and is replaced. */
  silence: 30_000,
  /** How long the page of a new window may take to get ready before the window is shown anyway. */
  late: 10_000,
  /** Interval in which the memory for a waiting page is checked. */
  look: 60_000,
};

/** Dependencies of the real windows. */
export interface DesktopWindowsOptions {
  readonly store: Store;
  readonly paths: Pick<KedgePaths, "cache">;
  /** Returns a one-time address of a window's page. */
  address(window: string): string;
  /** Calls the listener when the page of a window is ready to be shown. */
  whenReady(listener: (window: string) => void): void;
  /** The user wants to close a window, which stays until it is no longer in the state. */
  onClosed(window: string): void;
  /** A file or folder with this path was dropped on a window. */
  onDropped?(path: string): void;
  /** Windows cannot be shown; null when they can be shown again. */
  onProblem(problem: Problem | null): void;
  /** Windows are tried again after a problem; {@link onProblem} tells what comes of it. */
  onRetry?(): void;
  /** Called with an exception, or with a text for what is no fault of the program's code. */
  onError(error: unknown): void;
  /** Opens an address in the user's browser, which shows the windows after {@link DesktopWindows.useBrowser}. */
  openInBrowser(url: string): Promise<unknown>;
  /** The page that is loaded before its window is opened. */
  readonly warm?: WaitingPage;
  /** Holds the activation token for the next window. */
  readonly activation?: Activation;
  /**
   * Whether memory allows a waiting page, for one that would be loaded or one that is already `waiting`.
   * Always true when absent.
   */
  readonly mayWait?: (waiting: boolean) => boolean;
  /** Environment from which the windows' process takes its display; by default Kedge's own. */
  readonly env?: Readonly<Record<string, string>>;
  readonly times?: Partial<typeof TIMES>;
}

/** Kedge's windows for the rest of the program. */
export interface DesktopWindows {
  /** Shows all windows, including open ones, in the default browser from now on. */
  useBrowser(): void;
  /** Resolves when a window of the state has the keyboard focus, or will not get it. */
  focused(window: string): Promise<void>;
  /** Closes all windows and ends their process. */
  close(): Promise<void>;
}

import type { KedgePaths } from "../../core/paths.ts";
import type { Problem } from "../../core/state/state.ts";
import type { Store } from "../../core/state/store.ts";
import type { Activation } from "../activation.ts";
import type { WaitingPage } from "./warm.ts";

/** Times in ms. */
export const TIMES = {
  /** A windows' process that does not answer for so long hangs: another one takes its place. */
  silence: 30_000,
  /** A window is shown after so long, whether its page is ready or not. */
  late: 10_000,
  /** How often it is looked whether there is memory for a page that waits. */
  look: 60_000,
};

/** What real windows need of Kedge. */
export interface DesktopWindowsOptions {
  readonly store: Store;
  readonly paths: Pick<KedgePaths, "cache">;
  /** A one-time address of a window's page. */
  address(window: string): string;
  /** Calls the listener when a window's page shows what it should. */
  whenReady(listener: (window: string) => void): void;
  /** The user wants a window closed; it goes when the state has it no more. */
  onClosed(window: string): void;
  /** A file or a folder of this path was dropped on a window. */
  onDropped?(path: string): void;
  /** Windows cannot be shown, or, with null, can be again. */
  onProblem(problem: Problem | null): void;
  onError(error: unknown): void;
  /** Opens an address in the user's browser: where windows go after {@link DesktopWindows.useBrowser}. */
  openInBrowser(url: string): Promise<unknown>;
  /** The page whose window is ready before it is wanted. */
  readonly warm?: WaitingPage;
  /** Where what lets a window take the focus waits for it. */
  readonly activation?: Activation;
  /** Whether memory allows that, for a page that begins to wait or is `waiting`; always unless told. */
  readonly mayWait?: (waiting: boolean) => boolean;
  /** The environment that the windows' process gets its display from; by default Kedge's own. */
  readonly env?: Readonly<Record<string, string>>;
  readonly times?: Partial<typeof TIMES>;
}

/** Kedge's windows, as the rest of the program uses them. */
export interface DesktopWindows {
  /** Shows windows in the default browser from now on, those that are open too. */
  useBrowser(): void;
  /** Resolves when a window of the state has the keyboard's focus, or will not get it. */
  focused(window: string): Promise<void>;
  /** Closes all windows and ends their process. */
  close(): Promise<void>;
}

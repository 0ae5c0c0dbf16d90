import type { Command, CommandResult } from "../../core/app/command.ts";
import type { WindowState } from "../../core/state/state.ts";
import type { QuerySources } from "../query.ts";
import type { PageName } from "../registry.ts";
import type { PageAssets } from "./assets.ts";

/** An icon that a page asks for: of an installed extension, or of a bundle under review. */
interface IconRequest {
  readonly of: "extension" | "review";
  /** The extension's id, or the review's. */
  readonly id: string;
  /** The path inside the bundle, as the state names it. */
  readonly path: string;
}

/** What the page server needs of Kedge. */
export interface PagesOptions extends QuerySources {
  readonly assets: PageAssets | Promise<PageAssets>;
  /** `browser`: pages run in the default browser, the other windows as overlays of the home page. */
  readonly surface?: "window" | "browser";
  /**
   * Does what a page asks for; the page was allowed to ask. `pressed`: how long ago the user pressed something in it, in ms.
   */
  dispatch(command: Command, window: string, pressed?: number): Promise<CommandResult>;
  /** Does what a page reads; what that asks of the user follows from the press that opened the window. */
  read<T>(window: string, act: () => T): T;
  /** The bytes of an icon; null when there is none. */
  icon(request: IconRequest): Promise<Uint8Array | null>;
  /** Takes a bundle that the user chose or dropped; its answer goes to the page. */
  upload(name: string, bytes: Uint8Array, window: string): Promise<CommandResult>;
  /** Opens an address in the user's browser. */
  openInBrowser(url: string): Promise<void>;
  /** Hears of errors in pages and of failures of the callbacks above. */
  onError(error: unknown, window: string): void;
}

/** The running page server. */
export interface Pages {
  readonly port: number;
  /** A new address that shows the window once, within a minute unless `life` in ms says longer. */
  openAddress(window: string, life?: number): string;
  /** Whether a page of the window is connected now. */
  connected(window: string): boolean;
  /**
   * Prepares a window in advance: its page is loaded and shows its content without parameters. Its id means a window
   * of the state from `give` to `take`.
   */
  prepare(page: PageName): WindowState;
  /** Makes a waiting page show that window of the state, at once. */
  give(waiting: string, window: string): void;
  /** Makes it wait again. */
  take(waiting: string): void;
  /** Calls the listener whenever a window's page has come to show its first model. */
  whenReady(listener: (window: string) => void): void;
  /** Ends all connections and stops listening. */
  close(): Promise<void>;
}

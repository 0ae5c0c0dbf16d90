import type { Command, CommandResult } from "../../core/app/command.ts";
import type { QuerySources } from "../query.ts";
import type { PageAssets } from "./assets.ts";

/** A request for an icon of an installed extension or of a bundle under review. */
interface IconRequest {
  readonly of: "extension" | "review";
  /** The id of the extension or the review. */
  readonly id: string;
  /** The path inside the bundle, as in the state. */
  readonly path: string;
}

/** What the page server needs from Kedge. */
export interface PagesOptions extends QuerySources {
  readonly assets: PageAssets | Promise<PageAssets>;
  /** `browser`: pages open in the default browser, with the other windows as overlays of the home page. */
  readonly surface?: "window" | "browser";
  /**
   * Executes a command that the page was allowed to send. `pressed`: milliseconds since the
   * user last pressed something in the page.
   */
  dispatch(command: Command, window: string, pressed?: number): Promise<CommandResult>;
  /**
   * Runs `act`, which reads something for a page. Questions to the user that follow count as caused by the
   * press that opened the window.
   */
  read<T>(window: string, act: () => T): T;
  /** Returns the bytes of an icon; null when there is none. */
  icon(request: IconRequest): Promise<Uint8Array | null>;
  /** Receives a bundle that the user chose or dropped. The result goes to the page. */
  upload(name: string, bytes: Uint8Array, window: string): Promise<CommandResult>;
  /** Opens an address in the user's web browser. */
  openInBrowser(url: string): Promise<void>;
  /** Called with errors of pages and of the callbacks above. */
  onError(error: unknown, window: string): void;
}

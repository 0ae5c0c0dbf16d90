import type { Command, CommandResult } from "../../core/app/command.ts";
import type { LogLine } from "../../core/state/state.ts";
import type { PageModel } from "../../pages/model.ts";

/** A value that changes, and can be listened to. */
export interface Watched<T> {
  get(): T;
  /** Calls `listener` after each change; returns the function that ends it. */
  subscribe(listener: () => void): () => void;
}

/**
 * `connecting`: nothing has come yet; `open`; `lost`: it was open and is being tried again; `closed`: the
 * window is no more, nothing else will come.
 */
export type ConnectionStatus = "connecting" | "open" | "lost" | "closed";

/** A page's line to Kedge. Every promise settles: a lost connection is an `ok: false` like any other. */
export interface Client<M extends PageModel = PageModel> {
  /** What the page shows; null until the first one has come, the last known one while `lost`. */
  readonly model: Watched<M | null>;
  readonly status: Watched<ConnectionStatus>;
  send(command: Command): Promise<CommandResult>;
  /**
   * Hears the lines of the window's run, from the first on, in order, without gaps, also after a
   * reconnection. Returns the function that ends it.
   */
  log(listener: (lines: readonly LogLine[]) => void): () => void;
  /** The texts of a review's file that the model marks `more`; null when they cannot be had. */
  reviewFile(path: string): Promise<{ readonly text?: string; readonly before?: string } | null>;
  /** The one-time address of another window, for an overlay of the home page; null when it is gone. */
  address(window: string): Promise<string | null>;
  /** Opens an https address in the user's browser. */
  openLink(url: string): Promise<CommandResult>;
  /** Opens the HTML of this window's dialog in the user's browser. */
  openReport(): Promise<CommandResult>;
  /** Hands a bundle file over for review. */
  upload(file: File): Promise<CommandResult>;
  /** Tells that the page shows its model: only then does its window appear. */
  ready(): void;
  /** Passes an error of the page on to Kedge's log. */
  report(message: string, stack?: string): void;
  close(): void;
}

/** The address of a bundle's icon, for an `<img>`. */
export function iconUrl(of: "extension" | "review", id: string, path: string): string {
  return `icon/${of}/${[id, ...path.split("/")].map(encodeURIComponent).join("/")}`;
}

/** The address of a dialog's HTML, for an `<iframe sandbox>`. */
export function reportUrl(dialog: string): string {
  return `report/${encodeURIComponent(dialog)}`;
}

import type { Command, CommandResult } from "../../core/app/command.ts";
import type { RowsAnswer } from "../../pages/http/protocol.ts";
import type { Common } from "../../pages/page.ts";

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

/** Which rows of which list. */
export interface RowQuestion {
  /** The name of one of the page's queries. */
  readonly name: string;
  readonly params: object;
  readonly from: number;
  readonly count: number;
  /** Changed rows are sent again. */
  readonly live: boolean;
}

/** A page's line to Kedge. Every promise settles: a lost connection is an `ok: false` like any other. */
export interface Client<M extends Common = Common> {
  /** What the page shows; null until the first one has come, the last known one while `lost`. */
  readonly model: Watched<M | null>;
  readonly status: Watched<ConnectionStatus>;
  send(command: Command): Promise<CommandResult>;
  /**
   * Asks for rows of a list. `listener` hears each answer: until there are none to come or, of a live one, until it is
   * ended; after a reconnection all of them once more. Returns the function that ends it. Views use `useRows`.
   */
  query(question: RowQuestion, listener: (answer: RowsAnswer) => void): () => void;
  /** Opens a part of this window, such as its report, in the user's browser. */
  open(part: string): Promise<CommandResult>;
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

import type { Command, CommandResult } from "../../core/app/command.ts";
import type { RowsAnswer } from "../../pages/http/protocol.ts";
import type { Common } from "../../pages/page.ts";

/** A value with listeners for its changes. */
export interface Watched<T> {
  get(): T;
  /** Calls `listener` after each change. Returns a function that removes the listener. */
  subscribe(listener: () => void): () => void;
}

/**
 * `connecting`: before the first model; `open`; `lost`: the connection broke and is being restored; `closed`:
 * the window has ended and receives nothing any more.
 */
export type ConnectionStatus = "connecting" | "open" | "lost" | "closed";

/** A request for rows of a list. */
export interface RowQuestion {
  /** The name of one of the page's queries. */
  readonly name: string;
  readonly params: object;
  readonly from: number;
  readonly count: number;
  /** Whether rows are sent again when they change. */
  readonly live: boolean;
}

/** The connection of a page to Kedge. Every promise resolves; a lost connection is a result with `ok: false`. */
export interface Client<M extends Common = Common> {
  /** The page's model; null until the first one arrives. While the status is `lost`, the last model stays. */
  readonly model: Watched<M | null>;
  readonly status: Watched<ConnectionStatus>;
  send(command: Command): Promise<CommandResult>;
  /**
   * Requests rows of a list. `listener` gets each answer: all parts of the rows and, for a live question,
   * their changes until it is ended. After a reconnection a live question gets all its rows again. Returns a
   * function that ends the question. Views use `useRows`.
   */
  query(question: RowQuestion, listener: (answer: RowsAnswer) => void): () => void;
  /** Opens a part of this window, such as its report, in the user's web browser. */
  open(part: string): Promise<CommandResult>;
  /** Sends a bundle file to Kedge for review. */
  upload(file: File): Promise<CommandResult>;
  /** Reports that the page has rendered its model, because its window is shown only then. */
  ready(): void;
  /** Writes an error of the page to Kedge's log. */
  report(message: string, stack?: string): void;
  close(): void;
}

/** Returns the address of a bundle's icon, for an `<img>`. */
export function iconUrl(of: "extension" | "review", id: string, path: string): string {
  return `icon/${of}/${[id, ...path.split("/")].map(encodeURIComponent).join("/")}`;
}

/** Returns the address of a dialog's HTML, for an `<iframe sandbox>`. */
export function reportUrl(dialog: string): string {
  return `report/${encodeURIComponent(dialog)}`;
}

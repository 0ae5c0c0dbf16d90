import type { Duplex } from "node:stream";

/** The destination of a stream, as the end of the way resolves it. */
export interface Destination {
  readonly host: string;
  readonly port: number;
}

/**
 * A way to reach a server that this computer's own network does not reach. It only carries bytes:
 * certificate, token and sign-in concern the server itself, whatever the way.
 */
export interface Way {
  /**
   * Opens a stream that replaces a TCP connection. It emits `connect` once the destination has accepted, and
   * `error` with a code of {@link WayCode} and the way's own message. Destroying it ends everything that it
   * needed.
   */
  open(to: Destination, onStep?: (step: string) => void): Duplex;
}

/** The kinds of failures of a way. */
export type WayCode =
  /** The program that the way needs is missing or does not start. */
  | "WAY_ABSENT"
  /** A computer on the way refused the user. */
  | "WAY_DENIED"
  /** Nobody has confirmed the key of a computer on the way. */
  | "WAY_KEY_UNKNOWN"
  /** A computer has another key than the known one. */
  | "WAY_KEY_CHANGED"
  /** The name of a computer on the way cannot be resolved. */
  | "WAY_NAME"
  /** No program accepts connections there. */
  | "WAY_REFUSED"
  | "WAY_UNREACHABLE"
  | "WAY_TIMEOUT"
  /** The program that answers there does not use the way's protocol. */
  | "WAY_FOREIGN"
  /** A computer on the way cannot reach the next one. */
  | "WAY_HOP"
  /** The end of the way cannot reach the server. */
  | "WAY_TARGET"
  /** The end of the way may not connect to the server. */
  | "WAY_PROHIBITED"
  | "WAY_CONFIG"
  /** The configuration of ssh leads in a circle. */
  | "WAY_CIRCLE"
  /** Nobody is signed in to the account that the way goes through. */
  | "WAY_SIGNED_OUT"
  /** No task or computer there accepts a session now. */
  | "WAY_NONE"
  /** The maximum of connections is open. */
  | "WAY_MANY"
  /** The user did not answer a question. */
  | "WAY_CANCELLED"
  /** The way was open and then ended. */
  | "WAY_LOST"
  | "WAY_FAILED";

/** An error of a way. The message contains the way's own text, shortened and on one line. */
export class WayError extends Error {
  override readonly name = "WayError";

  constructor(
    readonly code: WayCode,
    message: string,
    /** The next step when the way knows more than its code tells. */
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** Failures that affect every way through an account, so that trying another one is pointless. */
export const FOR_ALL_WAYS: ReadonlySet<WayCode> = new Set(["WAY_SIGNED_OUT", "WAY_CANCELLED"]);

import type { Duplex } from "node:stream";

/** Where a stream leads, as the end of the way understands it. */
export interface Destination {
  readonly host: string;
  readonly port: number;
}

/**
 * How a server is reached that this computer's own network does not reach. It carries bytes and nothing else: certificate,
 * token and sign-in are about the server itself, whatever the way.
 */
export interface Way {
  /**
   * Opens a stream in the place of a TCP connection. It emits `connect` once the destination has accepted; what goes wrong
   * is an `error` with a code of {@link WayCode} and the way's own words. To destroy it ends all that it needed.
   */
  open(to: Destination, onStep?: (step: string) => void): Duplex;
}

/** What can go wrong on a way. */
export type WayCode =
  /** The program that it needs is not there, or does not start. */
  | "WAY_ABSENT"
  /** A computer on the way did not let the user in. */
  | "WAY_DENIED"
  /** Nobody vouched for the key of a computer on the way. */
  | "WAY_KEY_UNKNOWN"
  /** It has another key than the one that is known. */
  | "WAY_KEY_CHANGED"
  /** The name of a computer on the way is not known. */
  | "WAY_NAME"
  /** Nothing accepts connections there. */
  | "WAY_REFUSED"
  | "WAY_UNREACHABLE"
  | "WAY_TIMEOUT"
  /** What answers there does not speak the way's protocol. */
  | "WAY_FOREIGN"
  /** A computer on the way cannot reach the next one. */
  | "WAY_HOP"
  /** The end of the way cannot reach the server. */
  | "WAY_TARGET"
  /** The end of the way may not lead there. */
  | "WAY_PROHIBITED"
  | "WAY_CONFIG"
  /** The configuration of ssh leads back to where it came from. */
  | "WAY_CIRCLE"
  /** Nobody is signed in to the account that the way goes through. */
  | "WAY_SIGNED_OUT"
  /** No task or computer there can be gone through now. */
  | "WAY_NONE"
  /** So many are open that no more are. */
  | "WAY_MANY"
  /** The user was asked something and did not answer. */
  | "WAY_CANCELLED"
  /** It was open, and ended. */
  | "WAY_LOST"
  | "WAY_FAILED";

/** What went wrong on a way; the message holds the way's own words, bounded and on one line. */
export class WayError extends Error {
  override readonly name = "WayError";

  constructor(
    readonly code: WayCode,
    message: string,
    /** What to do next, where the way knows better than its code. */
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** What keeps every way of an account from being gone: to try another one is in vain. */
export const FOR_ALL_WAYS: ReadonlySet<WayCode> = new Set(["WAY_SIGNED_OUT", "WAY_CANCELLED"]);

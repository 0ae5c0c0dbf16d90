import type { Secret } from "../../core/secret.ts";

/** A text that is on the clipboard now. */
export interface HeldSelection {
  /** Whether the clipboard tells programs that keep what was copied not to keep this. */
  readonly marked: boolean;
  /** Takes it away, if it is still there. */
  clear(): Promise<void>;
}

/** Why nothing could be put there, and what to do. */
export interface NotHeld {
  readonly error: string;
  readonly hint: string;
}

/** The clipboard of one system. The text travels on standard input or a socket, never as an argument. */
export interface Clipboard {
  /** Puts a text there, marked as a secret where the system has such a mark. */
  hold(text: Secret): Promise<HeldSelection | NotHeld>;
}

/** Bytes: a secret of AWS has at most 64 kB; and X11 gives about four times that in one piece. */
export const MOST = 200_000;

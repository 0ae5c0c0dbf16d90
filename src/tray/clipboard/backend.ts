import type { Secret } from "../../core/secret.ts";

/** A text that Kedge put on the clipboard. */
export interface HeldSelection {
  /** Whether the text is marked so that clipboard managers do not keep it. */
  readonly marked: boolean;
  /** Removes the text if the clipboard still holds it. */
  clear(): Promise<void>;
}

/** Why the text could not be put on the clipboard, with the next step. */
export interface NotHeld {
  readonly error: string;
  readonly hint: string;
}

/** The clipboard of one operating system. The text travels on standard input or a socket, never as an argument. */
export interface Clipboard {
  /** Puts a text on the clipboard, marked as a secret where the system has such a mark. */
  hold(text: Secret): Promise<HeldSelection | NotHeld>;
}

/**
 * Maximum length of a copied text in bytes. A secret of AWS has at most 64 kB, and X11 transfers about four
 * times that in one piece.
 */
export const MAX_BYTES = 200_000;

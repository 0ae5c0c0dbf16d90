import type { Secret } from "../secret.ts";
import { oneLine } from "../text/outside.ts";
import { DriverError, ServerError } from "./driver/mod.ts";

/** Maximum characters shown of a server's error text. */
const MAX_LENGTH = 500;

/** A driver's error as text for people: readable, bounded, and without the password, which a server may repeat. */
interface ErrorWords {
  readonly code: string;
  readonly text: string;
  /** Advice of the server, or the next step of a DriverError; empty when there is none. */
  readonly hint: string;
  /** The values that the error is about, such as `Key (id)=(7) already exists.`; empty when the server names none. */
  readonly detail: string;
}

/** Returns a server's text as one bounded line without the password, which a server may repeat. */
export function withoutPassword(text: string, password: Secret): string {
  const secret = password.open();
  return oneLine(secret === "" ? text : text.replaceAll(secret, "•••"), { longest: MAX_LENGTH });
}

/** Returns a driver's error as text for people. Throws every other error again. */
export function errorWords(error: unknown, password: Secret): ErrorWords {
  if (!(error instanceof ServerError) && !(error instanceof DriverError)) throw error;
  const safe = (text: string) => withoutPassword(text, password);
  const { hint = "", detail = "" } = error instanceof ServerError ? error.more : { hint: error.hint };
  return {
    code: error.code,
    text: safe(error.message) || `error ${safe(error.code)}`,
    hint: safe(hint),
    detail: safe(detail),
  };
}

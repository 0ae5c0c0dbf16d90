import type { Secret } from "../secret.ts";
import { oneLine } from "../text/outside.ts";
import { Fault, ServerError } from "./driver/mod.ts";

/** Characters of a server's words that are shown. */
const LONGEST = 500;

/** What a driver threw, for people: readable, bounded, without the password should the server repeat it. */
interface ErrorWords {
  readonly code: string;
  readonly text: string;
  /** The server's own advice; empty: none. */
  readonly hint: string;
  /** Which values it was about, as `Key (id)=(7) already exists.`; empty: it does not say. */
  readonly detail: string;
}

/** One bounded line of a server's words, without the password should the server repeat it. */
export function withoutPassword(text: string, password: Secret): string {
  const secret = password.open();
  return oneLine(secret === "" ? text : text.replaceAll(secret, "•••"), { longest: LONGEST });
}

/** Words of an error of a driver; throws what is none. */
export function errorWords(error: unknown, password: Secret): ErrorWords {
  if (!(error instanceof ServerError) && !(error instanceof Fault)) throw error;
  const safe = (text: string) => withoutPassword(text, password);
  const { hint = "", detail = "" } = error instanceof ServerError ? error.more : { hint: error.hint };
  return {
    code: error.code,
    text: safe(error.message) || `error ${safe(error.code)}`,
    hint: safe(hint),
    detail: safe(detail),
  };
}

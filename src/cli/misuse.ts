import { suggest } from "../core/text/suggest.ts";
import type { Misuse } from "./args.ts";

/** Returns the fault of a command line with a suggestion, for the user. */
export function misuseWords({ error, unknown }: Omit<Misuse, "json">): string {
  const word = unknown?.flag.replace(/^-+/, "") ?? "";
  const meant = /^v$/i.test(word) ? "version" : unknown && suggest(word, unknown.among);
  return meant ? `${error}: did you mean --${meant}?` : error;
}

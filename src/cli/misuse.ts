import { suggest } from "../core/text/suggest.ts";
import type { Misuse } from "./args.ts";

/** What is wrong with a command line, and what was likely meant, for the user. */
export function misuseWords({ error, unknown }: Omit<Misuse, "json">): string {
  const word = unknown?.flag.replace(/^-+/, "") ?? "";
  const meant = /^v$/i.test(word) ? "version" : unknown && suggest(word, unknown.among);
  return meant ? `${error}: did you mean --${meant}?` : error;
}

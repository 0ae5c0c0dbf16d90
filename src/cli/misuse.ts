import { suggest } from "../core/text/suggest.ts";
import type { Misuse } from "./args.ts";

/** What is wrong with a command line, and what was likely meant, for the user. */
export function misuseWords({ error, unknown }: Omit<Misuse, "json">): string {
  const meant = unknown && suggest(unknown.flag.replace(/^-+/, ""), unknown.among);
  return meant ? `${error}: did you mean --${meant}?` : error;
}

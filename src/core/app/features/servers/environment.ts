import { knownEnvironment } from "../../../accounts/environments.ts";

/** A well-known environment that stands as a word in a server's name. */
export function environmentInName(name: string): string | null {
  for (const word of name.split(/[^A-Za-z]+/)) {
    const known = word === "" ? null : knownEnvironment(word);
    if (known) return known;
  }
  return null;
}

import type { KindOfResource } from "./kind.ts";
import { KINDS_OF_RESOURCES } from "./mod.ts";

/** Minimum letters of a kind's name that mean the kind. */
const NAMED = 3;

/** Whether a typed word, in lower case, means a kind: `sec`, `secrets`, `logs`. */
export function meansKind(
  { name, typedAs = "" }: Pick<KindOfResource, "name" | "typedAs">,
  word: string,
): boolean {
  return word.length >= NAMED && (name.startsWith(word) || typedAs.startsWith(word));
}

/**
 * Returns the text to find among the resources of a kind. `secrets stripe` finds “stripe” among secrets, and
 * the whole text among other kinds.
 */
export function textWithin(kind: Pick<KindOfResource, "name" | "typedAs">, text: string): string {
  const { first, rest } = firstWord(text);
  return rest !== "" && meansKind(kind, first) ? rest : text;
}

/** Returns a text that finds everything {@link textWithin} finds for any kind. */
export function textWithinAll(text: string): string {
  const { first, rest } = firstWord(text);
  return rest !== "" && KINDS_OF_RESOURCES.some((kind) => meansKind(kind, first)) ? rest : text;
}

function firstWord(text: string): { readonly first: string; readonly rest: string } {
  const [, first = "", rest = ""] = /^\s*(\S+)\s+(.*\S)\s*$/s.exec(text) ?? [];
  return { first: first.toLowerCase(), rest };
}

import { beginsWord } from "../../find/matcher.ts";
import type { KindOfResource } from "./kind.ts";
import { KINDS_OF_RESOURCES } from "./mod.ts";

/** Minimum letters of a kind's name that mean the kind. */
const NAMED = 3;

/** What people call a kind. */
type Named = Pick<KindOfResource, "name" | "synonyms" | "sorts">;

/** Returns all words that mean a kind, in lower case. */
export function wordsOf({ name, synonyms = "", sorts }: Named): string {
  return `${name} ${sorts.map(({ heading }) => heading.toLowerCase()).join(" ")} ${synonyms}`;
}

/** Whether a typed word, in lower case, means a kind: `sec`, `secrets`, `clusters`, `logs`, `groups`, `ecs`. */
export function meansKind(kind: Named, word: string): boolean {
  return word.length >= NAMED && beginsWord(word, wordsOf(kind));
}

/**
 * Returns the text to find among the resources of a kind. `secrets stripe` finds “stripe” among secrets, and
 * the whole text among other kinds.
 */
export function textWithin(kind: Named, text: string): string {
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

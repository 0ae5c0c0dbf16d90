import type { KindOfResource } from "./kind.ts";
import { KINDS_OF_RESOURCES } from "./mod.ts";

/** So many letters of a kind's name say that it is meant. */
const NAMED = 3;

/** Whether a typed word, in small letters, means a kind: `sec`, `secrets`, `logs`. */
export function meansKind(
  { name, typedAs = "" }: Pick<KindOfResource, "name" | "typedAs">,
  word: string,
): boolean {
  return word.length >= NAMED && (name.startsWith(word) || typedAs.startsWith(word));
}

/** What a typed text looks for among the resources of a kind: `secrets stripe` means “stripe” among secrets, and itself elsewhere. */
export function textWithin(kind: Pick<KindOfResource, "name" | "typedAs">, text: string): string {
  const { first, rest } = firstWord(text);
  return rest !== "" && meansKind(kind, first) ? rest : text;
}

/** What finds at least all that the text looks for among the resources of any kind. */
export function textWithinAll(text: string): string {
  const { first, rest } = firstWord(text);
  return rest !== "" && KINDS_OF_RESOURCES.some((kind) => meansKind(kind, first)) ? rest : text;
}

function firstWord(text: string): { readonly first: string; readonly rest: string } {
  const [, first = "", rest = ""] = /^\s*(\S+)\s+(.*\S)\s*$/s.exec(text) ?? [];
  return { first: first.toLowerCase(), rest };
}

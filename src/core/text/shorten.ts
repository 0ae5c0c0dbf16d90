import { formatNumber } from "./locale.ts";

/**
 * Maximum UTF-16 units that a cut goes back to find the beginning of a character, because marks can be
 * stacked without limit.
 */
const FURTHEST = 64;

/**
 * Returns a text cut to `longest` UTF-16 units. A cut text ends in "…", and the cut is between two visible
 * characters.
 */
export function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, seenCut(text, longest - 1)).trimEnd()}…` : text;
}

/** Returns a list of names; of many, the first `most` and the number of others: `a, b and 389 more`. */
export function listedNames(names: readonly string[], most = 20): string {
  const more = names.length - most;
  if (more <= 0) return names.join(", ");
  return `${names.slice(0, most).join(", ")} and ${formatNumber(more)} more`;
}

/** Returns the nearest offset up to `at` that does not split a surrogate pair. */
export function pairCut(text: string, at: number): number {
  return isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1)) ? at - 1 : at;
}

function seenCut(text: string, at: number): number {
  const nearest = pairCut(text, at);
  for (let cut = nearest; cut > at - FURTHEST; cut = pairCut(text, cut - 1)) {
    if (cut <= 0 || !isInside(text, cut)) return cut;
  }
  return nearest;
}

/** Whether an offset between two code points is within one visible character. */
function isInside(text: string, at: number): boolean {
  const next = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (continues(next)) return true;
  const before = text.slice(Math.max(0, at - FURTHEST), at);
  if (before.endsWith("\u200d")) return /^\p{Extended_Pictographic}/u.test(next);
  // A flag is a pair of regional letters, so the cut must not split a pair.
  return regional(next) > 0 && regional(before) % 4 === 2;
}

/**
 * Whether a character belongs to the one before it: marks, joiners, selectors, tags, skin tones, parts of a
 * syllable.
 */
const continues = (character: string) =>
  // A literal here is compiled on first use; Unicode classes would take half a millisecond of each start.
  /^[\p{M}\p{Emoji_Modifier}\u200c\u200d\u1160-\u11ff\ud7b0-\ud7fb\u{e0020}-\u{e007f}]/u.test(character);

/** Returns the number of UTF-16 units of regional letters at the end of a text. */
const regional = (text: string) => /[\u{1f1e6}-\u{1f1ff}]+$/u.exec(text)?.[0].length ?? 0;

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000;

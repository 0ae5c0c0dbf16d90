import { shortened } from "./shorten.ts";

/**
 * Characters that are invisible, or that make a text read as another one. outside.ts defines how surfaces
 * show them; no other file lists them.
 */

/** Embeddings, overrides and isolates, which reverse the text after them. */
const TURNING = String.raw`\u202a-\u202e\u2066-\u2069`;

/** All characters that affect the direction of a text, including single marks. */
const BIDI = String.raw`\u061c\u200e\u200f${TURNING}`;

/**
 * Control characters, line separators, everything that Unicode defines as drawn with nothing (zero-width
 * characters, fillers, tags, variation selectors, direction), annotations, and halves of surrogate pairs.
 */
const UNSEEN = String
  .raw`\0-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f\u2028\u2029\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\p{Surrogate}`;
const HIDDEN = String.raw`\t\n\x1b${UNSEEN}`;

/** Spaces that look like an ordinary one, and the Braille pattern without dots. */
const SPACES = String.raw`\xa0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800`;

/** Scripts whose spelling uses joiners or variation selectors. */
const joining = () =>
  ("Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada " +
    "Malayalam Sinhala Khmer Myanmar").replace(/(\w+) ?/g, String.raw`\p{Script=$1}`);

/** Pictures made of several characters: flags by tags, keycaps, and emoji with joiners and selectors. */
const pictures = () =>
  [
    String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
    String.raw`[#*0-9]\ufe0f\u20e3`,
    String
      .raw`\p{Extended_Pictographic}[\ufe0e\ufe0f\p{Emoji_Modifier}]?(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)*`,
  ].join("|");

/** Hidden characters that are usual in writing: one after its letter, never several in a row. */
const usual = () =>
  [
    pictures(),
    String.raw`[${joining()}][\u200c\u200d\u180b-\u180f]`,
    String.raw`\p{Script=Han}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  ].join("|");

/** Returns a function that makes a pattern at its first use, because that takes milliseconds. */
function pattern(make: () => string, flags: string): () => RegExp {
  let made: RegExp | undefined;
  return () => made ??= new RegExp(make(), flags);
}

/** Matches usual characters as group 1, and hidden ones without it. */
export const hiddenInWords = pattern(() => `(${usual()})|[${HIDDEN}]`, "gu");

/** For code, where no character is usual and a space that looks like an ordinary one is escaped too. */
export const hiddenInCode = pattern(() => String.raw`(?!\t)[${HIDDEN}${SPACES}]`, "gu");
const writtenOut = pattern(() => String.raw`(?!\t)[${HIDDEN}${SPACES}]`, "u");
const picture = pattern(pictures, "gu");

/** Hidden characters that have a meaning for the surface that shows the text. */
export type AllowedHidden = "" | "\t" | "\t\n" | "\t\x1b" | "\t\n\x1b";

const suspect = (others: string) => pattern(() => `[${others}${UNSEEN}]`, "u");
const SUSPECT: Record<AllowedHidden, () => RegExp> = {
  "": suspect("\t\n\x1b"),
  "\t": suspect("\n\x1b"),
  "\t\n": suspect("\x1b"),
  "\t\x1b": suspect("\n"),
  "\t\n\x1b": suspect(""),
};

/** The characters of most texts. None of them is hidden, and the test needs no Unicode class. */
const PLAIN = /^[ -~]*$/;

/** Whether a text may have a hidden character that is not allowed. This is a quick test that decides most texts. */
export function isSuspect(text: string, allowed: AllowedHidden): boolean {
  return !PLAIN.test(text) && SUSPECT[allowed]().test(text);
}

/** Whether a text has a character that reverses its direction, or a mark of direction. */
export const hasBidi = (text: string): boolean => bidi().test(text);
const bidi = pattern(() => `[${BIDI}]`, "");

/** Whether a text has a character that reverses what follows it. Single marks of direction do not. */
export const isTurned = (text: string): boolean => turning().test(text);
const turning = pattern(() => `[${TURNING}]`, "");

/** Whether a text for people has a hidden character, other than those that its spelling needs. */
export function hasHidden(text: string): boolean {
  return isSuspect(text, "") && hiddenParts(text, "words").some(({ hidden }) => hidden);
}

/** Whether a line of code has a hidden character, other than the parts of an emoji. */
export function hasHiddenInCode(line: string): boolean {
  return isSuspect(line, "\t") && isSuspect(line.replace(picture(), ""), "\t");
}

/** Control characters other than tabs and line ends, and a carriage return that is no part of a line end. */
const STRAY_CONTROL = /\r(?!\n)|[^\P{Cc}\t\r\n]/u;

/** Returns the offset of the first control character that is neither a tab nor part of a line end; -1 for none. */
export const strayControl = (text: string): number => text.search(STRAY_CONTROL);

/** Whether a character is any kind of space, or is taken for one because nothing is visible in its place. */
export const isBlank = (character: string): boolean => /[\s\u200b-\u200d\ufeff]/.test(character);

/** Whether a character is escaped when it is shown in code. */
export const isWrittenOut = (character: string): boolean => writtenOut().test(character);

/** A part of a text: one hidden character, or the text between two of them. */
interface Part {
  readonly text: string;
  readonly hidden: boolean;
}

/** Returns the parts of a text for people (`words`) or of a line of code, in order. */
export function hiddenParts(text: string, where: "words" | "code"): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const match of text.matchAll(where === "code" ? hiddenInCode() : hiddenInWords())) {
    if (match[1] !== undefined) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index), hidden: false });
    parts.push({ text: match[0], hidden: true });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), hidden: false });
  return parts;
}

/** Returns the number of a character in Unicode's notation: `U+202E`. */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Returns the text with every hidden character escaped, so that it can be judged in a terminal or a window. */
export function spelled(text: string, where: "words" | "code" = "words"): string {
  if (PLAIN.test(text)) return text;
  const pattern = where === "code" ? hiddenInCode() : hiddenInWords();
  return text.replace(
    pattern,
    (found, usual?: string | number) => typeof usual === "string" ? usual : escaped(found),
  );
}

/** Returns the escaped text in quotes, cut to `longest` UTF-16 units. */
export function quoted(text: string, longest = 120): string {
  return `"${shortened(spelled(text), longest)}"`;
}

/** Returns a hidden character as JSON and Go would write it. */
function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}

/** Returns the name of a character for a message: a printable one itself, any other one by its number. */
export function codePointName(text: string, offset: number): string {
  const code = text.codePointAt(offset)!;
  const number = codePoint(String.fromCodePoint(code));
  if (code === 0) return `A NUL character (${number})`;
  return code > 32 && code < 127 ? `"${String.fromCharCode(code)}"` : `The character ${number}`;
}

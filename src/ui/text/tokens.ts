import { codePoint, hiddenParts, isWrittenOut } from "../../core/text/hidden.ts";

/** A piece of a line in one style. `kind` holds its CSS classes, empty for plain text. */
export interface StyledToken {
  readonly text: string;
  readonly kind: string;
}

/** A marked part of a line, in UTF-16 units from the line's start. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  /** The CSS class of the mark, for example `now` for the current match. */
  readonly kind: string;
}

/** A piece as it is rendered; `mark` is the class of its mark, or null. */
interface Piece extends StyledToken {
  readonly mark: string | null;
}

/**
 * Splits text into lines. A carriage return before a line feed belongs to the line end. A line feed at the
 * end of the text starts no further line.
 */
export function splitLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines.map((line) => line.endsWith("\r") ? line.slice(0, -1) : line);
}

/** The offset of each token of a line, cached because a line of 2 MB is rendered as many rows. */
const begins = new WeakMap<readonly StyledToken[], number[]>();

/** Returns the part of a line's tokens from `start` to `end`, in UTF-16 units. */
export function sliceTokens(tokens: readonly StyledToken[], start: number, end: number): StyledToken[] {
  const at = beginsOf(tokens);
  const result: StyledToken[] = [];
  for (let i = lastNotAbove(at, start); i < tokens.length && (at[i] ?? 0) < end; i++) {
    const { text, kind } = tokens[i] as StyledToken;
    const from = Math.max(start - (at[i] ?? 0), 0);
    const part = text.slice(from, end - (at[i] ?? 0));
    if (part !== "") result.push({ text: part, kind });
  }
  return result;
}

function beginsOf(tokens: readonly StyledToken[]): number[] {
  const known = begins.get(tokens);
  if (known) return known;
  const made: number[] = [];
  let at = 0;
  for (const { text } of tokens) {
    made.push(at);
    at += text.length;
  }
  begins.set(tokens, made);
  return made;
}

/** Returns the index of the last of the sorted values that is at most `wanted`; 0 when there is none. */
export function lastNotAbove(values: readonly number[], wanted: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((values[middle] ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/**
 * Splits tokens at the edges of marks and writes out invisible characters. `offset` is the offset of the
 * first token in the line. Marks must be in order and must not overlap.
 */
export function pieces(tokens: readonly StyledToken[], offset: number, marks: readonly Mark[]): Piece[] {
  const result: Piece[] = [];
  let at = offset;
  for (const token of tokens) {
    const end = at + token.text.length;
    let from = at;
    for (const mark of marks) {
      if (mark.end <= from || mark.start >= end) continue;
      if (mark.start > from) {
        pushVisible(result, token.text.slice(from - at, mark.start - at), token.kind, null);
      }
      const start = Math.max(from, mark.start);
      const stop = Math.min(end, mark.end);
      pushVisible(result, token.text.slice(start - at, stop - at), token.kind, mark.kind);
      from = stop;
    }
    if (from < end) pushVisible(result, token.text.slice(from - at), token.kind, null);
    at = end;
  }
  return result;
}

/** Whether a part of a text is written out; with `lines`, line ends and tabs are not. */
export function isSpelledOut(part: ReturnType<typeof hiddenParts>[number], lines: boolean): boolean {
  return part.hidden && !(lines && /^[\t\r\n]$/.test(part.text));
}

/** Returns the written form of an invisible character: `⟨U+202E⟩`. */
export function hiddenName(character: string): string {
  return `⟨${codePoint(character)}⟩`;
}

function pushVisible(into: Piece[], line: string, kind: string, mark: string | null): void {
  for (const { text, hidden } of hiddenParts(line, "code")) {
    into.push(hidden ? { text: hiddenName(text), kind: "t-hidden", mark } : { text, kind, mark });
  }
}

const TAB = 4;

/** Returns the columns that a code point takes at `column`, or more, but never fewer. */
function width(character: string, column: number): number {
  if (character === "\t") return TAB - column % TAB;
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f) return 1;
  if (isWrittenOut(character)) return hiddenName(character).length + 1;
  return code < 0x300 ? 1 : 2;
}

/**
 * Returns the offsets at which the rows of a line begin, the first being 0, so that no row is wider than
 * `columns`. Otherwise code under review could hide to the right of the window.
 */
export function wrapOffsets(line: string, columns: number): number[] {
  const offsets = [0];
  if (!Number.isFinite(columns) || line.length * 9 <= columns) return offsets;
  if (NARROW.test(line)) {
    for (let at = columns; at < line.length; at += columns) offsets.push(at);
    return offsets;
  }
  let column = 0;
  let at = 0;
  for (const character of line) {
    const wide = width(character, column);
    if (column + wide > columns && column > 0) {
      offsets.push(at);
      column = 0;
    }
    column += character === "\t" ? width(character, column) : wide;
    at += character.length;
  }
  return offsets;
}

/** Lines whose characters all take one column. Most lines do, and are measured by their length. */
const NARROW = /^[\x20-\x7e]*$/;

/** Returns the columns of a line that is not wrapped. */
export function columnsOf(line: string): number {
  if (NARROW.test(line)) return line.length;
  let column = 0;
  for (const character of line) column += width(character, column);
  return column;
}

import { type Container, elementsOf, isNewline, lineStart } from "./layout.ts";

/** Half-open range of a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The text between two neighbours of a container, or between one and a bracket. */
export interface Gap {
  /** Offset of the comma; -1 without one. */
  readonly comma: number;
  /** Comments that explain the element before the gap. */
  readonly trailing: readonly Range[];
  /** Comments that explain the element after the gap. */
  readonly leading: readonly Range[];
}

/** Returns a function that tells which comments belong to which members or items of a container. */
export function gapsOf(text: string, container: Container): (index: number) => Gap {
  const elements = elementsOf(container);
  const known = new Map<number, Gap>();
  return (index) =>
    known.getOrInsertComputed(index, () => {
      const before = elements[index - 1], next = elements[index];
      const gap = { start: before?.end ?? container.start + 1, end: next?.start ?? container.end - 1 };
      return assign(text, gap, before !== undefined, next !== undefined);
    });
}

/**
 * Comments on the line of an element explain it, and so do those above it without an empty line between. A
 * comment directly after the opening bracket, directly before the closing one, or above an empty line
 * explains no element.
 */
function assign(text: string, { start, end }: Range, isBehind: boolean, isBefore: boolean): Gap {
  const { comma, comments } = piecesOf(text, start, end);
  let shared = 0;
  for (let at = start; shared < comments.length; shared++) {
    if (linesIn(text, at, comments[shared]!.start) > 0) break;
    at = comments[shared]!.end;
  }
  const isOneLine = linesIn(text, comments[shared - 1]?.end ?? start, end) === 0;
  // Between neighbours on one line, the comma decides to which of them a comment belongs.
  let count = isBefore && isOneLine ? comments.findIndex((one) => one.start > comma) : shared;
  if (count < 0) count = comments.length;
  if (!isBehind) count = isBefore && isOneLine ? 0 : shared;
  else if (!isOneLine) { while (goesOn(text, comments, count, isBefore ? end : null)) count++; }

  let first = comments.length;
  for (let at = end; isBefore && first > count; first--) {
    const one = comments[first - 1]!;
    if (linesIn(text, one.end, at) > 1) break;
    at = one.start;
  }
  return {
    comma,
    trailing: isBehind ? comments.slice(0, count) : [],
    leading: comments.slice(first),
  };
}

/**
 * Whether a comment continues the one at the end of the line above: it is in the same column, where no
 * element begins.
 */
function goesOn(text: string, comments: readonly Range[], index: number, next: number | null): boolean {
  const above = comments[index - 1], one = comments[index];
  if (!above || !one || !text.startsWith("//", above.start) || !text.startsWith("//", one.start)) {
    return false;
  }
  const column = columnOf(text, one.start);
  return linesIn(text, above.end, one.start) === 1 && column === columnOf(text, above.start) &&
    (next === null || column !== columnOf(text, next));
}

function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Returns the comments and the comma between two offsets. */
function piecesOf(text: string, from: number, to: number): { comma: number; comments: Range[] } {
  const comments: Range[] = [];
  let comma = -1;
  for (let at = from; at < to; at++) {
    if (text[at] === ",") comma = at;
    if (text[at] !== "/") continue;
    let end = at + 2;
    if (text[at + 1] === "*") end = text.indexOf("*/", end) + 2;
    else while (end < to && !isNewline(text.charCodeAt(end))) end++;
    comments.push({ start: at, end });
    at = end - 1;
  }
  return { comma, comments };
}

/** Returns the number of line ends between two offsets. */
function linesIn(text: string, from: number, to: number): number {
  return text.slice(from, to).match(/\r\n|\n|\r/g)?.length ?? 0;
}

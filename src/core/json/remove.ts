import { gapsOf, type Range } from "./comments.ts";
import { type Container, elementsOf, isBlank, isFirstOnLine, isNewline, lineStart } from "./layout.ts";

/** Returns the text without some members or items, their commas and their comments. `indexes` must be descending. */
export function removeElements(text: string, container: Container, indexes: readonly number[]): string {
  const elements = elementsOf(container), gapAt = gapsOf(text, container);
  const gone: Range[] = [];
  for (let at = indexes.length - 1; at >= 0;) {
    const first = indexes[at]!;
    let end = first;
    while (at >= 0 && indexes[at] === end) [end, at] = [end + 1, at - 1];
    // Elements are removed with the commas after them, or before them where commas begin the lines or the
    // list ends.
    const before = gapAt(first).comma;
    const isBefore = before >= 0 && (isFirstOnLine(text, before) || gapAt(end).comma < 0);
    for (let index = first; index < end; index++) {
      const { comma } = gapAt(isBefore ? index : index + 1);
      for (const span of [...gapAt(index).leading, elements[index]!, ...gapAt(index + 1).trailing]) {
        gone.push(span);
      }
      if (comma >= 0) gone.push({ start: comma, end: comma + 1 });
    }
  }
  gone.sort((one, other) => one.start - other.start);
  let result = "", copied = 0;
  for (const range of joined(text, gone)) {
    const { start, end } = widened(text, range);
    result += text.slice(copied, Math.max(copied, start));
    copied = Math.max(copied, end);
  }
  return result + text.slice(copied);
}

/** Returns ranges in which those with only space between them are joined. */
function joined(text: string, ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last && /^\s*$/.test(text.slice(last.end, range.start))) {
      result[result.length - 1] = { start: last.start, end: range.end };
    } else result.push(range);
  }
  return result;
}

/** Returns a range with the surrounding space that is not needed without it. */
function widened(text: string, { start, end }: Range): Range {
  let before = start, after = end;
  while (isBlank(text.charCodeAt(before - 1))) before--;
  while (isBlank(text.charCodeAt(after))) after++;
  const isFirst = isFirstOnLine(text, start), isLast = isNewline(text.charCodeAt(after));
  if (isFirst && isLast) return fullLines(text, before, behindLine(text, after));
  if (isFirst) return { start, end: after };
  if (isLast) return { start: before, end: after };
  if (isClosing(text[after])) return { start: before, end };
  return { start, end: before < start || "{[".includes(text[before - 1]!) ? after : end };
}

/** Returns a range of full lines with the empty line above, when an empty line or the container's end follows. */
function fullLines(text: string, start: number, end: number): Range {
  let next = end;
  while (isBlank(text.charCodeAt(next))) next++;
  const above = lineStart(text, start - (text.startsWith("\r\n", start - 2) ? 2 : 1));
  const isEmpty = text.slice(above, start).trim() === "";
  return isEmpty && (isNewline(text.charCodeAt(next)) || isClosing(text[next]))
    ? { start: above, end }
    : { start, end };
}

function behindLine(text: string, newline: number): number {
  return newline + (text.startsWith("\r\n", newline) ? 2 : 1);
}

function isClosing(character: string | undefined): boolean {
  return character === "}" || character === "]";
}

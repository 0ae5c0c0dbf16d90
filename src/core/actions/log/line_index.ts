/** Bytes after which a new mark is set: what is read at most to find one line. */
const STEP = 64 * 1024;

/** Where a line stands in a file: `line` counts from 0, `offset` in bytes. */
interface Mark {
  readonly line: number;
  readonly offset: number;
}

/** Where the lines of a growing file stand, sparsely: a log of 5 MB takes some eighty marks. */
export interface LineIndex {
  /** How many lines there are, and where the last one ends. */
  readonly end: Mark;
  /** Whole lines follow: so many, of so many bytes together. */
  add(lines: number, bytes: number): void;
  /** The nearest known place at or before that line. */
  before(line: number): Mark;
  /** The nearest known place at or after that line. */
  after(line: number): Mark;
}

/** Makes an index of lines that begin at that offset. */
export function createLineIndex(offset: number): LineIndex {
  const marks: Mark[] = [{ line: 0, offset }];
  let end: Mark = marks[0]!;

  /** The index of the last mark at or before a line. */
  function find(line: number): number {
    let low = 0, high = marks.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (marks[middle]!.line <= line) low = middle;
      else high = middle;
    }
    return low;
  }

  return {
    get end() {
      return end;
    },
    add(lines, bytes) {
      if (end.offset - marks.at(-1)!.offset >= STEP) marks.push(end);
      end = { line: end.line + lines, offset: end.offset + bytes };
    },
    before: (line) => marks[find(line)]!,
    after(line) {
      const mark = marks[find(line)]!;
      return mark.line === line ? mark : marks[find(line) + 1] ?? end;
    },
  };
}

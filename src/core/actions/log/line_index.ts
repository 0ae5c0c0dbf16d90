/** Bytes between two marks: the maximum read to find one line. */
const STEP = 64 * 1024;

/** The place of a line in a file: `line` counts from 0, `offset` in bytes. */
interface Mark {
  readonly line: number;
  readonly offset: number;
}

/** A sparse index of the lines of a growing file: a log of 5 MB takes about eighty marks. */
export type LineIndex = ReturnType<typeof createLineIndex>;

/** Creates an index of lines that start at that offset. */
export function createLineIndex(offset: number) {
  const marks: Mark[] = [{ line: 0, offset }];
  let end: Mark = marks[0]!;

  /** Returns the index of the last mark at or before a line. */
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
    /** Number of lines, and the offset at which the last one ends. */
    get end(): Mark {
      return end;
    },
    /** Records further complete lines: their number and their bytes together. */
    add(lines: number, bytes: number): void {
      if (end.offset - marks.at(-1)!.offset >= STEP) marks.push(end);
      end = { line: end.line + lines, offset: end.offset + bytes };
    },
    /** Returns the nearest known place at or before that line. */
    before: (line: number): Mark => marks[find(line)]!,
    /** Returns the nearest known place at or after that line. */
    after(line: number): Mark {
      const mark = marks[find(line)]!;
      return mark.line === line ? mark : marks[find(line) + 1] ?? end;
    },
  };
}

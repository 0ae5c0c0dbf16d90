import { lastNotAbove, wrapOffsets } from "../../text/tokens.ts";

/** Maps rows to the parts of lines that they show. */
export interface Wrapping {
  readonly rows: number;
  /** Returns the line that a row shows and the part of its text, in UTF-16 units. */
  at(row: number): { readonly line: number; readonly start: number; readonly end: number };
  /** Returns the row that shows this offset of a line. */
  rowOf(line: number, offset?: number): number;
}

/** A wrapping to which lines can be added. */
export interface GrowingWrapping extends Wrapping {
  add(line: string): void;
  /** Removes this number of lines from the beginning, so that the line after them becomes the first. */
  drop(lines: number): void;
}

/** Breaks lines into rows no wider than `columns` as they are added. */
export function createWrapping(columns: number): GrowingWrapping {
  const offsets: (readonly number[] | null)[] = [];
  const lengths: number[] = [];
  /** The first row of each line, counted from the first line ever added. */
  const starts: number[] = [];
  let rows = 0, gone = 0;
  return {
    get rows() {
      return rows - gone;
    },
    drop(lines) {
      for (const list of [offsets, lengths, starts]) list.splice(0, lines);
      gone = starts[0] ?? rows;
    },
    add(line) {
      const parts = wrapOffsets(line, columns);
      offsets.push(parts.length === 1 ? null : parts);
      lengths.push(line.length);
      starts.push(rows);
      rows += parts.length;
    },
    at(row) {
      const line = lastNotAbove(starts, row + gone);
      const parts = offsets[line] ?? [0];
      const part = row + gone - (starts[line] ?? 0);
      return { line, start: parts[part] ?? 0, end: parts[part + 1] ?? lengths[line] ?? 0 };
    },
    rowOf(line, offset = 0) {
      return (starts[line] ?? gone) - gone + lastNotAbove(offsets[line] ?? [0], offset);
    },
  };
}

/** Breaks lines into rows no wider than `columns`. */
export function wrapLines(lines: readonly string[], columns: number): Wrapping {
  const wrapping = createWrapping(columns);
  for (const line of lines) wrapping.add(line);
  return wrapping;
}

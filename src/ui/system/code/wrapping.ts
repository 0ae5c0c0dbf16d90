import { lastNotAbove, wrapOffsets } from "../../text/tokens.ts";

/** Which line, and which part of it, each row shows. */
export interface Wrapping {
  readonly rows: number;
  /** The line of a row and the part of the line's text that it shows. */
  at(row: number): { readonly line: number; readonly start: number; readonly end: number };
  /** The row that shows this place of a line. */
  rowOf(line: number, offset?: number): number;
}

/** A wrapping that lines are added to. */
export interface GrowingWrapping extends Wrapping {
  add(line: string): void;
  /** Forgets so many lines at the beginning: the next one is the first. */
  drop(lines: number): void;
}

/** Breaks lines into rows no wider than `columns` as they are added. */
export function createWrapping(columns: number): GrowingWrapping {
  const offsets: (readonly number[] | null)[] = [];
  const lengths: number[] = [];
  /** Of each line the row that it begins at, counted with those that were forgotten. */
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

import type { ResultRow } from "../../../../core/sql/spill/rows.ts";
import { type GridColumn, isNumeric } from "./formats.ts";

/** The height of a row and of the head, in CSS pixels; query.css says the same. */
export const ROW = 24;
export const HEAD = 28;
/** The tallest element, in CSS pixels: WebKit and Chromium silently cut off what is taller. */
const TALLEST = 30_000_000;
/** Of a column, in CSS pixels. */
const LEAST = 56, MOST = 340, CHARACTER = 7.3, PADDING = 22;
/** What stands in a cell that takes the server's default. */
export const DEFAULT = "DEFAULT";
/** Rows by whose cells the widths are chosen. */
const LOOKED_AT = 60;

/** How wide texts stand, in CSS pixels. */
export interface Measure {
  name(text: string): number;
  cell(text: string): number;
}

const byLength = (text: string) => text.length * CHARACTER;
const BY_LENGTH: Measure = { name: byLength, cell: byLength };

/** Characters of a cell that are drawn. */
const DRAWN = 300;

/** One line of a cell, as much as can be seen. */
export function lineOf(cell: string): string {
  const line = cell.length > DRAWN ? cell.slice(0, DRAWN) : cell;
  return line.replace(/[\r\n\t]+/g, " ⏎ ");
}

/** Widths of columns that show their names and most of the first rows' cells; those that need more share what `room` leaves. */
export function widthsOf(
  columns: readonly GridColumn[],
  rows: readonly ResultRow[],
  { room = 0, measure = BY_LENGTH, written = false }: {
    readonly room?: number;
    readonly measure?: Measure;
    /** Rows may be added, whose cells say so. */
    readonly written?: boolean;
  } = {},
): number[] {
  const needed = columns.map((column, i) => {
    let widest = Math.max(measure.name(column.name), written ? byLength(DEFAULT) : 0);
    for (const { cells } of rows.slice(0, LOOKED_AT)) {
      const line = lineOf(cells[i] ?? "NULL");
      // Of plain letters all are as wide.
      widest = Math.max(widest, /^[ -~]*$/.test(line) ? byLength(line) : measure.cell(line));
    }
    return Math.max(LEAST, Math.ceil(widest + PADDING));
  });
  const widths = needed.map((width, i) => Math.min(width, isNumeric(columns[i]!) ? 260 : MOST));
  let left = room - widths.reduce((sum, width) => sum + width, 0);
  const wanting = widths.map((_, i) => i).filter((i) => needed[i]! > widths[i]!)
    .sort((a, b) => needed[a]! - widths[a]! - (needed[b]! - widths[b]!));
  for (const [index, i] of wanting.entries()) {
    const more = Math.min(needed[i]! - widths[i]!, Math.floor(left / (wanting.length - index)));
    if (more <= 0) break;
    widths[i]! += more;
    left -= more;
  }
  return widths;
}

/** Where columns begin, and at the end where the last one ends. */
export function leftsOf(widths: readonly number[]): number[] {
  const lefts = [0];
  for (const width of widths) lefts.push(lefts.at(-1)! + width);
  return lefts;
}

/** The columns that are seen between two places, with one more at each side. */
export function columnsBetween(
  lefts: readonly number[],
  from: number,
  to: number,
): [first: number, last: number] {
  let first = 0;
  while (first < lefts.length - 2 && lefts[first + 1]! < from) first++;
  let last = first;
  while (last < lefts.length - 2 && lefts[last + 1]! < to) last++;
  return [Math.max(0, first - 1), Math.min(lefts.length - 2, last + 1)];
}

/** Where rows stand in something that scrolls, however many there are: many millions share the height there is. */
interface Rowing {
  /** Of everything, in CSS pixels. */
  readonly height: number;
  readonly first: number;
  readonly last: number;
  /** Of a row, from the beginning of everything. */
  top(row: number): number;
}

/** The rows that are seen at a place. */
export function rowing(count: number, scrollTop: number, seen: number): Rowing {
  const fullHeight = count * ROW;
  const height = Math.min(fullHeight, TALLEST);
  const ratio = height <= seen || fullHeight === height ? 1 : (fullHeight - seen) / (height - seen);
  const at = scrollTop * ratio;
  const first = Math.max(0, Math.floor(at / ROW) - 6);
  const last = Math.min(count, Math.ceil((at + seen) / ROW) + 6);
  return { height, first, last, top: (row) => scrollTop + row * ROW - at };
}

/** Where to scroll so that a row is seen; null when it is. */
export function scrollFor(count: number, row: number, scrollTop: number, seen: number): number | null {
  const fullHeight = count * ROW;
  const height = Math.min(fullHeight, TALLEST);
  const ratio = height <= seen || fullHeight === height ? 1 : (fullHeight - seen) / (height - seen);
  const at = scrollTop * ratio;
  if (row * ROW < at) return row * ROW / ratio;
  if ((row + 1) * ROW > at + seen) return ((row + 1) * ROW - seen) / ratio;
  return null;
}

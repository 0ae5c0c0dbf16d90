import type { ResultRow } from "../../../../core/sql/spill/rows.ts";
import { type GridColumn, isNumeric } from "./formats.ts";

/** Height of a row and of the head, in CSS pixels; the same as in the style sheets. */
export const ROW = 24;
export const HEAD = 28;
/** Maximum height of an element, in CSS pixels. WebKit and Chromium silently cut off taller elements. */
const TALLEST = 30_000_000;
/** Minimum, maximum, character width and padding of a column, in CSS pixels. */
const LEAST = 56, MAX_COUNT = 340, CHARACTER = 7.3, PADDING = 22;
/** The text in a cell that takes the server's default. */
export const DEFAULT = "DEFAULT";
/** Number of first rows whose cells determine the widths. */
const LOOKED_AT = 60;

/** Measures texts, in CSS pixels. */
interface Measure {
  name(text: string): number;
  cell(text: string): number;
}

const byLength = (text: string) => text.length * CHARACTER;
const BY_LENGTH: Measure = { name: byLength, cell: byLength };

/** Returns functions that measure texts in a grid, in CSS pixels; undefined where that is impossible. */
export function textWidths(grid: Element | null): Measure | undefined {
  const pen = document.createElement("canvas").getContext("2d");
  const head = grid?.querySelector(".grid-head");
  if (!pen || !head) return undefined;
  const widthIn = (element: Element) => {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
    const font = `${fontWeight} ${fontSize} ${fontFamily}`;
    return (text: string) => {
      pen.font = font;
      // Slightly wider, because the engine's rounding would truncate a text that just fits.
      return Math.ceil(pen.measureText(text).width) + 2;
    };
  };
  return { name: widthIn(head), cell: widthIn(grid!) };
}

/** Maximum characters of a cell rendered in the grid. */
const DRAWN = 300;

/** Returns the visible part of a cell as one line. */
export function lineOf(cell: string): string {
  const line = cell.length > DRAWN ? cell.slice(0, DRAWN) : cell;
  return line.replace(/[\r\n\t]+/g, " ⏎ ");
}

/**
 * Returns the widths of columns that show their names and most of the first rows' cells. Columns that need
 * more share the rest of `room`, in CSS pixels.
 */
export function widthsOf(
  columns: readonly GridColumn[],
  rows: readonly ResultRow[],
  { room = 0, measure = BY_LENGTH, written = false }: {
    readonly room?: number;
    readonly measure?: Measure;
    /** Whether rows may be added, whose cells show the default's text. */
    readonly written?: boolean;
  } = {},
): number[] {
  const needed = columns.map((column, i) => {
    let widest = Math.max(measure.name(column.name), written ? byLength(DEFAULT) : 0);
    for (const { cells } of rows.slice(0, LOOKED_AT)) {
      const line = lineOf(cells[i] ?? "NULL");
      // Plain ASCII letters all have the same width.
      widest = Math.max(widest, /^[ -~]*$/.test(line) ? byLength(line) : measure.cell(line));
    }
    return Math.max(LEAST, Math.ceil(widest + PADDING));
  });
  const widths = needed.map((width, i) => Math.min(width, isNumeric(columns[i]!) ? 260 : MAX_COUNT));
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

/** Returns where columns begin, and finally where the last one ends, in CSS pixels. */
export function leftsOf(widths: readonly number[]): number[] {
  const lefts = [0];
  for (const width of widths) lefts.push(lefts.at(-1)! + width);
  return lefts;
}

/** Returns the columns that are visible between two positions, with one more at each side. */
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

/**
 * Returns the height of a scrolling element with that many rows, and by how many pixels the rows move for each
 * pixel that is scrolled. Many millions of rows share the maximum height.
 */
function scaleOf(count: number, seen: number): { readonly height: number; readonly ratio: number } {
  const fullHeight = count * ROW;
  const height = Math.min(fullHeight, TALLEST);
  return {
    height,
    ratio: height <= seen || fullHeight === height ? 1 : (fullHeight - seen) / (height - seen),
  };
}

/**
 * Returns the rows that are visible at a scroll position. `height` is the total height, and `top` returns the
 * top of a row, from the top of the content, in CSS pixels.
 */
export function rowing(count: number, scrollTop: number, seen: number) {
  const { height, ratio } = scaleOf(count, seen);
  const at = scrollTop * ratio;
  const first = Math.max(0, Math.floor(at / ROW) - 6);
  const last = Math.min(count, Math.ceil((at + seen) / ROW) + 6);
  return { height, first, last, top: (row: number) => scrollTop + row * ROW - at };
}

/** Returns the scroll position that makes a row visible; null when it is visible already. */
export function scrollFor(count: number, row: number, scrollTop: number, seen: number): number | null {
  const { ratio } = scaleOf(count, seen);
  const at = scrollTop * ratio;
  if (row * ROW < at) return row * ROW / ratio;
  if ((row + 1) * ROW > at + seen) return ((row + 1) * ROW - seen) / ratio;
  return null;
}

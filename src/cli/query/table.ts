import type { Column } from "../../core/sql/driver/mod.ts";
import type { Write } from "../../core/sql/export/chunks.ts";
import type { ResultWriter } from "../../core/sql/export/writer.ts";
import { textOf } from "../../core/sql/values.ts";
import { oneLine } from "../../core/text/outside.ts";
import { cutTo, padded, widthOf } from "../width.ts";

/** Maximum rows laid out together; their cells determine the widths of the columns. */
const TOGETHER = 1000;
/** Maximum characters of cells laid out together; a longer result is printed in parts. */
const MAX_SIZE = 4 * 1024 * 1024;
/** Minimum width, in terminal columns, to which cells may be cut, so that times and identifiers stay whole. */
const NEVER_CUT = 40;
/** Maximum width to which cells are padded when nothing is cut, so that one huge cell does not lengthen every line. */
const PADDED = 500;

/** Number of characters above which a cell is wider than any line, whatever its characters. */
const LONG = 20_000;

const NUMBERS: ReadonlySet<string> = new Set(["integer", "float", "decimal"]);

/**
 * Returns a writer of tables for people: each cell on one line, and the number of rows below. `room` is the
 * width of the terminal in columns; long cells are cut so that lines fit. With an infinite `room` nothing is
 * cut.
 */
export function tableWriter(write: Write, room = Infinity): ResultWriter {
  let columns: readonly Column[] = [];
  let rows: string[][] = [];
  let size = 0;
  let count = 0;
  let headed = false;
  let shortened = false;
  let results = 0;
  const fits = Number.isFinite(room);
  // A character has up to four bytes, and characters of width zero may precede the visible ones.
  const bytesSeen = fits ? 4 * room + 400 : Infinity;
  const send = (lines: readonly string[]) =>
    write(new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));

  function layOut(): string[] {
    const names = columns.map(({ name }) => oneLine(name));
    const natural = columns.map((_, i) =>
      rows.reduce((most, row) => Math.max(most, widthSeen(row[i]!)), headed ? 0 : widthSeen(names[i]!))
    );
    // Each cell has a space on both sides, and a bar separates two cells.
    const limit = fits ? Math.max(NEVER_CUT, limitOf(natural, room - 3 * columns.length + 1)) : PADDED;
    const widths = natural.map((width) => Math.min(width, limit));
    const shown = (cell: string, i: number) => {
      if (widthSeen(cell) <= limit) {
        return padded(cell, widths[i]!, NUMBERS.has(columns[i]!.kind) ? "start" : "end");
      }
      shortened ||= fits;
      return fits ? cutTo(cell, limit) : cell;
    };
    const line = (cells: readonly string[]) =>
      cells.map((cell, i) => ` ${shown(cell, i)} `).join("|").trimEnd();
    const head = headed ? [] : [
      ...(results++ > 0 ? [""] : []),
      line(names),
      widths.map((width) => "-".repeat(width + 2)).join("+"),
    ];
    headed = true;
    const lines = [...head, ...rows.map(line)];
    [rows, size] = [[], 0];
    return lines;
  }

  return {
    columns(next) {
      [columns, rows, size, count, headed, shortened] = [next, [], 0, 0, false, false];
    },
    row(bytes, bounds) {
      count++;
      rows.push(columns.map((column, i) => {
        const start = bounds[2 * i]!, end = bounds[2 * i + 1]!;
        const text = textOf(column, bytes, start, Math.min(end, start + bytesSeen));
        const rest = end - start > bytesSeen ? "…" : "";
        shortened ||= rest !== "";
        const cell = text === null ? "NULL" : oneLine(text) + rest;
        size += cell.length;
        return cell;
      }));
      return rows.length < TOGETHER && size < MAX_SIZE ? true : send(layOut()).then(() => true);
    },
    async end({ affected, cut, ms }) {
      const rowsOf = (n: number) => `${n} ${n === 1 ? "row" : "rows"}`;
      if (columns.length === 0) {
        await send([`(${affected === undefined ? "done" : `${rowsOf(affected)} changed`}, ${ms} ms)`]);
        return;
      }
      const lines = layOut();
      const more = cut ? ", there are more: --limit N" : "";
      const cutNote = shortened ? ", long cells are cut: --format csv" : "";
      await send([...lines, `(${rowsOf(count)}, ${ms} ms${more}${cutNote})`]);
      columns = [];
    },
    close: () => Promise.resolve(),
  };
}

/** Returns the width of a cell, which is exact only for a cell that may fit on a line. */
function widthSeen(cell: string): number {
  return cell.length > LONG ? cell.length : widthOf(cell);
}

/** Returns the maximum width with which all columns fit: narrow columns leave their share of the room to the others. */
function limitOf(widths: readonly number[], room: number): number {
  let left = room;
  const ordered = widths.toSorted((a, b) => a - b);
  for (const [index, width] of ordered.entries()) {
    const share = Math.floor(left / (ordered.length - index));
    if (width > share) return share;
    left -= width;
  }
  return ordered.at(-1) ?? 0;
}

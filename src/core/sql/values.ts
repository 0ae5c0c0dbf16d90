import { type Buffer, isUtf8 } from "node:buffer";
import type { Cell, Column, RowSink } from "./driver/mod.ts";

/** Returns a cell as text, exactly as the server writes it, with bytes of MySQL as `0x…`. Null means NULL. */
export function textOf({ kind }: Column, bytes: Buffer, start: number, end: number): string | null {
  if (start < 0) return null;
  return kind === "blob" ? `0x${bytes.toString("hex", start, end)}` : bytes.toString("utf8", start, end);
}

/** Maximum characters of a value beside others, such as in the sample of a write. */
const MAX_LENGTH = 200;

/** Returns a value as it is shown beside others, cut when it is long. */
export function shownValue(text: string | null): string | null {
  return text !== null && text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** Returns a sink that keeps the rows of a statement as texts; it refuses the one after `most`. */
export function textRows(most = Infinity) {
  let columns: readonly Column[] = [];
  const rows: (string | null)[][] = [];
  const sink = {
    columns: (next: readonly Column[]) => void (columns = next),
    row(bytes: Buffer, bounds: Int32Array) {
      if (rows.length >= most) return false;
      rows.push(columns.map((column, i) => textOf(column, bytes, bounds[2 * i]!, bounds[2 * i + 1]!)));
      return true;
    },
  } satisfies RowSink;
  return { sink, rows, columns: () => columns };
}

/** Whether a text represents the bytes completely; bytes that are not UTF-8 have become U+FFFD in it. */
export function isText(text: string, bytes: Buffer, start: number, end: number): boolean {
  return !text.includes("\ufffd") || isUtf8(bytes.subarray(start, end));
}

/** Returns a cell as a value: a boolean, or a number that holds the text exactly, else the text. */
export function valueOf(column: Column, bytes: Buffer, start: number, end: number): Cell {
  const text = textOf(column, bytes, start, end);
  if (text === null) return null;
  switch (column.kind) {
    case "boolean":
      return text === "t";
    case "integer": {
      const number = Number(text);
      return Number.isSafeInteger(number) ? number : text;
    }
    case "float": {
      const number = Number(text);
      return Number.isFinite(number) ? number : text;
    }
    default:
      return text;
  }
}

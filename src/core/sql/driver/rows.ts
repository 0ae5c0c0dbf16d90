import { Buffer } from "node:buffer";
import type { RowSink } from "./connection.ts";

/** A sink that drops all rows. */
export const NO_ROWS: RowSink = { columns: () => {}, row: () => true };

/** Maximum rows kept of an answer to Kedge itself. */
const MAX_COUNT = 100;

/** Returns a sink that keeps the first rows of an answer as UTF-8, whatever their types; null is NULL. */
export function utf8Rows() {
  const rows: (string | null)[][] = [];
  const sink: RowSink = {
    columns: () => {},
    row(bytes, bounds) {
      if (rows.length >= MAX_COUNT) return true;
      rows.push(Array.from({ length: bounds.length / 2 }, (_, i) => {
        const [start, end] = bounds.subarray(2 * i);
        return start! < 0 ? null : bytes.toString("utf8", start, end);
      }));
      return true;
    },
  };
  return { sink, rows };
}

/** Returns separate cells as a row in the form in which a driver passes it; null is NULL. */
export function driverRow(cells: readonly (Uint8Array | null)[]): [bytes: Buffer, bounds: Int32Array] {
  const bounds = new Int32Array(2 * cells.length);
  let at = 0;
  for (const [i, cell] of cells.entries()) {
    bounds[2 * i] = cell === null ? -1 : at;
    bounds[2 * i + 1] = cell === null ? -1 : at += cell.length;
  }
  return [Buffer.concat(cells.flatMap((cell) => cell ?? [])), bounds];
}

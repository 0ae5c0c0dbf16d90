import { Buffer } from "node:buffer";
import type { RowSink } from "../connection.ts";

/** A cell as a service returned it: UTF-8 text, or bytes; null is NULL. */
export type ServiceCell = string | Uint8Array | null;

/** Passes a row to a sink in the form that the other drivers use. */
export function handRow(sink: RowSink, cells: readonly ServiceCell[]): boolean | Promise<boolean> {
  const parts = cells.map((cell) => typeof cell === "string" ? Buffer.from(cell) : cell);
  const bounds = new Int32Array(cells.length * 2);
  let at = 0;
  for (const [i, part] of parts.entries()) {
    bounds[2 * i] = part === null ? -1 : at;
    bounds[2 * i + 1] = part === null ? -1 : at += part.length;
  }
  return sink.row(Buffer.concat(parts.filter((part) => part !== null)), bounds);
}

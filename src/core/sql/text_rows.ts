import { Buffer } from "node:buffer";
import type { Column, Kind, RowSink } from "./driver/mod.ts";
import { driverRow } from "./spill/rows.ts";

/** Rows whose cells are texts without known types. */
interface TextRows {
  readonly names: readonly string[];
  /** Each has a cell for every name; null: it has none. */
  readonly rows: readonly (readonly (string | null)[])[];
}

/** How the texts of a column look when it holds numbers, or times as services write them. */
const NUMBER = /^-?(0|[1-9]\d{0,30})(\.\d{1,30})?([eE][+-]?\d{1,4})?$/;
const TIME = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const TYPES: Partial<Record<Kind, string>> = { decimal: "number", time: "timestamp" };

/** The columns of such rows: numbers and times where all texts of a column are some. */
export function textColumns({ names, rows }: TextRows): Column[] {
  return names.map((name, at) => {
    const kind = kindOf(rows, at);
    return { name, type: TYPES[kind] ?? "text", kind, typeNumber: 0 };
  });
}

function kindOf(rows: TextRows["rows"], at: number): Kind {
  let kind: Kind | null = null;
  for (const row of rows) {
    const text = row[at];
    if (text === null || text === undefined) continue;
    const mine: Kind = NUMBER.test(text) ? "decimal" : TIME.test(text) ? "time" : "text";
    if (mine === "text" || (kind !== null && kind !== mine)) return "text";
    kind = mine;
  }
  return kind ?? "text";
}

/** Hands such rows to a sink, as a driver does; false when it wanted no more. */
export async function sendTextRows(
  table: TextRows,
  columns: readonly Column[],
  sink: RowSink,
  most = Infinity,
): Promise<boolean> {
  sink.columns(columns);
  for (const [index, row] of table.rows.entries()) {
    if (index >= most) return false;
    const cells = columns.map((_, at) => {
      const text = row[at] ?? null;
      return text === null ? null : Buffer.from(text);
    });
    if (!await sink.row(...driverRow(cells))) return false;
  }
  return true;
}

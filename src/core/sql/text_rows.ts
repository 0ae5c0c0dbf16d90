import { handRows } from "./driver/https/row.ts";
import type { Column, Kind, RowSink } from "./driver/mod.ts";

/** Rows whose cells are texts of unknown type. */
interface TextRows {
  readonly names: readonly string[];
  /** Each row has a cell for every name; null means that the row has no value for it. */
  readonly rows: readonly (readonly (string | null)[])[];
}

/** Texts of a number, and of a time as services write it. */
const NUMBER = /^-?(0|[1-9]\d{0,30})(\.\d{1,30})?([eE][+-]?\d{1,4})?$/;
const TIME = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const TYPES: Partial<Record<Kind, string>> = { decimal: "number", time: "timestamp" };

/**
 * Returns the columns of such rows. A column holds numbers or times when all its texts are numbers or all are
 * times.
 */
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

/**
 * Sends such rows to a sink, as a driver does. Returns false when the sink wants no more or there are more
 * than `most` rows.
 */
export async function sendTextRows(
  { rows }: TextRows,
  columns: readonly Column[],
  sink: RowSink,
  most = Infinity,
): Promise<boolean> {
  sink.columns(columns);
  const cells = rows.values().take(most).map((row) => columns.map((_, at) => row[at] ?? null));
  return await handRows(sink, cells) && rows.length <= most;
}

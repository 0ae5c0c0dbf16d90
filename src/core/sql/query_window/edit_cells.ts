import type { CellValue, RowChange } from "../edit/changes.ts";
import type { Editable } from "../edit/editable.ts";
import { valueFault } from "../edit/value_fault.ts";
import type { Engine } from "../engines/mod.ts";
import type { ResultEntry } from "./entry.ts";

/** Maximum characters of a cell that can be edited. */
const MAX_LENGTH = 1_000_000;

/** A cell of a result with its new value. Without a value it takes the server's default, or what it was before. */
export interface NewCell {
  /** The row's number in the result; below 0 for an added row. */
  readonly row: number;
  readonly column: number;
  readonly value?: CellValue;
}

/** Cells of rows that exist, and rows to add after them. */
export interface PastedRows {
  readonly cells: readonly NewCell[];
  readonly rows: readonly (readonly Omit<NewCell, "row">[])[];
}

/** Returns why a cell cannot take a value; null when it can. */
export function cellFault(
  { editable, columns, engine }: {
    readonly editable: Editable;
    readonly columns: ResultEntry["columns"];
    readonly engine: Engine;
  },
  { column, value }: Omit<NewCell, "row">,
): string | null {
  const one = editable.columns[column];
  if (!one) return "There is no such column.";
  if (one.why !== null) return one.why;
  const { name, nullable, choices } = one.column!;
  if (value === undefined) return null;
  if (value !== null && value.length > MAX_LENGTH) return `${name} gets more than is edited here.`;
  const { kind, type } = columns[column]!;
  return valueFault(value, { name, kind, type, nullable, choices }, engine);
}

/**
 * Returns a function that reads a row's key and the given columns, or a text that says why the row cannot be
 * edited.
 */
export function rowReader(
  entry: ResultEntry,
  { key, columns, table }: Editable,
  of: { readonly gone: ReadonlySet<number>; readonly changed: () => readonly RowChange[] },
): (row: number, more: readonly number[]) => Promise<Map<number, CellValue> | string> {
  return async (rowNumber, more) => {
    if (rowNumber < 0) return new Map();
    if (of.gone.has(rowNumber)) return "This row was removed.";
    const rows = await entry.result?.read(rowNumber, 1, new AbortController().signal);
    const row = rows?.ok ? rows.rows[0] : undefined;
    if (!row) return "This row is no longer there.";
    const before = new Map<number, CellValue>();
    for (const at of new Set([...key, ...more])) {
      const name = columns[at]?.column?.name ?? "";
      if (row.broken?.includes(at)) return `${name} has bytes here that are no text: it would be spoiled.`;
      const text = row.cut?.includes(at)
        ? await entry.result?.cell(rowNumber, at) ?? null
        : row.cells[at] ?? null;
      if (text !== null && text.length > MAX_LENGTH) return `${name} has more than is edited here.`;
      if (text === null && key.includes(at)) return `There is no row of ${table.name} here.`;
      before.set(at, text);
    }
    const same = of.changed().find((other) =>
      other.rowNumber !== rowNumber && other.kind !== "add" &&
      key.every((at) => other.before.get(at) === before.get(at))
    );
    return same
      ? `Row ${same.rowNumber + 1} shows the same row of ${table.name}, and is changed there.`
      : before;
  };
}

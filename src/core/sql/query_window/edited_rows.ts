import type { RowSource } from "../../resources/rows.ts";
import type { RowChange } from "../edit/changes.ts";
import type { ResultRow } from "../spill/mod.ts";

/** Maximum characters of a new value that a row shows. */
const SHOWN = 2000;

/** The changes of a result that its rows show. */
interface Edited {
  readonly changes: readonly RowChange[];
  isGone(rowNumber: number): boolean;
}

/** Returns the rows of a result with their changes. Added rows come after the others. */
export function editedRows(
  source: RowSource<ResultRow>,
  columns: number,
  edited: () => Edited | undefined,
): RowSource<ResultRow> {
  return {
    async read(from, count, signal) {
      const read = await source.read(from, count, signal);
      const now = edited();
      if (!read.ok || !now) return read;
      const byRowNumber = new Map(now.changes.map((change) => [change.rowNumber, change]));
      const rows = read.rows.map((row, index) => {
        const rowNumber = row.rowNumber ?? from + index;
        const change = byRowNumber.get(rowNumber);
        if (change) return withChange(row, change);
        return now.isGone(rowNumber) ? { ...row, edit: { kind: "gone" as const, columns: [] } } : row;
      });
      if (read.total === null) return { ...read, rows };
      const added = now.changes.filter(({ kind }) => kind === "add");
      const empty: ResultRow = { cells: Array.from({ length: columns }, () => null) };
      const more = added.slice(Math.max(0, from - read.total), Math.max(0, from + count - read.total))
        .map((change) => ({ ...withChange(empty, change), rowNumber: change.rowNumber }));
      return { ok: true, rows: [...rows, ...more], total: read.total + added.length };
    },
    subscribe: (listener) => source.subscribe(listener),
  };
}

function withChange(row: ResultRow, { kind, values }: RowChange): ResultRow {
  const cells = [...row.cells];
  const cut = new Set(row.cut);
  for (const [column, value] of values) {
    cells[column] = value !== null && value.length > SHOWN ? value.slice(0, SHOWN) : value;
    cut.delete(column);
    if (value !== null && value.length > SHOWN) cut.add(column);
  }
  const { cut: _, ...rest } = row;
  return {
    ...rest,
    cells,
    ...(cut.size > 0 ? { cut: [...cut] } : {}),
    edit: { kind, columns: [...values.keys()] },
  };
}

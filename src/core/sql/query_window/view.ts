import { refusal } from "../../result.ts";
import type { RowSource, RowsRead } from "../../resources/rows.ts";
import type { Column } from "../driver/mod.ts";
import type { Result, ResultRow } from "../spill/mod.ts";
import { compareTexts, createKeys, type Keys, secondsOf, sorted } from "./order.ts";
import { formatNumber } from "../../text/locale.ts";

/** Which rows of a result are shown, in which order. */
export interface View {
  readonly sort: { readonly column: number; readonly descending: boolean } | null;
  /** Shows rows with a cell that contains this text, in any case; empty: all rows. */
  readonly filter: string;
}

/** Number of rows read together while a view is made. */
const STEP = 500;
/** Maximum rows that are sorted, because their keys are in memory. */
const MAX_SORTED = 1_000_000;
/** Maximum rows whose long texts begin alike and are compared completely. */
const MAX_ALIKE = 5_000;

const NUMBERS: ReadonlySet<string> = new Set(["integer", "float", "decimal"]);
/** MySQL's TIME, which may be negative and have many hours, and PostgreSQL's interval. */
const DURATIONS = /^(time|interval)$/;

/** Returns how cells of a column become numbers to compare; null where they are compared as texts. */
function numberOf({ kind, type }: Column): ((cell: string) => number) | null {
  return NUMBERS.has(kind) ? Number : DURATIONS.test(type) ? secondsOf : null;
}

/**
 * Returns the fetched rows, filtered and sorted. The order is made at the first read and again after rows
 * were added; only the rows' numbers are kept.
 */
export function createView(
  all: RowSource<ResultRow>,
  result: () => Result | null,
  columns: readonly Column[],
  { sort, filter }: View,
): RowSource<ResultRow> {
  let made: { readonly count: number; readonly order: Promise<Int32Array | string> } | null = null;
  const needle = filter.toLowerCase();
  const { signal } = new AbortController();

  async function make(count: number): Promise<Int32Array | string> {
    if (sort && count > MAX_SORTED) {
      return `More than ${
        formatNumber(MAX_SORTED)
      } rows are not put into order here: let the server do it with ORDER BY.`;
    }
    const rowNumbers = new Int32Array(count);
    const column = sort ? columns[sort.column] : undefined;
    const keys = createKeys(column ? numberOf(column) : null, sort?.descending ?? false);
    let found = 0;
    for (let from = 0; from < count; from += STEP) {
      const read = await all.read(from, Math.min(STEP, count - from), signal);
      if (!read.ok) return read.error;
      for (const [index, row] of read.rows.entries()) {
        if (needle !== "" && !holds(row) && !(row.cut && await isComplete(row.cut, from + index))) continue;
        if (sort) keys.add(row.cells[sort.column] ?? null);
        rowNumbers[found++] = from + index;
      }
    }
    if (!sort) return rowNumbers.slice(0, found);
    const order = await sorted(found, keys.compare);
    const inOrder = order.map((index) => rowNumbers[index]!);
    await finish(inOrder, order, keys, sort);
    return inOrder;
  }

  function holds({ cells }: ResultRow): boolean {
    return cells.some((cell) => cell?.toLowerCase().includes(needle));
  }

  /** Whether a long cell contains the filter; the row itself has only the beginning of such a cell. */
  async function isComplete(cut: readonly number[], row: number): Promise<boolean> {
    for (const column of cut) {
      const cell = await result()?.cell(row, column);
      if (cell?.toLowerCase().includes(needle)) return true;
    }
    return false;
  }

  /** Sorts rows whose long texts begin alike by their complete texts. */
  async function finish(
    inOrder: Int32Array,
    order: Int32Array,
    keys: Keys,
    { column, descending }: NonNullable<View["sort"]>,
  ): Promise<void> {
    let left = MAX_ALIKE;
    for (let from = 0; from < order.length;) {
      let to = from + 1;
      while (to < order.length && keys.isOpen(order[from]!, order[to]!)) to++;
      if (to - from > 1 && (left -= to - from) >= 0) {
        const alike: { readonly rowNumber: number; readonly cell: string | null }[] = [];
        for (const row of inOrder.subarray(from, to)) {
          alike.push({ rowNumber: row, cell: await result()?.cell(row, column) ?? null });
        }
        alike.sort((a, b) => compareTexts(a.cell, b.cell, descending) || a.rowNumber - b.rowNumber);
        inOrder.set(alike.map(({ rowNumber }) => rowNumber), from);
      }
      from = to;
    }
  }

  return {
    async read(from, count, signal): Promise<RowsRead<ResultRow>> {
      const now = result()?.count ?? 0;
      if (made?.count !== now) made = { count: now, order: make(now) };
      const order = await made.order;
      if (typeof order === "string") {
        return refusal(order, "Show the rows as they came to see them.");
      }
      const rows: ResultRow[] = [];
      for (let at = Math.max(0, from); at < Math.min(from + count, order.length);) {
        signal.throwIfAborted();
        // Rows that are also neighbours in the result are read together.
        let end = at + 1;
        while (end < from + count && end < order.length && order[end] === order[end - 1]! + 1) end++;
        const read = await all.read(order[at]!, end - at, signal);
        if (!read.ok) return read;
        for (const [index, row] of read.rows.entries()) rows.push({ ...row, rowNumber: order[at + index]! });
        at = end;
      }
      return { ok: true, rows, total: order.length };
    },
    // The position of a new row is not known before it is sorted in.
    subscribe: (listener) => all.subscribe(() => listener(0)),
  };
}

import type { RowSource, RowsRead } from "../../resources/rows.ts";
import type { Column } from "../driver/mod.ts";
import type { Result, ResultRow } from "../spill/mod.ts";

/** Which rows of a result are shown, in which order. */
export interface View {
  readonly sort: { readonly column: number; readonly descending: boolean } | null;
  /** Rows with a cell that contains this text, whatever its case. Empty: all. */
  readonly filter: string;
}

/** Rows that are read together while a view is made. */
const STEP = 500;
/** The most rows that are put into order: their keys are in memory. */
const MOST_SORTED = 1_000_000;
/** Characters of a text by which it is put into order. */
const KEY = 64;
/** Rows that are put into order without letting others go on. */
const TOGETHER = 8192;

const NUMBERS: ReadonlySet<string> = new Set(["integer", "float", "decimal"]);

/**
 * The rows that have been fetched, filtered and in order. It is made when it is first read and again when rows were added;
 * only the rows' numbers are kept.
 */
export function createView(
  all: RowSource<ResultRow>,
  result: () => Result | null,
  columns: readonly Column[],
  { sort, filter }: View,
): RowSource<ResultRow> {
  let made: { readonly count: number; readonly order: Promise<Int32Array | string> } | null = null;
  const needle = filter.toLowerCase();
  const isNumber = sort !== null && NUMBERS.has(columns[sort.column]?.kind ?? "");

  async function make(count: number): Promise<Int32Array | string> {
    if (sort && count > MOST_SORTED) {
      return `More than ${
        MOST_SORTED.toLocaleString("en")
      } rows are not put into order here: let the server do it with ORDER BY.`;
    }
    const places = new Int32Array(count);
    const keys: (string | number | null)[] = [];
    let found = 0;
    const { signal } = new AbortController();
    for (let from = 0; from < count; from += STEP) {
      const read = await all.read(from, Math.min(STEP, count - from), signal);
      if (!read.ok) return read.error;
      for (const [index, { cells }] of read.rows.entries()) {
        if (needle !== "" && !cells.some((cell) => cell?.toLowerCase().includes(needle))) continue;
        if (sort) keys.push(keyOf(cells[sort.column] ?? null, isNumber));
        places[found++] = from + index;
      }
    }
    if (!sort) return places.slice(0, found);
    const order = await sorted(found, comparer(keys, sort.descending));
    return order.map((index) => places[index]!);
  }

  return {
    async read(from, count, signal): Promise<RowsRead<ResultRow>> {
      const now = result()?.count ?? 0;
      if (made?.count !== now) made = { count: now, order: make(now) };
      const order = await made.order;
      if (typeof order === "string") {
        return { ok: false, error: order, hint: "Show the rows as they came to see them." };
      }
      const rows: ResultRow[] = [];
      for (let at = Math.max(0, from); at < Math.min(from + count, order.length);) {
        signal.throwIfAborted();
        // Neighbours of the view are often neighbours of the result.
        let end = at + 1;
        while (end < from + count && end < order.length && order[end] === order[end - 1]! + 1) end++;
        const read = await all.read(order[at]!, end - at, signal);
        if (!read.ok) return read;
        for (const [index, row] of read.rows.entries()) rows.push({ ...row, place: order[at + index]! });
        at = end;
      }
      return { ok: true, rows, total: order.length };
    },
    // Where one more row comes in nobody knows before it is put in its place.
    subscribe: (listener) => all.subscribe(() => listener(0)),
  };
}

function keyOf(cell: string | null, isNumber: boolean): string | number | null {
  if (cell === null) return null;
  if (!isNumber) return cell.length > KEY ? cell.slice(0, KEY).toLowerCase() : cell.toLowerCase();
  const number = Number(cell);
  return Number.isNaN(number) ? Infinity : number;
}

/** NULL comes last, whichever way; what is equal stays as it came. */
function comparer(keys: readonly (string | number | null)[], descending: boolean) {
  const way = descending ? -1 : 1;
  return (a: number, b: number): number => {
    const left = keys[a]!, right = keys[b]!;
    if (left === right) return a - b;
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -way : way;
  };
}

/** Numbers from 0 to `count` in order; others go on between the parts. */
async function sorted(count: number, compare: (a: number, b: number) => number): Promise<Int32Array> {
  let runs: Int32Array[] = [];
  for (let from = 0; from < count; from += TOGETHER) {
    const run = new Int32Array(Math.min(TOGETHER, count - from)).map((_, index) => from + index);
    runs.push(run.sort(compare));
    await others();
  }
  while (runs.length > 1) {
    const next: Int32Array[] = [];
    for (let i = 0; i < runs.length; i += 2) {
      const [left, right] = [runs[i]!, runs[i + 1]];
      next.push(right ? await merged(left, right, compare) : left);
    }
    runs = next;
  }
  return runs[0] ?? new Int32Array(0);
}

async function merged(
  left: Int32Array,
  right: Int32Array,
  compare: (a: number, b: number) => number,
): Promise<Int32Array> {
  const all = new Int32Array(left.length + right.length);
  let l = 0, r = 0;
  for (let at = 0; at < all.length; at++) {
    all[at] = r >= right.length || (l < left.length && compare(left[l]!, right[r]!) <= 0)
      ? left[l++]!
      : right[r++]!;
    if (at % (TOGETHER * 4) === 0) await others();
  }
  return all;
}

function others(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

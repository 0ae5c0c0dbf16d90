import type { ResultRow } from "../../../../core/sql/spill/rows.ts";
import type { Client, RowsAnswer } from "../../../client/mod.ts";
import type { Cells, GridColumn } from "./formats.ts";
import type { Shown } from "./pages_cache.ts";
import type { Box } from "./selection.ts";

/** Cells that are copied at most. */
export const MOST_COPIED = 200_000;
/** Cut cells of a copy that are fetched whole. */
const MOST_WHOLE = 200;
/** Rows that are asked for together. */
const STEP = 2000;

/** All answers to a question about rows, together. */
export function askRows<Row>(
  client: Pick<Client, "query">,
  name: string,
  params: object,
  from: number,
  count: number,
): Promise<readonly Row[] | null> {
  const { promise, resolve } = Promise.withResolvers<readonly Row[] | null>();
  let rows: Row[] = [];
  client.query({ name, params, from, count, live: false }, (given) => {
    const answer = given as RowsAnswer<Row>;
    if (!answer.ok) return resolve(null);
    rows = [...rows, ...answer.rows];
    if (!answer.more || answer.rows.length === 0 || rows.length >= count) resolve(rows);
  });
  return promise;
}

/** The cells of a box, whole; null when they are too many, or are no longer there. */
export async function fetchCells(
  client: Pick<Client, "query">,
  shown: Shown,
  columns: readonly GridColumn[],
  { top, bottom, left, right }: Box,
): Promise<Cells | null> {
  const chosen = columns.slice(left, right + 1);
  if ((bottom - top + 1) * chosen.length > MOST_COPIED) return null;
  const rows: (readonly (string | null)[])[] = [];
  let whole = 0;
  for (let from = top; from <= bottom; from += STEP) {
    const part = await askRows<ResultRow>(client, "rows", shown, from, Math.min(STEP, bottom - from + 1));
    if (!part) return null;
    for (const [index, { cells, cut = [], place }] of part.entries()) {
      const row = [...cells];
      for (const column of cut) {
        if (column < left || column > right || whole++ >= MOST_WHOLE) continue;
        const { tab, result } = shown;
        const at = { tab, result, row: place ?? from + index, column };
        const [cell] = await askRows<string | null>(client, "cell", at, 0, 1) ?? [];
        row[column] = cell ?? row[column]!;
      }
      rows.push(row.slice(left, right + 1));
    }
  }
  return { columns: chosen, rows };
}

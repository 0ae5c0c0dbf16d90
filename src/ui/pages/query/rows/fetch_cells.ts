import type { ResultRow } from "../../../../core/sql/spill/rows.ts";
import type { Client, RowsAnswer } from "../../../client/mod.ts";
import type { Cells, GridColumn } from "./formats.ts";
import type { Shown, ShownRows } from "./pages_cache.ts";
import type { Box } from "./selection.ts";
import { inOneLine } from "../../../../core/text/sentences.ts";
import { formatNumber } from "../../../../core/text/locale.ts";

/** Maximum cells copied. */
const MAX_COPIED = 200_000;
/** Maximum characters copied. */
const MAX_SIZE = 100 * 1024 * 1024;
/** Number of rows requested at a time. */
const STEP = 2000;

const TOO_LARGE = "At most 100 MB of text are copied: export the rows.";

/** Returns the only row of a query, or the reason why there is none. */
export function askOne<Row>(
  client: Pick<Client, "query">,
  name: string,
  params: object,
): Promise<{ readonly row: Row } | string> {
  const { promise, resolve } = Promise.withResolvers<{ readonly row: Row } | string>();
  client.query({ name, params, from: 0, count: 1, live: false }, (given) => {
    const answer = given as RowsAnswer<Row>;
    if (!answer.ok) resolve(inOneLine(answer.error, answer.hint));
    else resolve(answer.rows.length > 0 ? { row: answer.rows[0]! } : "There is nothing.");
  });
  return promise;
}

/** Returns all rows of a query; null after an error. */
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

/** Returns the whole value of a cell; undefined when its row is no longer there. */
export async function askCell(
  client: Pick<Client, "query">,
  { tab, result }: Pick<Shown, "tab" | "result">,
  row: number,
  column: number,
): Promise<string | null | undefined> {
  const found = await askRows<string | null>(client, "cell", { tab, result, row, column }, 0, 1);
  return found?.[0];
}

/** Returns the numbers of rows in the result; undefined for a row that is no longer there. */
export async function rowNumbersOf(
  client: Pick<Client, "query">,
  { pages, shown }: Pick<ShownRows, "pages" | "shown">,
  top: number,
  count: number,
): Promise<(number | undefined)[]> {
  const all = Array.from({ length: count }, (_, at) => pages.row(top + at));
  const read = all.includes(undefined)
    ? await askRows<ResultRow>(client, "rows", shown, top, count) ?? []
    : all;
  return all.map((_, at) => read[at] && (read[at].rowNumber ?? top + at));
}

/**
 * Returns the whole values of the cells in a box, without rows that were removed and committed, or the reason
 * why they cannot be copied.
 */
export async function fetchCells(
  client: Pick<Client, "query">,
  shown: Shown,
  columns: readonly GridColumn[],
  { top, bottom, left, right }: Box,
): Promise<Cells | string> {
  const chosen = columns.slice(left, right + 1);
  if ((bottom - top + 1) * chosen.length > MAX_COPIED) {
    return `At most ${formatNumber(MAX_COPIED)} cells are copied: export the rows.`;
  }
  const rows: (readonly (string | null)[])[] = [];
  let size = 0, removed = false;
  for (let from = top; from <= bottom; from += STEP) {
    const part = await askRows<ResultRow>(client, "rows", shown, from, Math.min(STEP, bottom - from + 1));
    if (!part) return "These rows are no longer there: run the statement again.";
    for (const [index, { cells, cut = [], rowNumber, edit }] of part.entries()) {
      if (edit?.kind === "gone") {
        removed = true;
        continue;
      }
      const row = [...cells];
      for (const column of cut) {
        if (column < left || column > right) continue;
        const cell = await askCell(client, shown, rowNumber ?? from + index, column);
        if (cell === undefined) return "These rows are no longer there: run the statement again.";
        row[column] = cell;
        if (size + (cell?.length ?? 0) > MAX_SIZE) return TOO_LARGE;
      }
      const copied = row.slice(left, right + 1);
      size += copied.reduce((sum, cell) => sum + (cell?.length ?? 4), 0);
      if (size > MAX_SIZE) return TOO_LARGE;
      rows.push(copied);
    }
  }
  return removed && rows.length === 0 ? "These rows were removed." : { columns: chosen, rows };
}

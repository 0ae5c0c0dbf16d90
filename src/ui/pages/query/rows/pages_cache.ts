import { useEffect, useMemo, useState } from "preact/hooks";
import type { ResultRow } from "../../../../core/sql/spill/rows.ts";
import type { ResultState } from "../../../../core/state/query_window.ts";
import type { Client, RowsAnswer } from "../../../client/mod.ts";

/** Number of rows in a page, which are requested together. */
const PAGE = 200;
/** Maximum pages kept. */
const MAX_PAGES = 30;

/** The rows to show: those of a result, with an order and a filter. */
export interface Shown {
  readonly tab: string;
  readonly result: string;
  readonly sort: { readonly column: number; readonly descending: boolean } | null;
  readonly filter: string;
}

/**
 * Creates the pages of the shown rows: those around the rows in view, fetched as they come into view. The
 * newest position is fetched first. `changed` is called when rows have arrived.
 */
function createPages(
  client: Pick<Client, "query">,
  { tab, result, sort, filter }: Shown,
  changed: () => void,
) {
  const pages = new Map<number, readonly ResultRow[]>();
  const asked = new Map<number, () => void>();
  /** Pages whose rows may have changed. */
  const stale = new Set<number>();
  let total: number | null = null;
  let answers = 0;
  let wanted: [first: number, last: number] = [0, 0];

  function ask(page: number): void {
    let rows: ResultRow[] = [];
    const stop = client.query(
      { name: "rows", params: { tab, result, sort, filter }, from: page * PAGE, count: PAGE, live: false },
      (given) => {
        const answer = given as RowsAnswer<ResultRow>;
        if (!answer.ok) {
          asked.delete(page);
          return changed();
        }
        rows = [...rows, ...answer.rows];
        total = answer.total;
        if (answer.more && rows.length < PAGE && answer.rows.length > 0) return;
        asked.delete(page);
        answers++;
        pages.delete(page);
        stale.delete(page);
        pages.set(page, rows);
        while (pages.size > MAX_PAGES) pages.delete(pages.keys().next().value!);
        changed();
      },
    );
    asked.set(page, stop);
  }

  /** Requests the rows from `first` to `last`. */
  function need(first: number, last: number): void {
    wanted = [first, last];
    const from = Math.floor(first / PAGE), to = Math.floor(Math.max(first, last) / PAGE);
    for (const [page, stop] of asked) {
      if (page >= from && page <= to) continue;
      stop();
      asked.delete(page);
    }
    for (let page = from; page <= to; page++) {
      if ((!pages.has(page) || stale.has(page)) && !asked.has(page)) ask(page);
    }
  }

  function close(): void {
    for (const stop of asked.values()) stop();
    asked.clear();
  }

  return {
    row: (at: number) => pages.get(Math.floor(at / PAGE))?.[at % PAGE],
    /** Number of rows of the whole list; null before the first answer. */
    get total() {
      return total;
    },
    /** Counts the answers with rows. */
    get answers() {
      return answers;
    },
    need,
    /**
     * Requests again pages that have changed: the incomplete one after rows were added, or all with
     * `everything`. The old rows stay visible until the new ones arrive.
     */
    grown(everything: boolean): void {
      for (const [page, rows] of pages) if (everything || rows.length < PAGE) stale.add(page);
      if (everything) close();
      need(...wanted);
    },
    close,
  };
}

/** The rows of a result as shown, and their number. */
export type ShownRows = ReturnType<typeof usePages>;

/** Keeps the rows of a result up to date while they arrive and are edited. */
export function usePages(
  client: Pick<Client, "query">,
  shown: Shown,
  { rows, edits }: Pick<ResultState, "rows" | "edits">,
) {
  const [, render] = useState(0);
  const key = JSON.stringify(shown);
  /** Whether the rows are neither sorted nor filtered. */
  const plain = shown.sort === null && shown.filter === "";
  const pages = useMemo(() => createPages(client, shown, () => render((n) => n + 1)), [client, key]);
  useEffect(() => () => pages.close(), [pages]);
  useEffect(() => pages.grown(!plain), [pages, rows]);
  useEffect(() => {
    if (edits) pages.grown(true);
  }, [pages, edits?.version]);
  return { pages, plain, shown, count: plain ? rows + (edits?.added ?? 0) : pages.total ?? 0 };
}

import type { ResultRow } from "../../../../core/sql/spill/rows.ts";
import type { Client, RowsAnswer } from "../../../client/mod.ts";

/** Number of rows in a page, which are requested together. */
const PAGE = 200;
/** Maximum pages kept. */
const MOST_PAGES = 30;

/** The rows to show: those of a result, with an order and a filter. */
export interface Shown {
  readonly tab: string;
  readonly result: string;
  readonly sort: { readonly column: number; readonly descending: boolean } | null;
  readonly filter: string;
}

/** The rows around those in view, fetched as they come into view. The newest position is fetched first. */
export interface RowPages {
  row(at: number): ResultRow | undefined;
  /** Number of rows of the whole list; null before the first answer. */
  readonly total: number | null;
  /** Counts the answers with rows. */
  readonly answers: number;
  readonly failure: { readonly error: string; readonly hint?: string } | null;
  /** Requests the rows from `first` to `last`. */
  need(first: number, last: number): void;
  /**
   * Requests again pages that have changed: the incomplete one after rows were added, or all with
   * `everything`. The old rows stay visible until the new ones arrive.
   */
  grown(everything: boolean): void;
  close(): void;
}

/** Creates the pages of the shown rows. `changed` is called when rows have arrived. */
export function createPages(
  client: Pick<Client, "query">,
  { tab, result, sort, filter }: Shown,
  changed: () => void,
): RowPages {
  const pages = new Map<number, readonly ResultRow[]>();
  const asked = new Map<number, () => void>();
  /** Pages whose rows may have changed. */
  const stale = new Set<number>();
  let total: number | null = null;
  let answers = 0;
  let failure: RowPages["failure"] = null;
  let wanted: [first: number, last: number] = [0, 0];

  function ask(page: number): void {
    let rows: ResultRow[] = [];
    const stop = client.query(
      { name: "rows", params: { tab, result, sort, filter }, from: page * PAGE, count: PAGE, live: false },
      (given) => {
        const answer = given as RowsAnswer<ResultRow>;
        if (!answer.ok) {
          failure = answer;
          asked.delete(page);
          return changed();
        }
        rows = [...rows, ...answer.rows];
        total = answer.total;
        failure = null;
        if (answer.more && rows.length < PAGE && answer.rows.length > 0) return;
        asked.delete(page);
        answers++;
        pages.delete(page);
        stale.delete(page);
        pages.set(page, rows);
        while (pages.size > MOST_PAGES) pages.delete(pages.keys().next().value!);
        changed();
      },
    );
    asked.set(page, stop);
  }

  const api: RowPages = {
    row: (at) => pages.get(Math.floor(at / PAGE))?.[at % PAGE],
    get total() {
      return total;
    },
    get answers() {
      return answers;
    },
    get failure() {
      return failure;
    },
    need(first, last) {
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
    },
    grown(everything) {
      for (const [page, rows] of pages) if (everything || rows.length < PAGE) stale.add(page);
      if (everything) {
        for (const stop of asked.values()) stop();
        asked.clear();
      }
      api.need(...wanted);
    },
    close() {
      for (const stop of asked.values()) stop();
      asked.clear();
    },
  };
  return api;
}

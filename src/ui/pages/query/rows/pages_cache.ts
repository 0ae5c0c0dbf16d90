import type { ResultRow } from "../../../../core/sql/spill/rows.ts";
import type { Client, RowsAnswer } from "../../../client/mod.ts";

/** Rows that are asked for together. */
const PAGE = 200;
/** Pages that are kept. */
const MOST_PAGES = 30;

/** Which rows of which result are shown. */
export interface Shown {
  readonly tab: string;
  readonly result: string;
  readonly sort: { readonly column: number; readonly descending: boolean } | null;
  readonly filter: string;
}

/** The rows around those in view, fetched as they come into view; the newest place first. */
export interface RowPages {
  row(at: number): ResultRow | undefined;
  /** Rows of the whole list, once something was answered; null before. */
  readonly total: number | null;
  /** How often rows have come. */
  readonly answers: number;
  readonly failure: { readonly error: string; readonly hint?: string } | null;
  /** Brings the rows from `first` up to `last`. */
  need(first: number, last: number): void;
  /** There are more rows, or others where anything may have moved; what is shown stays until these have come. */
  grown(everything: boolean): void;
  close(): void;
}

/** Makes the pages of what is shown; `changed` is called when rows have come. */
export function createPages(
  client: Pick<Client, "query">,
  { tab, result, sort, filter }: Shown,
  changed: () => void,
): RowPages {
  const pages = new Map<number, readonly ResultRow[]>();
  const asked = new Map<number, () => void>();
  /** Pages whose rows may be others by now. */
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

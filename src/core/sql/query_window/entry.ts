import { Buffer } from "node:buffer";
import type { RowSource } from "../../resources/rows.ts";
import type { ResultState } from "../../state/query_window.ts";
import type { Column, RowSink } from "../driver/mod.ts";
import { createResult, type Result, type ResultRow, type SpillFolder } from "../spill/mod.ts";
import { createView, type View } from "./view.ts";

/** How often changes of a growing result are reported, in ms. */
const PACE = 80;

/** The result of one statement in a tab: its rows as far as they were wanted, and what became of it. */
export interface ResultEntry {
  readonly state: ResultState;
  readonly sql: string;
  readonly columns: readonly Column[];
  readonly result: Result | null;
  /** Rows in the order and choice of a view; its row numbers change with it. */
  rows(view: View): RowSource<ResultRow>;
  /** Rows up to this many are wanted; more are fetched while there are some. */
  want(count: number): void;
  /** Takes rows of the server: part of a driver's sink. Waits where no more are wanted. */
  readonly take: RowSink["row"];
  /** How long it waited for somebody to want more rows, in ms: that is no time of the server's. */
  waited(): number;
  /** No more rows are taken: the one that waits is let go. */
  release(): void;
  begin(folder: SpillFolder, columns: readonly Column[]): void;
  patch(change: Partial<ResultState>): void;
  /** Free memory and disk. */
  close(): void;
}

/** What an entry tells. */
interface EntryEvents {
  changed(): void;
  /** Rows are held up, or come again. */
  paused(paused: boolean): void;
}

/** Makes the entry of a statement that begins; `first` rows are wanted. */
export function createEntry(
  sql: string,
  first: number,
  start: Pick<ResultState, "title" | "kind" | "startedAt">,
  events: EntryEvents,
): ResultEntry {
  let state: ResultState = {
    id: crypto.randomUUID(),
    status: "running",
    columns: 0,
    rows: 0,
    notices: [],
    ...start,
  };
  let columns: readonly Column[] = [];
  let result: Result | null = null;
  let wanted = first;
  let resume: (() => void) | null = null;
  let letGo: (() => void) | null = null;
  let released = false;
  let waited = 0;
  let waitsSince: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reported = 0;
  const listeners = new Set<(from: number) => void>();
  const views = new Map<string, RowSource<ResultRow>>();

  /** The rows as they came; a view is made of these. */
  const all: RowSource<ResultRow> = {
    read: (from, count, signal) => result?.rows.read(from, count, signal) ?? { ok: true, rows: [], total: 0 },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };

  function tell(): void {
    clearTimeout(timer);
    timer = undefined;
    const count = result?.count ?? 0;
    const from = reported;
    reported = count;
    if (count !== state.rows) state = { ...state, rows: count };
    events.changed();
    for (const listener of [...listeners]) listener(from);
  }

  function soon(): void {
    timer ??= setTimeout(tell, PACE);
  }

  return {
    sql,
    get state() {
      return state;
    },
    get columns() {
      return columns;
    },
    get result() {
      return result;
    },
    rows(view) {
      if (view.sort === null && view.filter === "") return all;
      const key = JSON.stringify(view);
      const known = views.get(key);
      if (known) return known;
      // One view at a time is looked at: the order of a million rows takes some memory.
      views.clear();
      const made = createView(all, () => result, columns, view);
      views.set(key, made);
      return made;
    },
    want(count) {
      wanted = Math.max(wanted, count);
      if (resume && result && result.count < wanted) resume();
    },
    waited: () => waited + (waitsSince === null ? 0 : performance.now() - waitsSince),
    release() {
      released = true;
      letGo?.();
    },
    take(bytes, bounds) {
      if (released) return false;
      const { count } = result!;
      if (count >= wanted) {
        // The bytes are the driver's again when this returns.
        const copy = Buffer.from(bytes);
        const offsets = bounds.slice();
        waitsSince = performance.now();
        return new Promise((resolve) => {
          letGo = () => resolve(false);
          resume = () => {
            resume = null;
            waited += performance.now() - (waitsSince ?? performance.now());
            waitsSince = null;
            events.paused(false);
            state = { ...state, status: "running" };
            resolve(result!.take(copy, offsets));
          };
          state = { ...state, status: "more" };
          events.paused(true);
          tell();
        });
      }
      soon();
      return result!.take(bytes, bounds);
    },
    begin(folder, next) {
      columns = next;
      // The statement runs once more, so its earlier rows are freed.
      result?.close();
      result = createResult(folder, next, Infinity);
      state = { ...state, columns: next.length };
      soon();
    },
    patch(change) {
      state = { ...state, ...change };
      tell();
    },
    close() {
      clearTimeout(timer);
      listeners.clear();
      views.clear();
      result?.close();
    },
  };
}

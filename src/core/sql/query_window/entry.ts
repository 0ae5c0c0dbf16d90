import { Buffer } from "node:buffer";
import type { RowSource } from "../../resources/rows.ts";
import type { ResultState } from "../../state/query_window.ts";
import type { Column, RowSink } from "../driver/mod.ts";
import { createResult, type Result, type ResultRow, type SpillFolder } from "../spill/mod.ts";
import { createView, type View } from "./view.ts";

/** Time in ms between two reports of a growing result. */
const PACE = 80;

/** The result of one statement in a tab: the rows that were fetched, and how the statement ended. */
export interface ResultEntry {
  readonly state: ResultState;
  readonly sql: string;
  readonly columns: readonly Column[];
  readonly result: Result | null;
  /** The time zone in which the server gave the rows, where a session of it decides that; null when it is not known. */
  zone: string | null;
  /** Whether no more rows are taken, because the statement was ended. */
  readonly released: boolean;
  /** Returns the rows that a view shows, in its order. */
  rows(view: View): RowSource<ResultRow>;
  /** Asks for this many rows, which are fetched when the statement has them. Nothing after `release`. */
  want(count: number): void;
  /** Asks for all rows until `signal` aborts; then rows wait as before. */
  wantAll(signal: AbortSignal): void;
  /** Takes a row of the server, as part of a driver's sink. Waits when no more rows are wanted. */
  readonly take: RowSink["row"];
  /** Time in ms spent waiting until somebody wanted more rows, which is not time of the server. */
  waited(): number;
  /** Takes no more rows, and ends the wait of a row that was not wanted yet. */
  release(): void;
  begin(folder: SpillFolder, columns: readonly Column[]): void;
  patch(change: Partial<ResultState>): void;
  /** Frees memory and disk. */
  close(): void;
}

/** What an entry reports. */
interface EntryEvents {
  changed(): void;
  /** Called when rows must wait until they are wanted, and when they go on. */
  paused(paused: boolean): void;
}

/** Returns the entry of a statement that begins; `first` is the number of rows wanted at first. */
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
  let whole: AbortSignal | null = null;
  let resume: (() => void) | null = null;
  let letGo: (() => void) | null = null;
  let released = false;
  let waited = 0;
  let waitsSince: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reported = 0;
  const listeners = new Set<(from: number) => void>();
  const views = new Map<string, RowSource<ResultRow>>();

  /** The rows in the order in which they came. Views read from here. */
  const all: RowSource<ResultRow> = {
    read: (from, count, signal) => result?.read(from, count, signal) ?? { ok: true, rows: [], total: 0 },
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
    zone: null,
    get released() {
      return released;
    },
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
      // Only one view is kept, because the order of a million rows takes some memory.
      views.clear();
      const made = createView(all, () => result, columns, view);
      views.set(key, made);
      return made;
    },
    want(count) {
      if (released) return;
      wanted = Math.max(wanted, count);
      if (resume && result && result.count < wanted) resume();
    },
    wantAll(signal) {
      if (released) return;
      whole = signal;
      resume?.();
    },
    waited: () => waited + (waitsSince === null ? 0 : performance.now() - waitsSince),
    release() {
      released = true;
      letGo?.();
      [resume, letGo] = [null, null];
    },
    take(bytes, bounds) {
      if (released) return false;
      const { count } = result!;
      if (count >= wanted && (whole?.aborted ?? true)) {
        // The driver reuses the bytes after this returns, so they are copied.
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
      result = createResult(folder, next);
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

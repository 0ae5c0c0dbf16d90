import type { RowSource } from "../../core/resources/rows.ts";
import type { FromPage, RowsAnswer } from "./protocol.ts";

/** Maximum rows in one message. */
const BATCH = 500;
/** Minimum milliseconds between two messages about what changes, so that a burst of changes becomes one. */
const PACE_MS = 30;
/**
 * The next message waits this many times as long as the last one took, so that an
 * expensive list or a large state takes at most a tenth of the time.
 */
const SHARE = 9;

/** Returns when the next message may be made after one that was begun at `start` (`performance.now()`) and ends now. */
export function nextAfter(start: number): number {
  const end = performance.now();
  return end + Math.max(PACE_MS, SHARE * (end - start));
}

/** Maximum queries of one page at a time. */
const MAX_OPEN = 32;

/** The answer to a request that the page is not allowed to make. */
export const NOT_ALLOWED = { ok: false, error: "This page may not do that." } as const;

/** A query as a page sends it. */
export type Query = Extract<FromPage, { type: "query" }>;

/**
 * Answers the queries of a page with `send`. An error that a source throws goes to
 * `onError`, and to the page as a failure.
 */
export function createQueries(
  send: (id: number, answer: RowsAnswer) => void,
  onError: (error: unknown) => void,
) {
  const open = new Map<number, AbortController>();
  /** Functions that end the pauses of changed lists. */
  const pauses = new Set<() => void>();

  function cancel(id: number): void {
    open.get(id)?.abort();
    open.delete(id);
  }

  return {
    /**
     * Answers a query from the rows of `source` until the page cancels it. When `source`
     * returns null, the page may not have the list.
     */
    open(query: Query, source: () => RowSource<unknown> | null): void {
      const { id } = query;
      cancel(id);
      if (open.size >= MAX_OPEN) return send(id, { ok: false, error: "Too many lists at once." });
      const controller = new AbortController();
      const { signal } = controller;
      open.set(id, controller);
      const answer = (rows: RowsAnswer) => signal.aborted || send(id, rows);
      const begin = async () => {
        const list = source();
        if (list) await follow(query, list, answer, signal, pauses);
        else answer(NOT_ALLOWED);
      };
      begin().catch((error) => {
        if (signal.aborted) return;
        onError(error);
        answer({ ok: false, error: "Kedge failed to read the list.", hint: "The log says why." });
      }).finally(() => open.get(id) === controller && cancel(id));
    },
    cancel,
    /** Resolves when changes of lists in memory have been sent. Lists that are read from elsewhere follow later. */
    async newest(): Promise<void> {
      // In the first turn lists hear of changes; lists in memory are read before the second turn.
      await turn();
      for (const end of [...pauses]) end();
      await turn();
    },
    /** Cancels all queries, because the page has disconnected. */
    close(): void {
      for (const id of [...open.keys()]) cancel(id);
    },
  };
}

/** Sends the requested rows. For a live query it also sends those that change, until `signal` aborts. */
async function follow(
  { from, count, live }: Query,
  source: RowSource<unknown>,
  answer: (rows: RowsAnswer) => void,
  signal: AbortSignal,
  pauses: Set<() => void>,
): Promise<void> {
  const end = from + count;
  /** `at` is the first index that the page does not know yet, `changedFrom` the first one that has changed since. */
  let at = from, changedFrom = Infinity;
  let changed = Promise.withResolvers<void>();
  const stop = !live ? () => {} : source.subscribe((first) => {
    changedFrom = Math.min(changedFrom, first);
    changed.resolve();
  });
  signal.addEventListener("abort", () => {
    stop();
    changed.resolve();
  }, { once: true });
  try {
    while (!signal.aborted) {
      changed = Promise.withResolvers<void>();
      const start = performance.now();
      await readOn();
      if (!live) return;
      const next = nextAfter(start);
      await changed.promise;
      await pause(next - performance.now(), pauses, signal);
    }
  } finally {
    stop();
  }

  /** Reads to the end of the requested rows or of the list; at least once, for the total. */
  async function readOn(): Promise<void> {
    for (let more = true; more && !signal.aborted;) {
      at = Math.min(at, Math.max(from, changedFrom));
      changedFrom = Infinity;
      const asked = Math.min(BATCH, end - at);
      const read = await source.read(at, asked, signal);
      if (!read.ok) return answer(read);
      const { rows, total, unfinished = false } = read;
      const after = at + rows.length;
      const full = rows.length === asked;
      answer({ ok: true, from: at, rows, total, more: total === null ? full : after < total, unfinished });
      at = after;
      more = full && at < end;
    }
  }
}

/** Resolves in the next turn of the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Waits `ms` milliseconds, or until `signal` aborts or the function that it adds to `pauses` is called. */
function pause(ms: number, pauses: Set<() => void>, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const end = () => {
    clearTimeout(timer);
    resolve();
  };
  signal.addEventListener("abort", end, { once: true });
  pauses.add(end);
  return promise.finally(() => {
    pauses.delete(end);
    signal.removeEventListener("abort", end);
  });
}

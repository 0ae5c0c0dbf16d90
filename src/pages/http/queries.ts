import type { RowSource } from "../../core/resources/rows.ts";
import type { FromPage, RowsAnswer } from "./protocol.ts";

/** Rows in one message. */
const BATCH = 500;
/** Least time between two readings of a list that changes, in ms: a burst of changes becomes one message. */
const PACE_MS = 30;
/** How many times as long as it took the next reading waits, so that costly lists cost a tenth of the time. */
const SHARE = 9;
/** Lists that one page may ask for at a time. */
const MAX_OPEN = 32;

/** The answer to what a page may not ask. */
export const NOT_ALLOWED = { ok: false, error: "This page may not do that." } as const;

/** A question of a page. */
export type Query = Extract<FromPage, { type: "query" }>;

/** The lists that one page asks for. */
interface OpenQueries {
  /** Answers from what `source` gives, as long as the page wants; null is not for the page. */
  open(query: Query, source: () => RowSource<unknown> | null): void;
  cancel(id: number): void;
  /** Settles when what has changed in lists that are at hand is answered; those that are read from elsewhere come later. */
  newest(): Promise<void>;
  /** Cancels all queries, because the page has gone. */
  close(): void;
}

/** Answers the questions of a page with `send`; a source that throws is told to `onError`, and to the page as a failure. */
export function createQueries(
  send: (id: number, answer: RowsAnswer) => void,
  onError: (error: unknown) => void,
): OpenQueries {
  const open = new Map<number, AbortController>();
  /** Ends the pauses of lists that have changed. */
  const pauses = new Set<() => void>();

  function cancel(id: number): void {
    open.get(id)?.abort();
    open.delete(id);
  }

  return {
    open(query, source) {
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
    async newest() {
      // Lists hear of a change before they wait for their turn, and those at hand are read before the next one.
      await turn();
      for (const end of [...pauses]) end();
      await turn();
    },
    close() {
      for (const id of [...open.keys()]) cancel(id);
    },
  };
}

/** Sends the rows that were asked for; of a live query also those that change, until `signal` aborts. */
async function follow(
  { from, count, live }: Query,
  source: RowSource<unknown>,
  answer: (rows: RowsAnswer) => void,
  signal: AbortSignal,
  pauses: Set<() => void>,
): Promise<void> {
  const end = from + count;
  /** The first place that the page does not know, and the first one that has changed since. */
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
      const next = performance.now() + Math.max(PACE_MS, SHARE * (performance.now() - start));
      await changed.promise;
      await pause(next - performance.now(), pauses, signal);
    }
  } finally {
    stop();
  }

  /** Reads to the end of what was asked for, or of the list; at least once, for the total. */
  async function readOn(): Promise<void> {
    for (let more = true; more && !signal.aborted;) {
      at = Math.min(at, Math.max(from, changedFrom));
      changedFrom = Infinity;
      const asked = Math.min(BATCH, end - at);
      const read = await source.read(at, asked, signal);
      if (!read.ok) return answer(read);
      const { rows, total } = read;
      const after = at + rows.length;
      const full = rows.length === asked;
      answer({ ok: true, from: at, rows, total, more: total === null ? full : after < total });
      at = after;
      more = full && at < end;
    }
  }
}

/** The next turn of the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Waits that many ms, or until `signal` aborts or somebody calls what stands in `pauses` meanwhile. */
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

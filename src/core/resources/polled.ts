import { type RowSource, slice } from "./rows.ts";

/** A value that is requested repeatedly: the last value, and why newer requests failed. */
export interface Polled<Value, Fault> {
  readonly value: Value | null;
  readonly fault: Fault | null;
}

/** Requests one row again and again while somebody watches it. */
export function polled<Value, Fault>(
  { ask, every, faultOf, onError }: {
    readonly ask: (signal: AbortSignal) => Promise<Value>;
    /** Time to wait after an answer, ms; three times as long after a fault. */
    readonly every: number;
    /** Returns a fault for an error that the user can do something about; null for a fault of the program. */
    readonly faultOf: (error: unknown) => Fault | null;
    readonly onError: (error: unknown) => void;
  },
): RowSource<Polled<Value, Fault>> {
  let last: Polled<Value, Fault> | null = null;
  const listeners = new Set<() => void>();
  let stop: AbortController | null = null;

  async function once(signal: AbortSignal): Promise<void> {
    try {
      const value = await ask(signal);
      if (!signal.aborted) last = { value, fault: null };
    } catch (error) {
      if (signal.aborted) return;
      const fault = faultOf(error);
      if (!fault) throw error;
      last = { value: last?.value ?? null, fault };
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await once(signal);
      if (signal.aborted) return;
      for (const listener of [...listeners]) listener();
      await restFor(last?.fault ? 3 * every : every, signal);
    }
  }

  return {
    async read(from, count, signal) {
      if (!last) await once(signal);
      return slice(last ? [last] : [], from, count);
    },
    subscribe(listener) {
      const hear = () => listener(0);
      listeners.add(hear);
      if (!stop) {
        const mine = stop = new AbortController();
        run(mine.signal).catch(onError);
      }
      return () => {
        listeners.delete(hear);
        if (listeners.size > 0) return;
        stop?.abort();
        stop = null;
      };
    },
  };
}

/** Waits that many milliseconds, or until the signal aborts. */
export function restFor(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => {
    clearTimeout(timer);
    // The signal may outlive many waits, so the listener must not stay on it.
    signal.removeEventListener("abort", end);
    resolve();
  };
  const timer = setTimeout(end, ms);
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  return promise;
}

/** Settles when `promise`, which never rejects, settles or the signal aborts. Leaves no listener on the signal. */
export function settledOrAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise: settled, resolve } = Promise.withResolvers<void>();
  const end = () => {
    signal.removeEventListener("abort", end);
    resolve();
  };
  signal.addEventListener("abort", end);
  void promise.then(end);
  if (signal.aborted) end();
  return settled;
}

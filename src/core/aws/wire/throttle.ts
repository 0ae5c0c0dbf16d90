import { pause } from "./pause.ts";

/**
 * Starts work at a limited rate, in the order of the calls: at most `perSecond` calls start per second, with
 * at most `atOnce` running.
 */
export function createThrottle(perSecond: number, atOnce: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  let next = 0;

  async function turn(signal: AbortSignal): Promise<void> {
    if (running >= atOnce) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const leave = () => {
        const index = waiting.indexOf(resolve);
        if (index < 0) return;
        waiting.splice(index, 1);
        reject(signal.reason);
      };
      waiting.push(resolve);
      signal.addEventListener("abort", leave, { once: true });
      await promise.finally(() => signal.removeEventListener("abort", leave));
    } else {
      running++;
    }
    try {
      // Checks again, because `hold` may have been called during the wait.
      for (let now = performance.now(); next > now; now = performance.now()) await pause(next - now, signal);
      next = performance.now() + 1000 / perSecond;
      signal.throwIfAborted();
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Passes the place to the caller that has waited longest. */
  function leave(): void {
    const first = waiting.shift();
    if (first) first();
    else running--;
  }

  return {
    /** Waits for its turn, then runs the work. Rejects when `signal` aborts before that. */
    async run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
      signal.throwIfAborted();
      await turn(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    /** Starts nothing for that many milliseconds, because AWS throttled a call. */
    hold(ms: number) {
      next = Math.max(next, performance.now() + ms);
    },
  };
}

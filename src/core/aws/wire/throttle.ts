import { pause } from "./pause.ts";

/** Starts work at a steady pace, in the order it comes. */
interface Throttle {
  /** Waits for its turn, then does the work. Rejects when `signal` aborts before that. */
  run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
  /** Lets nothing begin for that many milliseconds, because AWS has refused a call as too many. */
  hold(ms: number): void;
}

/** Makes one: at most `perSecond` begin in a second, at most `atOnce` are under way. */
export function createThrottle(perSecond: number, atOnce: number): Throttle {
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
      // A hold that came while this one waited counts for it too.
      for (let now = performance.now(); next > now; now = performance.now()) await pause(next - now, signal);
      next = performance.now() + 1000 / perSecond;
      signal.throwIfAborted();
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** The place goes to the one that has waited longest. */
  function leave(): void {
    const first = waiting.shift();
    if (first) first();
    else running--;
  }

  return {
    async run(work, signal) {
      signal.throwIfAborted();
      await turn(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    hold(ms) {
      next = Math.max(next, performance.now() + ms);
    },
  };
}

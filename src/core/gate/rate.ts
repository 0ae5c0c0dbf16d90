/** Calls that an agent may make within {@link PER} ms; further ones are refused. */
export const MOST_CALLS = 100;
const PER = 10_000;

/** Counts calls; `take` is false for one too many. */
export function createRate(now: () => number): { take(): boolean } {
  let since = -Infinity;
  let taken = 0;
  return {
    take() {
      const at = now();
      // A clock that was set back begins a new count.
      if (at - since >= PER || at < since) {
        since = at;
        taken = 0;
      }
      return ++taken <= MOST_CALLS;
    },
  };
}

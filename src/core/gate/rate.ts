/** Maximum calls of an agent within {@link PER} ms; further ones are refused. */
export const MAX_CALLS = 100;
const PER = 10_000;

/** Counts calls; `take` returns false when there are too many. */
export function createRate(now: () => number): { take(): boolean } {
  let since = -Infinity;
  let taken = 0;
  return {
    take() {
      const at = now();
      // After the clock was set back the count starts again.
      if (at - since >= PER || at < since) {
        since = at;
        taken = 0;
      }
      return ++taken <= MAX_CALLS;
    },
  };
}

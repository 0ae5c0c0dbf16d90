/** The shortest and the longest rest between two looks, in ms; the last is after a look that takes long itself. */
const QUICK = 25, SLOW = 60, LONG = 200;

/**
 * So long to rest before the next look, in ms, after waiting for `waited` ms: looking takes a third of the time at most, for
 * what is waited for needs the processors, and what takes long is seen a twentieth later at most.
 */
export function restAfter(waited: number, lookTook: number, quick: number = QUICK): number {
  return Math.max(quick, Math.min(LONG, 2 * lookTook), Math.min(SLOW, waited / 20));
}

/**
 * Waits until `condition` gives something other than false, null or undefined, and returns it. The deadline is for what
 * never comes: on a busy machine everything takes long.
 * A condition that throws counts as not yet. Throws after `deadline` ms, naming `what` and the last error.
 */
export async function waitFor<T>(
  what: string,
  condition: () => T | Promise<T>,
  deadline = 60_000,
): Promise<NonNullable<Exclude<T, false>>> {
  const start = performance.now();
  let last: unknown;
  for (;;) {
    const before = performance.now();
    try {
      const value = await condition();
      if (value !== false && value !== null && value !== undefined) {
        return value as NonNullable<Exclude<T, false>>;
      }
      last = undefined;
    } catch (error) {
      last = error;
    }
    const now = performance.now();
    if (now > start + deadline) {
      const reason = last instanceof Error ? `: ${last.message}` : "";
      throw new Error(`waited ${deadline} ms in vain for ${what}${reason}`);
    }
    await new Promise((resolve) => setTimeout(resolve, restAfter(now - start, now - before)));
  }
}

import { beginWait } from "../../runner/slowness.ts";

/** Shortest and longest pause between two checks, in ms; the last value is the longest pause after a slow check. */
const QUICK = 25, SLOW = 60, LONG = 200;

/**
 * Returns the pause before the next check in ms, after waiting for `waited` ms. Checks take at most a third
 * of the time, because the awaited event needs the processors, and long waits end at most a twentieth too
 * late.
 */
export function restAfter(waited: number, lookTook: number, quick: number = QUICK): number {
  return Math.max(quick, Math.min(LONG, 2 * lookTook), Math.min(SLOW, waited / 20));
}

/**
 * Waits until `condition` returns something other than false, null or undefined, and returns that. The
 * deadline is for events that never happen, because everything takes long on a busy machine. A condition that
 * throws counts as not fulfilled yet. Throws after `deadline` ms, naming `what` and the last error.
 */
export async function waitFor<T>(
  what: string,
  condition: () => T | Promise<T>,
  deadline = 60_000,
): Promise<NonNullable<Exclude<T, false>>> {
  const start = performance.now();
  const isOver = beginWait(deadline);
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
    if (isOver()) {
      const reason = last instanceof Error ? `: ${last.message}` : "";
      throw new Error(`waited ${Math.round(now - start)} ms in vain for ${what}${reason}`);
    }
    await new Promise((resolve) => setTimeout(resolve, restAfter(now - start, now - before)));
  }
}

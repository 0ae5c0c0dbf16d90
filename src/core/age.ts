/**
 * Returns whether the time `at` is older than `ms` at the time `now`, both ms since 1970. A time in the
 * future counts as old, because the clock was set back since and the time would otherwise stay young for too
 * long.
 */
export function isOlder(at: number, ms: number, now: number): boolean {
  return now - at > ms || at > now;
}

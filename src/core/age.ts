/**
 * Whether something of the moment `at` is older than `ms` at the moment `now`, both ms since 1970. What comes from the
 * future is: the clock was set back since, and would keep it young for as long.
 */
export function isOlder(at: number, ms: number, now: number): boolean {
  return now - at > ms || at > now;
}

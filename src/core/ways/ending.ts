/** Functions to call before this process ends, so that nothing stays open elsewhere. */
const ends = new Set<() => Promise<void>>();

/** Registers a function that is called before Kedge ends. */
export function beforeEnd(end: () => Promise<void>): void {
  ends.add(end);
}

/** Ends everything that ways have opened elsewhere; resolves when that is done or has taken too long. */
export async function endWays(): Promise<void> {
  await Promise.allSettled([...ends].map((end) => end()));
}

/** What has to be ended before this process does, so that nothing is left elsewhere. */
const ends = new Set<() => Promise<void>>();

/** Ends this as well when Kedge ends. */
export function beforeEnd(end: () => Promise<void>): void {
  ends.add(end);
}

/** Ends all that ways have begun elsewhere; settles when that is done, or has taken too long. */
export async function endWays(): Promise<void> {
  await Promise.allSettled([...ends].map((end) => end()));
}

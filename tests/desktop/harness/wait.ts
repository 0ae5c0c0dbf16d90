/**
 * Waits until `condition` gives something other than false, null or undefined, and returns it. The deadline is for what
 * never comes: on a busy machine everything takes long.
 * A condition that throws counts as not yet. Throws after `deadline` ms, naming `what` and the last error.
 */
export async function waitFor<T>(
  what: string,
  condition: () => T | Promise<T>,
  deadline = 30_000,
): Promise<NonNullable<Exclude<T, false>>> {
  const end = performance.now() + deadline;
  let last: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value !== false && value !== null && value !== undefined) {
        return value as NonNullable<Exclude<T, false>>;
      }
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (performance.now() > end) {
      const reason = last instanceof Error ? `: ${last.message}` : "";
      throw new Error(`waited ${deadline} ms in vain for ${what}${reason}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

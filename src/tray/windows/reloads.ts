/** Maximum number of times that one page which crashes is loaded again within {@link LOOP_MS}. */
const MAX_RELOADS = 5;
/** Time in which crashes of one page count as a loop, in ms. Later the system may just have been short of memory. */
const LOOP_MS = 300_000;

/** Counts crashes page by page, because many pages that are lost at once, or one now and then, are no loop. */
export function createReloads(now: () => number = () => performance.now()) {
  const crashes = new Map<string, readonly number[]>();
  return {
    /** Notes that the page has crashed. Returns whether it should be loaded again; false when it crashes in a loop. */
    again(page: string): boolean {
      const at = now();
      const lately = [...(crashes.get(page) ?? []).filter((before) => at - before < LOOP_MS), at];
      crashes.set(page, lately);
      return lately.length <= MAX_RELOADS;
    },
  };
}

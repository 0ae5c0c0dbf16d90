import type { Writing } from "../state/store.ts";
import { readUsage, withUse } from "../state/usage.ts";

/** Counts in the state how often and how recently entries were used. */
export function createUses(store: Writing<"usage">, now: () => number) {
  const usage = store.slices.usage;
  return {
    /** Counts one more use of the key. */
    note: (key: string) => usage.update((before) => withUse(before, key, now())),
    /** Restores the saved value. Invalid parts are left out. */
    restore: (saved: unknown) => usage.update((since) => ({ ...readUsage(saved), ...since })),
  };
}

import type { Writing } from "../state/store.ts";
import { readUsage, withUse } from "../state/usage.ts";

/** How often and how recently entries were used. */
interface Uses {
  /** Counts one more use of the key. */
  note(key: string): void;
  /** Restores the saved value. Invalid parts are left out. */
  restore(saved: unknown): void;
}

/** Makes the counter. */
export function createUses(store: Writing<"usage">, now: () => number): Uses {
  const usage = store.slices.usage;
  return {
    note: (key) => usage.update((before) => withUse(before, key, now())),
    restore: (saved) => usage.update((since) => ({ ...readUsage(saved), ...since })),
  };
}

import type { Writing } from "../state/store.ts";
import { readUsage, withUse } from "../state/usage.ts";

/** What is used often and lately. */
interface Uses {
  /** Counts one more use of what the key stands for. */
  note(key: string): void;
  /** Brings back what was kept; what does not look like it is left out. */
  restore(saved: unknown): void;
}

/** Makes the counter of a store. */
export function createUses(store: Writing<"usage">, now: () => number): Uses {
  const usage = store.slices.usage;
  return {
    note: (key) => usage.update((before) => withUse(before, key, now())),
    restore: (saved) => usage.update((since) => ({ ...readUsage(saved), ...since })),
  };
}

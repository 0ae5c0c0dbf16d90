import type { ExtensionState } from "../../../state/state.ts";

/** Compiling that takes less time is not shown, ms. */
const PATIENCE_MS = 1000;

/**
 * Compiles actions before somebody clicks them, and marks extensions whose compiling takes long. `compile`
 * must not fail; `changed` is called when the marks change.
 */
export function createAhead(
  compile: (id: string) => Promise<void>,
  changed: () => void,
  patience = PATIENCE_MS,
) {
  const told = new Set<string>();

  function begin(id: string): void {
    const late = setTimeout(() => {
      told.add(id);
      changed();
    }, patience);
    Deno.unrefTimer(late);
    void compile(id).finally(() => {
      clearTimeout(late);
      if (told.delete(id)) changed();
    });
  }

  return {
    /** Compiles extensions that became trusted. They may have been installed by another program, such as a terminal. */
    follow(known: readonly ExtensionState[], list: readonly ExtensionState[]) {
      for (const { id, hash, trust } of list) {
        const was = known.find((one) => one.id === id && one.trust === "trusted");
        if (trust === "trusted" && was?.hash !== hash) begin(id);
      }
    },
    /** Returns the extensions with those marked that are being compiled. */
    marked: (list: readonly ExtensionState[]): readonly ExtensionState[] =>
      told.size === 0 ? list : list.map((one) => told.has(one.id) ? { ...one, ahead: true } : one),
  };
}

import type { ExtensionState } from "../../../state/state.ts";

/** Compiling that is over sooner, in ms, is not told. */
const PATIENCE_MS = 1000;

/** Has actions compiled before somebody clicks them, and tells of which extension while it takes long. */
interface Ahead {
  /** Compiles what was trusted since. Another program may have installed it: from a terminal, for example. */
  follow(known: readonly ExtensionState[], list: readonly ExtensionState[]): void;
  /** The extensions, marked where it is told. */
  marked(list: readonly ExtensionState[]): readonly ExtensionState[];
}

/** Makes it; `compile` never fails, and `changed` hears that other extensions are marked. */
export function createAhead(
  compile: (id: string) => Promise<void>,
  changed: () => void,
  patience = PATIENCE_MS,
): Ahead {
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
    follow(known, list) {
      for (const { id, hash, trust } of list) {
        const was = known.find((one) => one.id === id && one.trust === "trusted");
        if (trust === "trusted" && was?.hash !== hash) begin(id);
      }
    },
    marked: (list) =>
      told.size === 0 ? list : list.map((one) => told.has(one.id) ? { ...one, ahead: true } : one),
  };
}

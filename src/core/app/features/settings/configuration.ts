import type { Config } from "../../../config/config.ts";
import { positionRules } from "../../../config/mod.ts";
import { type Diagnostic, inFileOrder } from "../../../diagnostic.ts";
import type { Json } from "../../../json/node.ts";
import { knownServers, readKnownServers, withNewNames } from "../../../state/known_servers.ts";
import { reuse } from "../../../state/selector.ts";
import type { ConfigState } from "../../../state/state.ts";
import type { Writing } from "../../../state/store.ts";

/** The result of reading config.json. */
export interface ConfigRead {
  readonly status: "loaded" | "missing" | "unreadable";
  readonly config: Config;
  readonly diagnostics: readonly Diagnostic[];
  /** Text of the file and its content as plain values; null or absent when the file could not be read. */
  readonly text?: string | null;
  readonly document?: Json | null;
  /** Index in `envRules` of the file, for each rule in force. */
  readonly ruleIndexes?: readonly number[];
}

/** The configuration in the state. */
export type Configuration = ReturnType<typeof createConfiguration>;

/**
 * Keeps the configuration in the state. A file that does not parse leaves the last good configuration in
 * force. Unchanged parts stay the same objects, so that nothing restarts.
 */
export function createConfiguration(store: Writing<"config" | "knownServers">) {
  const { config, knownServers: known } = store.slices;
  let last: ConfigRead | undefined;
  let off: readonly Diagnostic[] = [];

  function patch(change: Partial<ConfigState>): void {
    config.update((before) => reuse(before, { ...before, ...change }));
  }

  /** Returns the problems of the last read file, including those of its rules. */
  function diagnostics(): readonly Diagnostic[] {
    const { status, diagnostics: found, ruleIndexes = [], text } = last!;
    return status === "unreadable"
      ? found
      : inFileOrder([...found, ...positionRules(off, ruleIndexes, text ?? "")]);
  }

  return {
    /**
     * Applies a new reading of the file. Returns the configuration in force; null when the file is unreadable
     * and changes nothing.
     */
    apply(read: ConfigRead): Config | null {
      last = read;
      const { status, config: value, document } = read;
      if (status === "unreadable") {
        patch({ status: "stale", diagnostics: diagnostics() });
        return null;
      }
      patch({ status, value, diagnostics: diagnostics(), ...(document ? { document } : {}) });
      const { servers } = config.get().value;
      if (status === "loaded") known.update((before) => reuse(before, knownServers(servers)));
      return config.get().value;
    },
    /** Adds the reasons why rules are switched off to the problems of the file. */
    rulesOff(diagnosed: readonly Diagnostic[]) {
      off = diagnosed;
      if (last) patch({ diagnostics: diagnostics() });
    },
    /** Restores the servers that the last session of Kedge knew. */
    restore: (saved: unknown) => known.update(() => readKnownServers(saved)),
    /** Expects a change of the file that gives servers these names, wherever they lead by that change. */
    expectNames: (names: ReadonlyMap<string, string>) => known.update((all) => withNewNames(all, names)),
    /** Shows whether an edit can be undone. */
    showUndo: (canUndo: boolean) => patch({ canUndo }),
  };
}

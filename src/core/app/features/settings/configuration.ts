import type { Config } from "../../../config/config.ts";
import { positionRules } from "../../../config/mod.ts";
import { type Diagnostic, inFileOrder } from "../../../diagnostic.ts";
import type { Json } from "../../../json/node.ts";
import { knownServers, readKnownServers } from "../../../state/known_servers.ts";
import { reuse } from "../../../state/selector.ts";
import type { ConfigState } from "../../../state/state.ts";
import type { Writing } from "../../../state/store.ts";

/** The result of reading the file. */
export interface ConfigRead {
  readonly status: "loaded" | "missing" | "unreadable";
  readonly config: Config;
  readonly diagnostics: readonly Diagnostic[];
  /** The file's text and what it says as plain values; null or absent when it could not be read. */
  readonly text?: string | null;
  readonly document?: Json | null;
  /** For each rule in force, which entry of `envRules` in the file it is. */
  readonly ruleIndexes?: readonly number[];
}

/** The configuration in force, as the state has it. */
interface Configuration {
  /** Puts a new reading of the file into the state; gives what is in force now, null when the file changes nothing. */
  apply(read: ConfigRead): Config | null;
  /** Environment rules were switched off, for these reasons: they count among the file's problems. */
  rulesOff(diagnostics: readonly Diagnostic[]): void;
  /** Restores which servers there were when Kedge ran last. */
  restore(saved: unknown): void;
  /** Whether an edit from inside can be taken back. */
  showUndo(canUndo: boolean): void;
}

/**
 * Takes each new reading of the configuration into the state: a file that does not parse leaves the last
 * good configuration in force, and parts that did not change keep their identity, so nothing restarts.
 */
export function createConfiguration(store: Writing<"config" | "knownServers">): Configuration {
  const { config, knownServers: known } = store.slices;
  let last: ConfigRead | undefined;
  let off: readonly Diagnostic[] = [];

  function patch(change: Partial<ConfigState>): void {
    config.update((before) => reuse(before, { ...before, ...change }));
  }

  /** The problems of the file as it was read last, and of the rules in it. */
  function diagnostics(): readonly Diagnostic[] {
    const { status, diagnostics: found, ruleIndexes = [], text } = last!;
    return status === "unreadable"
      ? found
      : inFileOrder([...found, ...positionRules(off, ruleIndexes, text ?? "")]);
  }

  return {
    apply(read) {
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
    rulesOff(diagnosed) {
      off = diagnosed;
      if (last) patch({ diagnostics: diagnostics() });
    },
    restore: (saved) => known.update(() => readKnownServers(saved)),
    showUndo: (canUndo) => patch({ canUndo }),
  };
}

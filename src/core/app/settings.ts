import type { Store } from "../state/store.ts";
import type { CommandResult } from "./command.ts";

/** One change of config.json: without `value` the place is removed. */
export interface ConfigEdit {
  readonly path: readonly (string | number)[];
  readonly value?: unknown;
}

export interface SettingsServices {
  /** Changes the file, keeping everything else in it; `before` is the text it had. */
  readonly editConfig: (edits: readonly ConfigEdit[]) => Promise<
    | { readonly ok: true; readonly before: string }
    | { readonly ok: false; readonly error: string; readonly hint?: string }
  >;
  /** Puts a former text of the file back, unless it has changed since. */
  readonly restoreConfig: (text: string) => Promise<CommandResult>;
  /** Opens the file in the user's editor, creating it first when there is none. */
  readonly openConfig: (line?: number, column?: number) => Promise<CommandResult>;
}

/** Edits of config.json that come from inside. */
export interface Settings {
  edit(path: readonly (string | number)[], value?: unknown): Promise<CommandResult>;
  undo(): Promise<CommandResult>;
  open(line?: number, column?: number): Promise<CommandResult>;
}

/** Makes the configuration edits of a store. */
export function createSettings(store: Store, services: SettingsServices): Settings {
  let before: string | undefined;
  return {
    async edit(path, value) {
      if (store.get().config.status === "stale") {
        return {
          ok: false,
          error: "config.json does not parse, so Settings does not write to it.",
          hint: "Mend the file first; the problem is listed with its line and column.",
        };
      }
      const edited = await services.editConfig([value === undefined ? { path } : { path, value }]);
      if (!edited.ok) return edited;
      before = edited.before;
      return { ok: true };
    },
    async undo() {
      if (before === undefined) return { ok: false, error: "There is nothing to undo." };
      const restored = await services.restoreConfig(before);
      if (restored.ok) before = undefined;
      return restored;
    },
    open: (line, column) => services.openConfig(line, column),
  };
}

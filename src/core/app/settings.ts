import type { Edit } from "../json/edit.ts";
import type { Json } from "../json/node.ts";
import type { Store } from "../state/store.ts";
import type { CommandResult } from "./command.ts";

/** How an edit ended. `undo` takes it back, keeping what was changed elsewhere in the file since. */
export type ConfigEdited =
  | { readonly ok: true; undo(): Promise<ConfigEdited> }
  | { readonly ok: false; readonly error: string; readonly hint?: string };

export interface SettingsServices {
  /** Changes the file, keeping everything else in it. */
  readonly editConfig: (edits: readonly Edit[]) => Promise<ConfigEdited>;
  /** Opens the file in the user's editor, creating it first when there is none. */
  readonly openConfig: (line?: number, column?: number) => Promise<CommandResult>;
}

/** Edits of config.json that come from inside. */
export interface Settings {
  edit(path: readonly (string | number)[], value?: Json): Promise<CommandResult>;
  undo(): Promise<CommandResult>;
  open(line?: number, column?: number): Promise<CommandResult>;
}

/** Makes the configuration edits of a store. */
export function createSettings(store: Store, services: SettingsServices): Settings {
  let undo: (() => Promise<ConfigEdited>) | undefined;
  const keep = (next: (() => Promise<ConfigEdited>) | undefined) => {
    undo = next;
    store.update((state) => ({ ...state, config: { ...state.config, canUndo: next !== undefined } }));
  };
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
      keep(() => edited.undo());
      return { ok: true };
    },
    async undo() {
      if (!undo) return { ok: false, error: "There is nothing to undo." };
      const undone = await undo();
      if (!undone.ok) return undone;
      keep(undefined);
      return { ok: true };
    },
    open: (line, column) => services.openConfig(line, column),
  };
}

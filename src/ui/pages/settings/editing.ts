import { useLayoutEffect } from "preact/hooks";
import type { Diagnostic } from "../../../core/diagnostic.ts";
import type { Json } from "../../../core/json/node.ts";
import type { Client } from "../../client/mod.ts";
import type { ListEntry } from "../../../core/config/document.ts";
import type { SettingsModel } from "../../../pages/settings/page.ts";

/** What every section needs to show and change the file. */
export interface Editing {
  /** The file's top level without its lists. `sizes` are the numbers of entries of the lists. */
  readonly root: ListEntry;
  readonly sizes: SettingsModel["sizes"];
  readonly diagnostics: readonly Diagnostic[];
  /** Whether saving is impossible, because the file does not parse or was written by a newer Kedge. */
  readonly locked: boolean;
  readonly client: Pick<Client, "send" | "query">;
  /** Returns the sentence about the problem of a value in the file; undefined when there is none. */
  problem(path: readonly (string | number)[]): string | undefined;
  /**
   * Saves a value at a path; undefined removes the key. With `was`, saves only while the file still has that
   * value; an entry of a list is found wherever it has moved. Returns whether the value was saved.
   */
  save(path: readonly (string | number)[], value: Json | undefined, was?: Json): Promise<boolean>;
  /**
   * Called before the section is left. Each returns false once when input would be lost and shows that; with
   * `again` the section may be left then.
   */
  readonly guards: Set<(again: boolean) => boolean>;
  /** Hides the message about a refused change. */
  readonly clear: () => void;
  /** Closes the window. */
  readonly close: () => void;
  /** Moves an entry of a list, if the file still has `was` at the path. */
  move(path: readonly (string | number)[], to: number, was: Json): Promise<boolean>;
}

/** Adds a guard of the section while the component is mounted. */
export function useGuard({ guards }: Editing, guard: (again: boolean) => boolean): void {
  useLayoutEffect(() => {
    guards.add(guard);
    return () => void guards.delete(guard);
  });
}

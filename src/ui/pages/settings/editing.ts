import type { Diagnostic } from "../../../core/diagnostic.ts";
import type { Json } from "../../../core/json/node.ts";
import type { Client } from "../../client/mod.ts";
import type { Sender } from "../../page.ts";
import type { ListEntry } from "../../../core/config/document.ts";
import type { SettingsModel } from "../../../pages/settings/page.ts";

/** What every part of the window needs to show and change the file. */
export interface Editing {
  /** The file's own top level, without its lists, and how many entries these have. */
  readonly root: ListEntry;
  readonly sizes: SettingsModel["sizes"];
  readonly diagnostics: readonly Diagnostic[];
  /** Nothing can be saved: the file does not parse, or a newer Kedge wrote it. */
  readonly locked: boolean;
  readonly client: Pick<Client, "send" | "query">;
  /** The sentence about one value of the file, when something is wrong with it. */
  problem(path: readonly (string | number)[]): string | undefined;
  /**
   * Saves one value by its path; without a value the key is removed. With `was` only while the file still has that, an
   * entry of a list wherever it is now. Tells whether it was saved.
   */
  save(path: readonly (string | number)[], value: Json | undefined, was?: Json): Promise<boolean>;
  /** Asked before the section is left: false when something would be lost, which it tells once; `again` leaves after that. */
  readonly guard: { current: ((again: boolean) => boolean) | null };
  /** Removes the message about a refused change. */
  readonly clear: () => void;
  /** Closes the window. */
  readonly close: () => void;
  /** Moves an entry of a list, while the file still has `was` there. */
  move(path: readonly (string | number)[], to: number, was: Json): Promise<boolean>;
}

/** Sends one edit; a refusal is shown by the window. */
export async function sendEdit(
  sender: Sender,
  path: readonly (string | number)[],
  { value, was, to }: { readonly value?: Json; readonly was?: Json; readonly to?: number },
): Promise<boolean> {
  const result = await sender.send({
    name: "editConfig",
    path: [...path],
    ...(value !== undefined && { value: structuredClone(value) as never }),
    ...(was !== undefined && { was: structuredClone(was) as never }),
    ...(to !== undefined && { to }),
  });
  return result.ok;
}

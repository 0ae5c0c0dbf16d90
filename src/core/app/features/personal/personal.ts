import { parseShortcut } from "../../../config/mod.ts";
import { ownProperty } from "../../../own_property.ts";
import { renamedServers } from "../../../state/known_servers.ts";
import { readPersonal, withPin, withShortcut, zoomed } from "../../../state/personal.ts";
import { actionEntryId } from "../../../state/selectors.ts";
import type { Writing } from "../../../state/store.ts";
import { type CommandResult, refusal } from "../../../result.ts";

/** The user's personal settings: zoom, pins and shortcuts. */
export type PersonalChoices = ReturnType<typeof createPersonal>;

/** Makes the personal settings. */
export function createPersonal(store: Writing<"personal">) {
  const personal = store.slices.personal;
  // A pin stays with its server when the server is renamed.
  store.subscribe((state, before) => {
    for (const [from, to] of renamedServers(state, before)) {
      personal.update((all) =>
        all.pins.includes(`server:${from}`)
          ? { ...all, pins: all.pins.map((pin) => pin === `server:${from}` ? `server:${to}` : pin) }
          : all
      );
    }
  });
  return {
    zoom: (step: -1 | 0 | 1) => personal.update((all) => ({ ...all, zoom: zoomed(all.zoom, step) })),
    pin: (entry: string, pinned: boolean) => personal.update((all) => withPin(all, entry, pinned)),
    /** Sets the global keys of an action; empty removes them. */
    shortcut(extension: string, action: string, keys: string): CommandResult {
      const { config, extensions } = store.get();
      const entry = actionEntryId(extension, action);
      const parsed = parseShortcut(keys);
      if (!parsed.ok) return refusal(parsed.error, parsed.hint);
      const text = parsed.shortcut?.text ?? "";
      const usual = parseShortcut(config.value.globalShortcut);
      if (text !== "" && usual.ok && usual.shortcut?.text === text) {
        return refusal(`${text} opens the palette.`, "Choose other keys.");
      }
      const { shortcuts } = personal.get();
      // An uninstalled action keeps its shortcut without a way to remove it, so another action may take it.
      const other = extensions.flatMap(({ id, actions }) =>
        actions.filter((one) => {
          const its = actionEntryId(id, one.id);
          return its !== entry && ownProperty(shortcuts, its) === text;
        })
      )[0];
      if (text !== "" && other) {
        return refusal(`${text} runs “${other.label}” already.`, "Choose other keys.");
      }
      personal.update((all) => withShortcut(all, entry, text));
      return { ok: true };
    },
    restore: (saved: unknown) => personal.update(() => readPersonal(saved)),
  };
}

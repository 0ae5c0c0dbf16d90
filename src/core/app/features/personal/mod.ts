import { z } from "zod";
import { command, feature, id } from "../../feature.ts";
import type { PersonalChoices } from "./personal.ts";

/** The user's own settings of Kedge on this computer: shortcuts of actions, pinned entries. */
export const personal = feature({
  /** Windows draw one step larger or smaller; 0 in the usual size. */
  zoom: command({ step: z.union([z.literal(-1), z.literal(0), z.literal(1)]) }),
  /** `entry` is the id of an entry of the palette. */
  pinEntry: command({ entry: z.string().min(1).max(500), pinned: z.boolean() }),
  /** Keys that run the action from anywhere; "" for none. */
  setActionShortcut: command({ extension: id, action: id, keys: z.string().max(100) }),
}, ({ personal }: { readonly personal: PersonalChoices }) => ({
  zoom: ({ step }) => personal.zoom(step),
  pinEntry: ({ entry, pinned }) => personal.pin(entry, pinned),
  setActionShortcut: ({ extension, action, keys }) => personal.shortcut(extension, action, keys),
}));

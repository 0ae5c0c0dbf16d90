import * as z from "zod";
import { command, feature, id } from "../../feature.ts";
import type { PersonalChoices } from "./personal.ts";

/** The user's personal settings of Kedge on this computer: zoom, shortcuts of actions, pinned entries. */
export const personal = feature({
  /** Makes windows one step larger or smaller; 0 restores the usual size. */
  zoom: command({ step: z.union([z.literal(-1), z.literal(0), z.literal(1)]) }),
  /** Pins or unpins an entry of the palette by its ID. */
  pinEntry: command({ entry: z.string().min(1).max(500), pinned: z.boolean() }),
  /** Sets global keys that run an action; empty removes them. */
  setActionShortcut: command({ extension: id, action: id, keys: z.string().max(100) }),
}, ({ personal }: { readonly personal: PersonalChoices }) => ({
  zoom: ({ step }) => personal.zoom(step),
  pinEntry: ({ entry, pinned }) => personal.pin(entry, pinned),
  setActionShortcut: ({ extension, action, keys }) => personal.shortcut(extension, action, keys),
}));

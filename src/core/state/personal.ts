import { fieldsOf } from "../json_values.ts";

/** The user's personal settings of Kedge on this computer. */
export interface Personal {
  /** Zoom of windows, one of {@link ZOOMS}; 1 is the usual size. */
  readonly zoom: number;
  /** Ids of the entries at the top of the palette, in the order in which they were pinned. */
  readonly pins: readonly string[];
  /** Shortcuts that run an action from anywhere, by the id of the action's entry. */
  readonly shortcuts: Readonly<Record<string, string>>;
}

/** The settings of a user who has chosen none. */
export const NOTHING_PERSONAL: Personal = { zoom: 1, pins: [], shortcuts: {} };

/** The zooms of windows. */
const ZOOMS: readonly number[] = [0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2];

/** Maximum pins, and maximum shortcuts. */
const MAX_PINS = 50, MAX_SHORTCUTS = 30;

/** Returns the next larger or smaller zoom; a step of 0 returns the usual one. */
export function zoomed(zoom: number, step: -1 | 0 | 1): number {
  if (step === 0) return 1;
  const at = ZOOMS.indexOf(zoom);
  return ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, at + step))]!;
}

/** Returns the settings with an entry pinned after all others, or no longer pinned. */
export function withPin(personal: Personal, entry: string, pinned: boolean): Personal {
  const others = personal.pins.filter((one) => one !== entry);
  return { ...personal, pins: pinned ? [...others, entry].slice(-MAX_PINS) : others };
}

/** Returns the settings with a shortcut for an entry, which no other entry has then; "" removes the shortcut. */
export function withShortcut(personal: Personal, entry: string, keys: string): Personal {
  const others = Object.entries(personal.shortcuts).filter(([id, taken]) => id !== entry && taken !== keys);
  const all = keys === "" ? others : [...others, [entry, keys] as const];
  return { ...personal, shortcuts: Object.fromEntries(all.slice(-MAX_SHORTCUTS)) };
}

/** Reads the saved settings, without parts of another shape. */
export function readPersonal(value: unknown): Personal {
  const { zoom, pins, shortcuts } = fieldsOf(value);
  return {
    zoom: ZOOMS.includes(zoom as number) ? zoom as number : 1,
    pins: (Array.isArray(pins) ? pins : []).filter(isId).slice(-MAX_PINS),
    shortcuts: Object.fromEntries(
      Object.entries(fieldsOf(shortcuts)).filter((one): one is [string, string] => one.every(isId))
        .filter(([id]) => id !== "__proto__").slice(-MAX_SHORTCUTS),
    ),
  };
}

function isId(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= 500;
}

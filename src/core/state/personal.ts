/** What the user has made their own of this computer's Kedge. */
export interface Personal {
  /** How large windows draw, 1 being the usual size: one of {@link ZOOMS}. */
  readonly zoom: number;
  /** Ids of entries that stand first in the palette, in the order they were pinned. */
  readonly pins: readonly string[];
  /** Keys that run an action from anywhere, by the id of its entry. */
  readonly shortcuts: Readonly<Record<string, string>>;
}

/** Before anything was chosen. */
export const NOTHING_PERSONAL: Personal = { zoom: 1, pins: [], shortcuts: {} };

/** The sizes that windows can draw in. */
const ZOOMS: readonly number[] = [0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2];

/** More pins, and more shortcuts, than anybody remembers. */
const MOST_PINS = 50, MOST_SHORTCUTS = 30;

/** The next size up or down; 0 is the usual one. */
export function zoomed(zoom: number, step: -1 | 0 | 1): number {
  if (step === 0) return 1;
  const at = ZOOMS.indexOf(zoom);
  return ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, at + step))]!;
}

/** The entry pinned, last of all, or not any more. */
export function withPin(personal: Personal, entry: string, pinned: boolean): Personal {
  const others = personal.pins.filter((one) => one !== entry);
  return { ...personal, pins: pinned ? [...others, entry].slice(-MOST_PINS) : others };
}

/** The entry with these keys, and no other one; "" for none. */
export function withShortcut(personal: Personal, entry: string, keys: string): Personal {
  const others = Object.entries(personal.shortcuts).filter(([id, taken]) => id !== entry && taken !== keys);
  const all = keys === "" ? others : [...others, [entry, keys] as const];
  return { ...personal, shortcuts: Object.fromEntries(all.slice(-MOST_SHORTCUTS)) };
}

/** What was kept, as far as it looks like that. */
export function readPersonal(value: unknown): Personal {
  const { zoom, pins, shortcuts } = object(value);
  return {
    zoom: ZOOMS.includes(zoom as number) ? zoom as number : 1,
    pins: (Array.isArray(pins) ? pins : []).filter(isId).slice(-MOST_PINS),
    shortcuts: Object.fromEntries(
      Object.entries(object(shortcuts)).filter((one): one is [string, string] => one.every(isId))
        .filter(([id]) => id !== "__proto__").slice(-MOST_SHORTCUTS),
    ),
  };
}

function object(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function isId(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= 500;
}

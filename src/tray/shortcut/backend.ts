import type { Shortcut } from "../../core/config/mod.ts";

/**
 * How binding a combination went; `message` and `hint` are for the user. `keys`: those that the desktop's user has chosen for it
 * in its settings, in the desktop's own words.
 */
export type Bound =
  | { readonly ok: true; readonly keys?: string }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** Hears one combination of keys, whichever program has the focus. One for each system. */
export interface Backend {
  /** Binds this combination in place of the one before; null binds none. */
  bind(shortcut: Shortcut | null): Promise<Bound>;
  /** Gives the combination back and releases everything. */
  stop(): Promise<void>;
}

/**
 * Hears a press; `activation` is what the desktop gave with it to take the focus with. `letGo` is there when all later keys are
 * kept back until it is called: what is typed then goes to whoever has the focus.
 */
export type OnPress = (activation?: string, letGo?: () => void) => void;

/** What a combination is for: a desktop that asks its user shows and keeps this, and knows the combination by the id. */
export interface Purpose {
  readonly id: string;
  readonly description: string;
  /** A window comes that what is typed next is meant for. */
  readonly opens?: "window";
}

/** What a backend tells. */
export interface BackendEvents {
  readonly purpose: Purpose;
  /** The combination was pressed; once for each press, however long it is held. */
  readonly onPress: OnPress;
  /** The combination of the last `bind` works no more, or (ok) works again. */
  readonly onChange: (bound: Bound) => void;
}

/** Another program has the combination. */
export function taken(shortcut: Shortcut): Bound {
  return {
    ok: false,
    message: `Another program already uses ${shortcut.text}`,
    hint:
      "Choose another shortcut in Settings, or free it in the other program. The tray menu opens the palette, too.",
  };
}

import type { Shortcut } from "../../core/config/mod.ts";

/**
 * Result of binding a combination; `message` and `hint` are for the user. `keys` are the keys that the user
 * chose in the desktop's settings instead, in the desktop's own words.
 */
export type Bound =
  | { readonly ok: true; readonly keys?: string }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** Listens to one combination of keys, whichever program has the focus. Each system has its own backend. */
export interface Backend {
  /** Binds this combination in place of the previous one; null binds none. */
  bind(shortcut: Shortcut | null): Promise<Bound>;
  /** Releases the combination and all resources. */
  stop(): Promise<void>;
}

/**
 * Called for each press. `activation` is the activation token that the desktop sent with the press. `letGo`
 * is present when the backend holds back all later keys until it is called; they then go to the window that
 * has the focus.
 */
export type OnPress = (activation?: string, letGo?: () => void) => void;

/**
 * Purpose of a combination. A desktop that asks its user shows the description, and recognizes the
 * combination by the ID.
 */
export interface Purpose {
  readonly id: string;
  readonly description: string;
  /** A press opens a window, and the keys that follow are meant for that window. */
  readonly opens?: "window";
}

/** Events of a backend. */
export interface BackendEvents {
  readonly purpose: Purpose;
  /** Called once for each press, however long the keys are held. */
  readonly onPress: OnPress;
  /** The combination of the last `bind` stopped working, or works again (`ok`). */
  readonly onChange: (bound: Bound) => void;
}

/** Returns the failure of a combination that another program uses. */
export function taken(shortcut: Shortcut): Bound {
  return {
    ok: false,
    message: `Another program already uses ${shortcut.text}`,
    hint:
      "Choose another shortcut in Settings, or free it in the other program. The tray menu opens the palette, too.",
  };
}

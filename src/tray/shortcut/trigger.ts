import type { Modifier, Shortcut } from "../../core/config/mod.ts";

const MODIFIERS: Readonly<Record<Modifier, string>> = {
  cmdOrCtrl: "CTRL",
  ctrl: "CTRL",
  alt: "ALT",
  shift: "SHIFT",
  super: "LOGO",
};

/** The names that xkbcommon gives to the named keys, where they are others than ours. */
const KEYS: Readonly<Record<string, string>> = {
  Space: "space",
  Enter: "Return",
  Backspace: "BackSpace",
  PageUp: "Page_Up",
  PageDown: "Page_Down",
  PrintScreen: "Print",
  Plus: "plus",
  Minus: "minus",
  Equal: "equal",
  Comma: "comma",
  Period: "period",
  Slash: "slash",
  Backslash: "backslash",
  Semicolon: "semicolon",
  Quote: "apostrophe",
  Backquote: "grave",
  BracketLeft: "bracketleft",
  BracketRight: "bracketright",
};

/** A shortcut as the XDG specification of shortcuts writes it: `CTRL+SHIFT+k`. */
export function triggerOf({ modifiers, key }: Shortcut): string {
  const name = KEYS[key] ?? (key.length === 1 ? key.toLowerCase() : key);
  return [...new Set(modifiers.map((modifier) => MODIFIERS[modifier])), name].join("+");
}

import type { Modifier, Shortcut } from "../../core/config/mod.ts";

const MODIFIERS: Readonly<Record<Modifier, string>> = {
  cmdOrCtrl: "CTRL",
  ctrl: "CTRL",
  alt: "ALT",
  shift: "SHIFT",
  super: "LOGO",
};

/** Names of keys in xkbcommon where they differ from Kedge's. */
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

/** Returns a shortcut in the form of the XDG specification of shortcuts: `CTRL+SHIFT+k`. */
export function triggerOf({ modifiers, key }: Shortcut): string {
  const name = KEYS[key] ?? (key.length === 1 ? key.toLowerCase() : key);
  return [...new Set(modifiers.map((modifier) => MODIFIERS[modifier])), name].join("+");
}

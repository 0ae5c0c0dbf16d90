import type { Shortcut } from "../../core/config/mod.ts";
import { triggerOf } from "./trigger.ts";

/** Modifiers by their GTK names, in the spelling of the XDG specification of shortcuts. */
const GTK_MODIFIERS: Readonly<Record<string, string>> = {
  control: "CTRL",
  ctrl: "CTRL",
  primary: "CTRL",
  shift: "SHIFT",
  alt: "ALT",
  mod1: "ALT",
  super: "LOGO",
  mod4: "LOGO",
};

/**
 * Returns the combinations in a text of GNOME such as “Press <Shift><Control>k”, which is in the user's
 * language. The modifiers are sorted.
 */
export function acceleratorsIn(words: string): string[] {
  return [...words.matchAll(/((?:<\w+>)+)(\w+)/g)].map(([, modifiers = "", key = ""]) =>
    inOrder([...modifiers.matchAll(/\w+/g)].map(([name]) => GTK_MODIFIERS[name.toLowerCase()] ?? name), key)
  );
}

/** Returns a shortcut of Kedge in the same form. */
export function acceleratorOf(shortcut: Shortcut): string {
  const parts = triggerOf(shortcut).split("+");
  return inOrder(parts.slice(0, -1), parts.at(-1)!);
}

const inOrder = (modifiers: readonly string[], key: string) =>
  [...modifiers.toSorted(), key.length === 1 ? key.toLowerCase() : key].join("+");

/** Returns a combination as people write it: `Ctrl+Shift+K`. */
export function written(accelerator: string): string {
  const names: Readonly<Record<string, string>> = { LOGO: "Super", CTRL: "Ctrl", SHIFT: "Shift", ALT: "Alt" };
  return accelerator.split("+").map((part) => names[part] ?? part[0]!.toUpperCase() + part.slice(1)).join(
    "+",
  );
}

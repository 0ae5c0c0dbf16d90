import { suggest } from "../text/suggest.ts";

/** A modifier key of a shortcut. `cmdOrCtrl` is Cmd on macOS and Ctrl elsewhere; `super` is Cmd, Win or Super. */
export type Modifier = "cmdOrCtrl" | "ctrl" | "alt" | "shift" | "super";

/** A parsed global shortcut. */
export interface Shortcut {
  /** The modifiers without duplicates, in the order of `Modifier`. */
  readonly modifiers: readonly Modifier[];
  /** Canonical: `A`–`Z`, `0`–`9`, `F1`–`F24` or a name of `NAMED_KEYS`. */
  readonly key: string;
  /** The canonical spelling, for example `Ctrl+Shift+K`. */
  readonly text: string;
}

/** The result of parsing a shortcut: the shortcut, null when it is switched off, or why it is invalid. */
type ShortcutResult =
  | { readonly ok: true; readonly shortcut: Shortcut | null }
  | { readonly ok: false; readonly error: string; readonly hint?: string };

const MODIFIERS: ReadonlyMap<string, Modifier> = new Map(Object.entries(
  {
    ctrl: "ctrl",
    control: "ctrl",
    shift: "shift",
    alt: "alt",
    option: "alt",
    cmd: "super",
    command: "super",
    super: "super",
    meta: "super",
    win: "super",
    cmdorctrl: "cmdOrCtrl",
    commandorcontrol: "cmdOrCtrl",
  } as const,
));

const WRITTEN: Readonly<Record<Modifier, string>> = {
  cmdOrCtrl: "CmdOrCtrl",
  ctrl: "Ctrl",
  alt: "Alt",
  shift: "Shift",
  super: "Super",
};

/** Keys with a name, each with its alternative spellings. */
export const NAMED_KEYS: Readonly<Record<string, readonly string[]>> = {
  Space: [" ", "Spacebar"],
  Enter: ["Return"],
  Tab: [],
  Escape: ["Esc"],
  Backspace: [],
  Delete: ["Del"],
  Insert: ["Ins"],
  Home: [],
  End: [],
  PageUp: ["PgUp", "Page_Up", "Prior"],
  PageDown: ["PgDn", "Page_Down", "Next"],
  Up: ["ArrowUp"],
  Down: ["ArrowDown"],
  Left: ["ArrowLeft"],
  Right: ["ArrowRight"],
  PrintScreen: ["Print"],
  Pause: ["Break"],
  Plus: [],
  Minus: ["-"],
  Equal: ["="],
  Comma: [","],
  Period: [".", "Dot"],
  Slash: ["/"],
  Backslash: ["\\"],
  Semicolon: [";"],
  Quote: ["'", "Apostrophe"],
  Backquote: ["`", "Grave", "Backtick"],
  BracketLeft: ["[", "LeftBracket"],
  BracketRight: ["]", "RightBracket"],
};

const KEYS: ReadonlyMap<string, string> = new Map([
  ...[..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"].map((key) => [key.toLowerCase(), key] as const),
  ...Array.from({ length: 24 }, (_, i) => [`f${i + 1}`, `F${i + 1}`] as const),
  ...Object.entries(NAMED_KEYS).flatMap(([key, others]) =>
    [key, ...others].map((name) => [name.toLowerCase(), key] as const)
  ),
]);

/** Parses a shortcut: `Mod+Mod+Key` in any case; an empty text switches it off. */
export function parseShortcut(text: string): ShortcutResult {
  if (text === "") return { ok: true, shortcut: null };
  if (text.trim() === "") {
    return { ok: false, error: "it is blank", hint: 'Did you mean ""? That switches the shortcut off' };
  }
  // "Ctrl++" means the plus key.
  const parts = text.replace(/\+\s*\+\s*$/, "+Plus").split("+").map((part) => part.trim());
  const found = new Set<Modifier>();
  let key: string | undefined;
  for (const part of parts) {
    if (part === "") {
      return { ok: false, error: "a + has nothing beside it", hint: "Write it like Ctrl+Shift+K" };
    }
    const name = part.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    const modifier = MODIFIERS.get(name);
    const named = KEYS.get(name);
    if (modifier) {
      if (found.has(modifier)) return { ok: false, error: `${WRITTEN[modifier]} appears twice` };
      found.add(modifier);
    } else if (named === undefined) {
      return {
        ok: false,
        error: `"${part.slice(0, 40)}" is neither a modifier nor a key`,
        hint: correctionHint(parts, part) ??
          "Modifiers are Ctrl, Shift, Alt, Super (Cmd, Win) and CmdOrCtrl; keys A–Z, 0–9, F1–F24 and names like Space",
      };
    } else if (key !== undefined) {
      return {
        ok: false,
        error: `it has two keys, ${key} and ${named}`,
        hint: "Only modifiers stand before the key",
      };
    } else key = named;
  }
  if (key === undefined) {
    return { ok: false, error: "it has modifiers but no key", hint: "Add a key, like Ctrl+Shift+K" };
  }
  if (found.has("cmdOrCtrl") && (found.has("ctrl") || found.has("super"))) {
    return { ok: false, error: "CmdOrCtrl already means Ctrl or Cmd", hint: "Remove the other" };
  }
  if (found.size === 0 && !/^F[0-9]+$/.test(key)) {
    return {
      ok: false,
      error: "it has no modifier, so the key could no longer be typed",
      hint: "Add Ctrl, Alt or Super",
    };
  }
  const modifiers = (Object.keys(WRITTEN) as Modifier[]).filter((modifier) => found.has(modifier));
  const written = [...modifiers.map((one) => WRITTEN[one]), key].join("+");
  if (MODIFIERS.has(parts.at(-1)!.toLowerCase())) {
    return { ok: false, error: "its key does not stand last", hint: `Did you mean "${written}"?` };
  }
  return { ok: true, shortcut: { modifiers, key, text: written } };
}

/** Suggests a correction when one part is unknown: another separator, or a mistyped name. */
function correctionHint(parts: readonly string[], wrong: string): string | undefined {
  const unknown = parts.map((part) => part.toLowerCase()).filter((part) =>
    !MODIFIERS.has(part) && !KEYS.has(part)
  );
  if (unknown.length > 1) return undefined;
  const names = [...Object.values(WRITTEN), ...Object.keys(NAMED_KEYS), "Control", "Option", "Command"];
  const meant = /^f\d+$/i.test(wrong) ? undefined : suggest(wrong, names);
  for (const other of [wrong.split(/[-_,&\s]+/).join("+"), meant]) {
    if (other === undefined || other === wrong) continue;
    const corrected = parseShortcut(parts.map((part) => part === wrong ? other : part).join("+"));
    if (corrected.ok && corrected.shortcut) return `Did you mean "${corrected.shortcut.text}"?`;
  }
  return undefined;
}

/** What of a key press matters for a shortcut. */
export interface Pressed {
  readonly code: string;
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

const CODES: Readonly<Record<string, string>> = {
  ArrowUp: "Up",
  ArrowDown: "Down",
  ArrowLeft: "Left",
  ArrowRight: "Right",
  NumpadEnter: "Enter",
};

const SAME =
  /^(Space|Enter|Tab|Escape|Backspace|Delete|Insert|Home|End|PageUp|PageDown|PrintScreen|Pause|Minus|Equal|Comma|Period|Slash|Backslash|Semicolon|Quote|Backquote|BracketLeft|BracketRight|F([1-9]|1[0-9]|2[0-4]))$/;

/** A key press as a shortcut is written; the key is "" while only modifiers are held. */
export function shortcutOf(
  pressed: Pressed,
): { readonly modifiers: readonly string[]; readonly key: string } {
  const modifiers = [
    pressed.ctrlKey && "Ctrl",
    pressed.altKey && "Alt",
    pressed.shiftKey && "Shift",
    pressed.metaKey && "Super",
  ].filter((name) => name !== false);
  return { modifiers, key: keyOf(pressed) };
}

/** Letters by what they type, so that layouts other than QWERTY record what stands on the key. */
function keyOf({ code, key }: Pressed): string {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  const match = /^(?:Key|Digit)([A-Z0-9])$/.exec(code);
  if (match) return match[1]!;
  if (code in CODES) return CODES[code]!;
  return SAME.test(code) ? code : "";
}

const modifiers: Readonly<Record<string, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };
const codes: Readonly<Record<string, number>> = {
  Enter: 13,
  Escape: 27,
  Tab: 9,
  " ": 32,
  Backspace: 8,
  Delete: 46,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Home: 36,
  End: 35,
  PageUp: 33,
  PageDown: 34,
  F3: 114,
};

/** Returns the parameters of a DevTools key event for a key such as `Enter`, `a` or `Control+Shift+f`. */
export function keyEvent(shortcut: string) {
  const parts = shortcut.split("+");
  const key = parts.pop() ?? "";
  const held = parts.reduce((sum, name) => sum + (modifiers[name] ?? 0), 0);
  const letter = key.length === 1;
  const text = key === "Enter" ? "\r" : letter && (held & ~8) === 0 ? key : undefined;
  return {
    key,
    code: letter ? /[a-z]/i.test(key) ? `Key${key.toUpperCase()}` : key === " " ? "Space" : "" : key,
    windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0),
    modifiers: held,
    text,
  };
}

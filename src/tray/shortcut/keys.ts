/** X11 keysyms of the keys that config.json can name, other than letters, digits and F keys. */
const KEYSYMS: Readonly<Record<string, number>> = {
  Space: 0x20,
  Enter: 0xff0d,
  Tab: 0xff09,
  Escape: 0xff1b,
  Backspace: 0xff08,
  Delete: 0xffff,
  Insert: 0xff63,
  Home: 0xff50,
  End: 0xff57,
  PageUp: 0xff55,
  PageDown: 0xff56,
  Up: 0xff52,
  Down: 0xff54,
  Left: 0xff51,
  Right: 0xff53,
  PrintScreen: 0xff61,
  Pause: 0xff13,
  Plus: 0x2b,
  Minus: 0x2d,
  Equal: 0x3d,
  Comma: 0x2c,
  Period: 0x2e,
  Slash: 0x2f,
  Backslash: 0x5c,
  Semicolon: 0x3b,
  Quote: 0x27,
  Backquote: 0x60,
  BracketLeft: 0x5b,
  BracketRight: 0x5d,
};

/** Returns the X11 keysym of a key name of `parseShortcut`. */
export function keysym(key: string): number {
  const known = KEYSYMS[key];
  if (known !== undefined) return known;
  if (/^F\d+$/.test(key)) return 0xffbe + Number(key.slice(1)) - 1;
  // Keyboard maps list letters in lower case.
  return key.toLowerCase().charCodeAt(0);
}

/** Windows virtual-key codes of the named keys. */
const VIRTUAL_KEYS: Readonly<Record<string, number>> = {
  Space: 0x20,
  Enter: 0x0d,
  Tab: 0x09,
  Escape: 0x1b,
  Backspace: 0x08,
  Delete: 0x2e,
  Insert: 0x2d,
  Home: 0x24,
  End: 0x23,
  PageUp: 0x21,
  PageDown: 0x22,
  Up: 0x26,
  Down: 0x28,
  Left: 0x25,
  Right: 0x27,
  PrintScreen: 0x2c,
  Pause: 0x13,
  Plus: 0xbb,
  Minus: 0xbd,
  Equal: 0xbb,
  Comma: 0xbc,
  Period: 0xbe,
  Slash: 0xbf,
  Backslash: 0xdc,
  Semicolon: 0xba,
  Quote: 0xde,
  Backquote: 0xc0,
  BracketLeft: 0xdb,
  BracketRight: 0xdd,
};

/** Returns the Windows virtual-key code of a key. */
export function virtualKey(key: string): number {
  const known = VIRTUAL_KEYS[key];
  if (known !== undefined) return known;
  if (/^F\d+$/.test(key)) return 0x70 + Number(key.slice(1)) - 1;
  return key.charCodeAt(0);
}

/**
 * macOS key codes (kVK_…, Carbon's Events.h). They name positions on the keyboard; letters are those of a US
 * keyboard.
 */
const MAC_KEYS: Readonly<Record<string, number>> = {
  ...Object.fromEntries([..."ASDFHGZXCV"].map((key, code) => [key, code])),
  ...Object.fromEntries([..."BQWERYT"].map((key, index) => [key, 11 + index])),
  "1": 18,
  "2": 19,
  "3": 20,
  "4": 21,
  "6": 22,
  "5": 23,
  Equal: 24,
  Plus: 24,
  "9": 25,
  "7": 26,
  Minus: 27,
  "8": 28,
  "0": 29,
  BracketRight: 30,
  O: 31,
  U: 32,
  BracketLeft: 33,
  I: 34,
  P: 35,
  Enter: 36,
  L: 37,
  J: 38,
  Quote: 39,
  K: 40,
  Semicolon: 41,
  Backslash: 42,
  Comma: 43,
  Slash: 44,
  N: 45,
  M: 46,
  Period: 47,
  Tab: 48,
  Space: 49,
  Backquote: 50,
  Backspace: 51,
  Escape: 53,
  F1: 122,
  F2: 120,
  F3: 99,
  F4: 118,
  F5: 96,
  F6: 97,
  F7: 98,
  F8: 100,
  F9: 101,
  F10: 109,
  F11: 103,
  F12: 111,
  F13: 105,
  F14: 107,
  F15: 113,
  F16: 106,
  F17: 64,
  F18: 79,
  F19: 80,
  F20: 90,
  Insert: 114,
  Home: 115,
  PageUp: 116,
  Delete: 117,
  End: 119,
  PageDown: 121,
  Left: 123,
  Right: 124,
  Down: 125,
  Up: 126,
};

/** Returns the macOS key code of a key; null for keys that Apple keyboards do not have. */
export function macKey(key: string): number | null {
  return MAC_KEYS[key] ?? null;
}

import { deepEqual, equal } from "node:assert/strict";
import { parseShortcut } from "../../../../src/core/config/mod.ts";

/** What is written, and its canonical form. */
const GOOD: readonly (readonly [string, string])[] = [
  ["Ctrl+Shift+K", "Ctrl+Shift+K"],
  ["shift+ctrl+k", "Ctrl+Shift+K"],
  ["Control + Alt + 0", "Ctrl+Alt+0"],
  ["Option+Command+f5", "Alt+Super+F5"],
  ["Cmd+K", "Super+K"],
  ["Win+K", "Super+K"],
  ["Meta+K", "Super+K"],
  ["Super+K", "Super+K"],
  ["CmdOrCtrl+Space", "CmdOrCtrl+Space"],
  ["commandorcontrol+return", "CmdOrCtrl+Enter"],
  ["F24", "F24"],
  ["Ctrl+Esc", "Ctrl+Escape"],
  ["Ctrl+PgUp", "Ctrl+PageUp"],
  ["Ctrl+ArrowLeft", "Ctrl+Left"],
  ["Ctrl++", "Ctrl+Plus"],
  ["Ctrl+,", "Ctrl+Comma"],
  ["Ctrl+`", "Ctrl+Backquote"],
  ["Shift+A", "Shift+A"],
];

for (const [written, canonical] of GOOD) {
  Deno.test(`parseShortcut() reads ${written}`, () => {
    const result = parseShortcut(written);
    equal(result.ok && result.shortcut?.text, canonical);
    deepEqual(parseShortcut(canonical), result);
  });
}

Deno.test("parseShortcut() takes an empty text as switched off", () => {
  deepEqual(parseShortcut(""), { ok: true, shortcut: null });
});

const BAD: readonly (readonly [written: string, error: string, hint?: string])[] = [
  [" ", "it is blank", 'Did you mean ""? That switches the shortcut off'],
  ["\t\n", "it is blank", 'Did you mean ""? That switches the shortcut off'],
  ["K+Ctrl", "its key does not stand last", 'Did you mean "Ctrl+K"?'],
  ["shift+k+control", "its key does not stand last", 'Did you mean "Ctrl+Shift+K"?'],
  ["Space+CMDORCTRL", "its key does not stand last", 'Did you mean "CmdOrCtrl+Space"?'],
  ["Ctlr+Shift+K", '"Ctlr" is neither a modifier nor a key', 'Did you mean "Ctrl+Shift+K"?'],
  ["Ctrl+Shift+Spcae", '"Spcae" is neither a modifier nor a key', 'Did you mean "Ctrl+Shift+Space"?'],
  ["Ctrl-Shift-K", '"Ctrl-Shift-K" is neither a modifier nor a key', 'Did you mean "Ctrl+Shift+K"?'],
  ["ctrl shift k", '"ctrl shift k" is neither a modifier nor a key', 'Did you mean "Ctrl+Shift+K"?'],
  ["K", "it has no modifier, so the key could no longer be typed"],
  ["Ctrl", "it has modifiers but no key"],
  ["Ctrl+Shift", "it has modifiers but no key"],
  ["Ctrl+K+L", "it has two keys, K and L"],
  ["Ctrl+Control+K", "Ctrl appears twice"],
  ["CmdOrCtrl+Ctrl+K", "CmdOrCtrl already means Ctrl or Cmd"],
  ["Hyper+K", '"Hyper" is neither a modifier nor a key'],
  ["Ctrl+F25", '"F25" is neither a modifier nor a key'],
  ["Ctrl+é", '"é" is neither a modifier nor a key'],
  ["Ctrl+\u212a", '"\u212a" is neither a modifier nor a key'],
  ["+K", "a + has nothing beside it"],
  ["Ctrl+", "a + has nothing beside it"],
  ["__proto__+K", '"__proto__" is neither a modifier nor a key'],
  ["constructor+K", '"constructor" is neither a modifier nor a key'],
];

for (const [written, error, hint] of BAD) {
  Deno.test(`parseShortcut() refuses ${JSON.stringify(written)}`, () => {
    const result = parseShortcut(written);
    equal(result.ok ? null : result.error, error);
    if (hint !== undefined) equal(result.ok ? null : result.hint, hint);
    else equal(result.ok ? null : result.hint?.includes("Did you mean") ?? false, false);
  });
}

import assert from "node:assert/strict";
import { type Modifier, NAMED_KEYS, type Shortcut } from "../../../src/core/config/mod.ts";
import type { Problem } from "../../../src/core/state/state.ts";
import { type Backend, type BackendEvents, type Bound, taken } from "../../../src/tray/shortcut/backend.ts";
import { carbonModifiers, fourCharacters } from "../../../src/tray/shortcut/darwin.ts";
import { keysym, macKey, virtualKey } from "../../../src/tray/shortcut/keys.ts";
import { unsupported } from "../../../src/tray/shortcut/linux.ts";
import { createShortcut } from "../../../src/tray/shortcut/mod.ts";
import { hotKeyModifiers } from "../../../src/tray/shortcut/windows.ts";
import {
  type Keyboard,
  keycodesOf,
  maskOf,
  shortcutMask,
  withLocks,
} from "../../../src/tray/shortcut/x11_map.ts";

const KEYS: readonly [string, number, number, number | null][] = [
  ["A", 0x61, 0x41, 0],
  ["K", 0x6b, 0x4b, 40],
  ["Z", 0x7a, 0x5a, 6],
  ["0", 0x30, 0x30, 29],
  ["9", 0x39, 0x39, 25],
  ["F1", 0xffbe, 0x70, 122],
  ["F12", 0xffc9, 0x7b, 111],
  ["F24", 0xffd5, 0x87, null],
  ["Space", 0x20, 0x20, 49],
  ["Enter", 0xff0d, 0x0d, 36],
  ["Backquote", 0x60, 0xc0, 50],
  ["PrintScreen", 0xff61, 0x2c, null],
];
for (const [key, x11, windows, mac] of KEYS) {
  Deno.test(`${key} has its codes on every system`, () => {
    assert.deepEqual([keysym(key), virtualKey(key), macKey(key)], [x11, windows, mac]);
  });
}

Deno.test("every key that config.json can name has a code of its own", () => {
  const keys = [
    ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    ...Array.from({ length: 24 }, (_, i) => `F${i + 1}`),
    ...Object.keys(NAMED_KEYS),
  ];
  assert.equal(new Set(keys.map(keysym)).size, keys.length);
  // Plus and Equal share one key where they have no code of their own.
  assert.equal(new Set(keys.map(virtualKey)).size, keys.length - 1);
  const mac = keys.map(macKey).filter((code) => code !== null);
  assert.equal(new Set(mac).size, mac.length - 1);
  assert.equal(keys.filter((key) => macKey(key) === null).length, 6); // F21 to F24, PrintScreen, Pause
});

const MODIFIERS: readonly [Modifier[], number, number][] = [
  [["ctrl"], 0x4002, 0x1000],
  [["cmdOrCtrl", "shift"], 0x4006, 0x300],
  [["alt", "super"], 0x4009, 0x900],
];
for (const [modifiers, windows, mac] of MODIFIERS) {
  Deno.test(`${modifiers.join("+")} has its bits on Windows and macOS`, () => {
    assert.equal(hotKeyModifiers(modifiers), windows);
    assert.equal(carbonModifiers(modifiers), mac);
  });
}

Deno.test("fourCharacters() reads like Carbon's constants", () => {
  assert.equal(fourCharacters("keyb"), 0x6b657962);
});

/** Key codes from 8 on: k, Control, Num Lock, Alt, Super, a second k with Shift, q. */
const KEYBOARD: Keyboard = {
  first: 8,
  rows: [[0x6b, 0x4b], [0xffe3, 0], [0xff7f, 0], [0xffe9, 0], [0xffeb, 0], [0x31, 0x6b], [0x71, 0x51]],
  modifiers: [[], [], [9], [12], [10], [], [11], []],
};

Deno.test("keycodesOf() prefers the key itself, then one with Shift, then the place on a US keyboard", () => {
  assert.deepEqual(keycodesOf(KEYBOARD, 0x6b), [8]);
  assert.deepEqual(keycodesOf({ ...KEYBOARD, rows: KEYBOARD.rows.slice(1) }, 0x6b), [12]);
  assert.deepEqual(keycodesOf({ ...KEYBOARD, rows: [] }, 0x6b), [45]);
  assert.deepEqual(keycodesOf({ ...KEYBOARD, rows: [] }, 0x61), [38]);
  assert.deepEqual(keycodesOf(KEYBOARD, 0xffd5), []);
});

Deno.test("shortcutMask() finds Alt and Super where this keyboard has them", () => {
  assert.equal(maskOf(KEYBOARD, 0xff7f), 16);
  assert.equal(shortcutMask(KEYBOARD, ["alt"]), 64);
  assert.equal(shortcutMask(KEYBOARD, ["super", "ctrl", "shift"]), 8 | 4 | 1);
  assert.equal(shortcutMask({ ...KEYBOARD, modifiers: [] }, ["alt", "super"]), 8 | 64);
});

Deno.test("withLocks() counts Caps Lock and Num Lock in", () => {
  assert.deepEqual(withLocks(KEYBOARD, 5), [5, 7, 21, 23]);
  assert.deepEqual(withLocks({ ...KEYBOARD, modifiers: [] }, 5), [5, 7]);
});

Deno.test("unsupported() names the way round on Wayland", () => {
  const bound = unsupported("wayland");
  assert.match(bound.ok ? "" : bound.hint, / --toggle/);
});

/** Returns a system that records its combinations, and a shortcut on it. */
function fake(held: string[] = []) {
  const bound: (string | null)[] = [];
  const problems: (Problem | null)[] = [];
  let presses = 0, made = 0, events: BackendEvents | undefined;
  const make = (given: BackendEvents): Backend => {
    events = given;
    made++;
    return {
      bind(shortcut: Shortcut | null) {
        bound.push(shortcut?.text ?? null);
        return Promise.resolve(shortcut && held.includes(shortcut.text) ? taken(shortcut) : { ok: true });
      },
      stop: () => Promise.resolve(),
    };
  };
  const shortcut = createShortcut({
    onPress: () => presses++,
    onProblem: (problem) => problems.push(problem),
  }, make);
  return { shortcut, bound, problems, presses: () => presses, made: () => made, events: () => events! };
}

Deno.test("createShortcut() binds what changes, however it is written", async () => {
  const { shortcut, bound, made, events, presses } = fake();
  for (const text of ["Ctrl+Shift+K", "shift+control+k", "Alt+F8", ""]) await shortcut.set(text);
  assert.deepEqual(bound, ["Ctrl+Shift+K", "Alt+F8", null]);
  assert.equal(made(), 1);
  events().onPress();
  assert.equal(presses(), 1);
});

Deno.test("createShortcut() tells a conflict and its end", async () => {
  const { shortcut, problems, events } = fake(["Ctrl+Shift+K"]);
  await shortcut.set("Ctrl+Shift+K");
  assert.equal(problems.at(-1)?.code, "shortcut-unavailable");
  events().onChange({ ok: true });
  assert.equal(problems.at(-1), null);
});

Deno.test("createShortcut() tells the desktop's own keys as long as they work", async () => {
  const told: (string | null)[] = [];
  let change: BackendEvents["onChange"] = () => {};
  const shortcut = createShortcut(
    { onPress: () => {}, onProblem: () => {}, onKeys: (keys) => told.push(keys) },
    ({ onChange }) => {
      change = onChange;
      return { bind: () => Promise.resolve({ ok: true, keys: "Meta+K" }), stop: () => Promise.resolve() };
    },
  );
  await shortcut.set("Ctrl+Shift+K");
  change({ ok: true });
  change({ ok: true, keys: "Meta+J" });
  change({ ok: false, message: "", hint: "" });
  assert.deepEqual(told, ["Meta+K", null, "Meta+J", null]);
});

Deno.test("createShortcut() reports a system without the parts it needs, and goes on", async () => {
  const problems: (Problem | null)[] = [];
  const shortcut = createShortcut(
    { onPress: () => {}, onProblem: (problem) => problems.push(problem) },
    () => {
      throw new Error("user32.dll is missing");
    },
  );
  await shortcut.set("Ctrl+K");
  assert.match(problems.at(-1)!.message, /user32.dll is missing/);
  await shortcut.stop();
});

/** Returns a system that answers when the test decides. */
function slow() {
  const answers: ((bound: Bound | Error) => void)[] = [];
  const problems: (Problem | null)[] = [];
  const shortcut = createShortcut(
    { onPress: () => {}, onProblem: (problem) => problems.push(problem) },
    () => ({
      bind: () =>
        new Promise((resolve, reject) =>
          answers.push((bound) => bound instanceof Error ? reject(bound) : resolve(bound))
        ),
      stop: () => Promise.resolve(),
    }),
  );
  return { shortcut, answers, problems };
}

const REFUSED: Bound = { ok: false, message: "refused", hint: "" };
for (const [how, earlier] of [["a refusal", REFUSED], ["an error", new Error("gone")]] as const) {
  Deno.test(`set() does not tell how an earlier wish ended when it ends late with ${how}`, async () => {
    const { shortcut, answers, problems } = slow();
    const set = ["Ctrl+K", "Alt+K", "Ctrl+K"].map((keys) => shortcut.set(keys));
    answers[2]!({ ok: true });
    await set[2];
    answers[0]!(earlier);
    answers[1]!(earlier);
    await Promise.all(set);
    assert.deepEqual(problems, [null]);
  });

  Deno.test(`stop() ends what is told, also of a wish that ends later with ${how}`, async () => {
    const { shortcut, answers, problems } = slow();
    const set = shortcut.set("Ctrl+K");
    await shortcut.stop();
    answers[0]!(earlier);
    await set;
    assert.deepEqual(problems, []);
  });
}

import { equal } from "node:assert/strict";
import { takesFocus } from "../../../../../src/tray/windows/child/takes_focus.ts";

/**
 * Milliseconds since the press that asked; whether the window came at once; milliseconds since the
 * last key in any window.
 */
const cases: readonly (readonly [
  what: string,
  pressed: number | null,
  just: boolean,
  key: number | undefined,
  takes: boolean,
])[] = [
  ["comes by itself", null, false, 60_000, false],
  ["comes by itself where keys are not told", null, false, undefined, false],
  ["comes at once", 100, true, 100, true],
  ["comes at once while its user types what is meant for it", 900, true, 20, true],
  ["came at once, and its page was slow while its user typed elsewhere", 4000, true, 20, false],
  ["came at once, and its page was slow while its user waited", 4000, true, 3900, true],
  ["comes later to a user who waits", 5000, false, 4900, true],
  ["comes later, though the key of the press was let go late", 5000, false, 4600, true],
  ["comes later to a user who types", 5000, false, 40, false],
  ["comes later to a user who has typed since", 5000, false, 3000, false],
  ["comes later where keys are not told", 5000, false, undefined, true],
  ["comes too late", 16_000, false, 16_000, false],
];

for (const [what, pressed, just, key, takes] of cases) {
  Deno.test(`takesFocus() is ${takes} for a window that ${what}`, () => {
    const now = 100_000;
    const asked = pressed === null ? null : { at: now - pressed, just };
    equal(takesFocus(asked, false, now, key === undefined ? undefined : () => key), takes);
  });
}

/**
 * Milliseconds since the press that asked, since the end of the wait in the preceding window, and
 * since the last key in any window.
 */
const waits: readonly (readonly [
  what: string,
  pressed: number | null,
  waited: number,
  key: number | undefined,
  takes: boolean,
])[] = [
  ["in which its user waits", null, 0, 60_000, true],
  ["in which its user waits, and pressed a key there", null, 0, 10, true],
  ["in which its user waited until a moment ago", null, 800, 60_000, true],
  ["whose user has typed elsewhere since", null, 800, 100, false],
  ["whose user has typed elsewhere at once", null, 300, 200, false],
  ["which went long ago", null, 16_000, 16_000, false],
  ["in which its user waited, long after the press", 40_000, 800, 60_000, true],
  ["where keys are not told", null, 800, undefined, true],
];

for (const [what, pressed, waited, key, takes] of waits) {
  Deno.test(`takesFocus() is ${takes} for a window that follows one ${what}`, () => {
    const now = 100_000;
    const asked = pressed === null ? null : { at: now - pressed, just: false };
    const sinceKey = key === undefined ? undefined : () => key;
    equal(takesFocus(asked, false, now, sinceKey, now - waited), takes);
  });
}

Deno.test("takesFocus() is true for a launcher, which comes by its shortcut only", () => {
  equal(takesFocus(null, true, 0, () => 0), true);
});

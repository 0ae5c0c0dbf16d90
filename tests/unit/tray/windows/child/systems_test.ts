import assert from "node:assert/strict";
import { type Area, centred, positioned, sizeOn } from "../../../../../src/tray/windows/child/centre.ts";
import { MENU_ITEMS } from "../../../../../src/tray/windows/child/darwin_menu.ts";
import { framed, workArea } from "../../../../../src/tray/windows/child/windows.ts";

const size = { width: 640, height: 420 };
const places: readonly [string, Parameters<typeof centred>[0], { x: number; y: number }][] = [
  ["one screen", { x: 0, y: 0, width: 1280, height: 800 }, { x: 320, y: 127 }],
  ["a second screen", { x: 1280, y: 100, width: 1920, height: 1080 }, { x: 1920, y: 320 }],
  ["a screen to the left", { x: -1920, y: 0, width: 1920, height: 1080 }, { x: -1280, y: 220 }],
  ["a screen that is too small", { x: 10, y: 20, width: 320, height: 200 }, { x: 10, y: 20 }],
];

for (const [what, area, place] of places) {
  Deno.test(`centred() finds the place on ${what}`, () => assert.deepEqual(centred(area, size), place));
}

for (
  const [what, screen, wanted, given] of [
    ["as it is", [0, 0, 1440, 868], [880, 600], [880, 600]],
    ["below its title bar and above the panel", [0, 0, 1366, 728], [1040, 720], [1040, 688]],
    ["within both", [1280, 0, 800, 600], [1320, 900], [788, 560]],
    ["as it is where no screen is known", [0, 0, 0, 0], [880, 600], [880, 600]],
  ] as const
) {
  Deno.test(`sizeOn() leaves a window ${what}`, () => {
    const [x, y, width, height] = screen;
    const fits = sizeOn({ x, y, width, height }, { width: wanted[0], height: wanted[1] });
    assert.deepEqual([fits.width, fits.height], given);
  });
}

Deno.test("framed() takes the frame from a window and gives it back", () => {
  const usual = 0x14cf0000n;
  assert.equal(framed(usual, true), 0x140b0000n);
  assert.equal(framed(framed(usual, true), false), usual);
});

Deno.test("workArea() reads the part of a MONITORINFO that the task bar leaves", () => {
  const info = Int32Array.of(40, 0, 0, 1920, 1080, 0, 30, 1920, 1080, 1);
  assert.deepEqual(workArea(info), { x: 0, y: 30, width: 1920, height: 1050 });
});

Deno.test("the macOS menu has the keys of editing, each once", () => {
  assert.deepEqual(MENU_ITEMS.map(({ key }) => key).sort(), ["Z", "a", "c", "v", "w", "x", "z"]);
  for (const { action } of MENU_ITEMS) assert.match(action, /^[a-zA-Z]+:$/);
});

const screen: Area = { x: 0, y: 0, width: 1440, height: 900 };
const asked: readonly [string, Area | null, readonly { x: number; y: number }[], { x: number; y: number }][] =
  [
    ["in the middle of the screen when nobody asked", null, [], { x: 520, y: 200 }],
    ["in the middle of the window that asked", { x: 100, y: 100, width: 800, height: 600 }, [], {
      x: 300,
      y: 200,
    }],
    ["on the screen when its asker stands at the edge", { x: 1300, y: 700, width: 400, height: 300 }, [], {
      x: 1028,
      y: 560,
    }],
    ["beside one that it would cover", null, [{ x: 520, y: 200 }, { x: 548, y: 228 }], { x: 576, y: 256 }],
  ];
for (const [what, asker, others, place] of asked) {
  Deno.test(`placed() stands ${what}`, () =>
    assert.deepEqual(positioned(screen, asker, others, { width: 400, height: 300 }), place));
}

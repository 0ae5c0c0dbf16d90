import { deepEqual, equal } from "node:assert/strict";
import { type Area, centred, positioned, sizeOn } from "../../../../../src/tray/windows/child/centre.ts";
import { createSizeWatch, strayed } from "../../../../../src/tray/windows/child/strayed_size.ts";
import { textScale } from "../../../../../src/tray/windows/child/text_scale.ts";
import { framed, workArea } from "../../../../../src/tray/windows/child/windows.ts";

const size = (text: string) => {
  const [width = 0, height = 0] = text.split("×").map(Number);
  return { width, height };
};

const SIZES: [what: string, now: string, own: string, before: string[], again: boolean][] = [
  ["is shown for the first time", "500×400", "420×300", [], false],
  ["has its own size", "420×300", "420×300", ["500×400"], false],
  ["has that of the window before it", "500×400", "420×300", ["500×400"], true],
  ["has that which another had not taken yet", "500×400", "420×300", ["420×300", "500×400"], true],
  ["has one of both and should have it", "500×400", "500×400", ["420×300", "500×400"], false],
  ["should have that", "500×400", "500×400", ["500×400"], false],
  ["has one that its user gave it", "460×300", "420×300", ["500×400"], false],
  ["has only the width of the window before it", "500×300", "420×300", ["500×400"], false],
];

for (const [what, now, own, before, again] of SIZES) {
  Deno.test(`strayed() ${again ? "gives a window its size again that" : "leaves a window that"} ${what}`, () =>
    deepEqual(
      strayed(size(now), size(own), before.map(size)),
      again ? size(own) : null,
    ));
}

Deno.test("createSizeWatch() restores the size when the late answer is to the size that was given before", () => {
  let shown = size("420×300");
  const asked: unknown[] = [];
  const window = { size: () => shown, resize: (to: typeof shown) => asked.push(to) };
  const watch = createSizeWatch({ g_timeout_add: () => 1 }, () => window);
  try {
    // The window closes before the window manager has answered to the former size.
    watch.give(size("500×400"));
    watch.leave(shown);
    watch.give(size("420×300"));
    watch.watch();
    shown = size("500×400");
    watch.look.callback(null);
    deepEqual(asked, [size("420×300")]);
  } finally {
    watch.look.close();
  }
});

for (
  const [dpi, scale, when] of [
    [96, 1, "text has the usual size"],
    [168, 1.75, "text is larger"],
    [120, 1.25, "GNOME's large text is on"],
    [72, 0.75, "text is smaller"],
    [10, 0.5, "text would be too small to read"],
    [960, 3, "text would leave no room"],
    [0, 1, "the desktop says nothing"],
    [-1 / 1024, 1, "GTK does not know"],
  ] as const
) {
  Deno.test(`textScale() is ${scale} when ${when}`, () => equal(textScale(dpi * 1024), scale));
}

const WINDOW = { width: 640, height: 420 };
const places: readonly [string, Parameters<typeof centred>[0], { x: number; y: number }][] = [
  ["one screen", { x: 0, y: 0, width: 1280, height: 800 }, { x: 320, y: 127 }],
  ["a second screen", { x: 1280, y: 100, width: 1920, height: 1080 }, { x: 1920, y: 320 }],
  ["a screen to the left", { x: -1920, y: 0, width: 1920, height: 1080 }, { x: -1280, y: 220 }],
  ["a screen that is too small", { x: 10, y: 20, width: 320, height: 200 }, { x: 10, y: 20 }],
];

for (const [what, area, place] of places) {
  Deno.test(`centred() finds the place on ${what}`, () => deepEqual(centred(area, WINDOW), place));
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
    deepEqual([fits.width, fits.height], given);
  });
}

Deno.test("framed() takes the frame from a window and gives it back", () => {
  const usual = 0x14cf0000n;
  equal(framed(usual, true), 0x140b0000n);
  equal(framed(framed(usual, true), false), usual);
});

Deno.test("workArea() reads the part of a MONITORINFO that the task bar leaves", () => {
  const info = Int32Array.of(40, 0, 0, 1920, 1080, 0, 30, 1920, 1080, 1);
  deepEqual(workArea(info), { x: 0, y: 30, width: 1920, height: 1050 });
});

const screen: Area = { x: 0, y: 0, width: 1440, height: 900 };
type Place = { x: number; y: number };
const BESIDE: Area = { x: 100, y: 100, width: 800, height: 600 };
const AT_EDGE: Area = { x: 1300, y: 700, width: 400, height: 300 };
const asked: [what: string, asker: Area | null, others: Place[], place: Place][] = [
  ["in the middle of the screen when nobody asked", null, [], { x: 520, y: 200 }],
  ["in the middle of the window that asked", BESIDE, [], { x: 300, y: 200 }],
  ["on the screen when its asker stands at the edge", AT_EDGE, [], { x: 1028, y: 560 }],
  ["beside one that it would cover", null, [{ x: 520, y: 200 }, { x: 548, y: 228 }], { x: 576, y: 256 }],
];
for (const [what, asker, others, place] of asked) {
  Deno.test(`positioned() places a window ${what}`, () =>
    deepEqual(positioned(screen, asker, others, { width: 400, height: 300 }), place));
}

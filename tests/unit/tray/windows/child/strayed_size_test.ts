import { deepEqual } from "node:assert/strict";
import { createSizeWatch, strayed } from "../../../../../src/tray/windows/child/strayed_size.ts";

const size = (text: string) => {
  const [width = 0, height = 0] = text.split("×").map(Number);
  return { width, height };
};

const SIZES: [what: string, now: string, own: string, before: string[], again: boolean][] = [
  ["is shown for the first time", "500×400", "420×300", [], false],
  ["has its own size", "420×300", "420×300", ["500×400"], false],
  ["has that of the window before it", "500×400", "420×300", ["500×400"], true],
  [
    "has that which the window before it had not taken yet",
    "500×400",
    "420×300",
    ["420×300", "500×400"],
    true,
  ],
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
    // The window manager has not answered to the former size as the window closes.
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

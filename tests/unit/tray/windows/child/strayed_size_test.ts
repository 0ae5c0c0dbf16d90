import { deepEqual } from "node:assert/strict";
import { strayed } from "../../../../../src/tray/windows/child/strayed_size.ts";

const size = (text: string) => {
  const [width = 0, height = 0] = text.split("×").map(Number);
  return { width, height };
};

const SIZES: [what: string, now: string, own: string, before: string | null, again: boolean][] = [
  ["is shown for the first time", "500×400", "420×300", null, false],
  ["has its own size", "420×300", "420×300", "500×400", false],
  ["has that of the window before it", "500×400", "420×300", "500×400", true],
  ["should have that", "500×400", "500×400", "500×400", false],
  ["has one that its user gave it", "460×300", "420×300", "500×400", false],
  ["has only the width of the window before it", "500×300", "420×300", "500×400", false],
];

for (const [what, now, own, before, again] of SIZES) {
  Deno.test(`strayed() ${again ? "gives a window its size again that" : "leaves a window that"} ${what}`, () =>
    deepEqual(
      strayed(size(now), size(own), before === null ? null : size(before)),
      again ? size(own) : null,
    ));
}

import assert from "node:assert/strict";
import { wishedLength } from "../../../../src/ui/client/size.ts";

const LENGTHS: readonly (readonly [string, Parameters<typeof wishedLength>[0], number])[] = [
  ["the one that was wanted", { wanted: 960, inner: 960, outer: 960, room: 1280 }, 960],
  ["a smaller one", { wanted: 960, inner: 700, outer: 700, room: 1280 }, 700],
  ["a larger one", { wanted: 960, inner: 1100, outer: 1100, room: 1280 }, 1100],
  ["the whole screen", { wanted: 960, inner: 1280, outer: 1280, room: 1280 }, 1280],
  ["what was wanted, on a small screen", { wanted: 960, inner: 800, outer: 800, room: 800 }, 960],
  ["what was wanted, below a panel", { wanted: 720, inner: 560, outer: 588, room: 600 }, 720],
  ["what was wanted, at 200 %", { wanted: 960, inner: 640, outer: 1280, room: 1280 }, 960],
  ["a smaller one, at 200 %", { wanted: 960, inner: 400, outer: 800, room: 1280 }, 400],
];
for (const [name, length, wished] of LENGTHS) {
  Deno.test(`wishedLength() is ${name} when it is ${length.inner} of ${length.room}`, () => {
    assert.equal(wishedLength(length), wished);
  });
}

import assert from "node:assert/strict";
import {
  NOTHING_PERSONAL,
  readPersonal,
  withPin,
  withShortcut,
  zoomed,
} from "../../../../src/core/state/personal.ts";

const steps: readonly [zoom: number, step: -1 | 0 | 1, to: number][] = [
  [1, 1, 1.1],
  [1, -1, 0.9],
  [2, 1, 2],
  [0.75, -1, 0.75],
  [1.5, 0, 1],
];
for (const [zoom, step, to] of steps) {
  Deno.test(`zoomed() goes from ${zoom} by ${step} to ${to}`, () => assert.equal(zoomed(zoom, step), to));
}

Deno.test("withPin() pins last of all, once, and takes a pin away", () => {
  const two = withPin(withPin(NOTHING_PERSONAL, "a", true), "b", true);
  assert.deepEqual(two.pins, ["a", "b"]);
  assert.deepEqual(withPin(two, "a", true).pins, ["b", "a"]);
  assert.deepEqual(withPin(two, "a", false).pins, ["b"]);
  let many = NOTHING_PERSONAL;
  for (let n = 0; n < 80; n++) many = withPin(many, `e${n}`, true);
  assert.deepEqual([many.pins.length, many.pins.at(-1)], [50, "e79"]);
});

Deno.test("withShortcut() gives keys to an entry, and takes them away", () => {
  const one = withShortcut(NOTHING_PERSONAL, "action:a/b", "Ctrl+F8");
  assert.deepEqual(one.shortcuts, { "action:a/b": "Ctrl+F8" });
  assert.deepEqual(withShortcut(one, "action:a/b", "").shortcuts, {});
});

const kept: readonly [name: string, value: unknown, read: unknown][] = [
  ["nothing", undefined, NOTHING_PERSONAL],
  ["another size than there is", { zoom: 40 }, NOTHING_PERSONAL],
  ["what it kept", { zoom: 1.5, pins: ["a"], shortcuts: { x: "F8" } }, {
    zoom: 1.5,
    pins: ["a"],
    shortcuts: { x: "F8" },
  }],
  ["other things in the lists", { pins: [1, "", "a", null], shortcuts: { x: 1, "": "F8" } }, {
    zoom: 1,
    pins: ["a"],
    shortcuts: {},
  }],
  ["a name of every object", JSON.parse('{"shortcuts":{"__proto__":"F8"}}'), NOTHING_PERSONAL],
];
for (const [name, value, read] of kept) {
  Deno.test(`readPersonal() reads ${name}`, () => assert.deepEqual(readPersonal(value), read));
}

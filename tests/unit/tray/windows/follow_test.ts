import assert from "node:assert/strict";
import fc from "fast-check";
import { changes, shapeNow, shapeOf } from "../../../../src/tray/windows/follow.ts";
import type { WindowState } from "../../../../src/core/state/state.ts";
import { windowOf } from "../../../support/pages/pages_state.ts";

const { asked: _, ...a } = windowOf("settings", {}, "a");
const { asked: __, ...b } = windowOf("palette", {}, "b");
/** A press of 20 ms before the time of the table. */
const asked = { at: 80, just: true }, ago = { asked: { ago: 20, just: true } };
const shape = { title: "Kedge a", width: 420, height: 300, frameless: false };

const cases: readonly [string, WindowState[], WindowState[], unknown[]][] = [
  ["nothing", [a], [a], []],
  ["a new window", [], [a], [{ type: "open", id: "a", url: "to:a", ...shape }]],
  ["a palette", [], [b], [{
    type: "open",
    id: "b",
    url: "to:b",
    ...shape,
    title: "Kedge b",
    frameless: true,
  }]],
  ["a closed window", [a, b], [b], [{ type: "close", id: "a" }]],
  ["one for another", [a], [b], [
    { type: "close", id: "a" },
    { type: "open", id: "b", url: "to:b", ...shape, title: "Kedge b", frameless: true },
  ]],
  ["a raised window", [a], [{ ...a, raised: 1 }], [{ type: "raise", id: "a" }]],
  ["a press for a new window", [], [{ ...a, asked }], [
    { type: "open", id: "a", url: "to:a", ...shape, ...ago },
  ]],
  ["a press for a window that is there", [a], [{ ...a, raised: 1, asked }], [{
    type: "raise",
    id: "a",
    ...ago,
  }]],
  ["a new title", [a], [{ ...a, title: "T" }], [{ type: "retitle", id: "a", title: "T" }]],
  ["a new title and a new height", [a], [{ ...a, title: "T", height: 9 }], [
    { type: "change", id: "a", ...shape, title: "T", height: 9 },
  ]],
  ["a new height", [a], [{ ...a, height: 9 }], [{ type: "change", id: "a", ...shape, height: 9 }]],
  ["what its user made of its size", [a], [{ ...a, sized: { width: 700, height: 500 } }], []],
  ["a window that had a size of its user's", [], [{ ...a, sized: { width: 700, height: 500 } }], [
    { type: "open", id: "a", url: "to:a", ...shape, width: 700, height: 500 },
  ]],
  ["other parameters", [a], [{ ...a, params: { x: "1" } }], []],
];

Deno.test("shapeNow() is as large as its user made it, and grows with what is in it", () => {
  assert.deepEqual(shapeNow({ ...a, sized: { width: 700, height: 500 } }, 1.1), {
    ...shape,
    width: 770,
    height: 550,
  });
  assert.deepEqual(shapeNow(a, 2), { ...shape, width: 840, height: 600 });
});

for (const [what, before, after, messages] of cases) {
  Deno.test(`changes() tells of ${what}`, () => {
    assert.deepEqual(changes(before, after, (id) => `to:${id}`, 1, 100), messages);
  });
}

Deno.test("changes() lead from any list of windows to any other", () => {
  const list = fc.uniqueArray(
    fc.record({
      id: fc.constantFrom("a", "b", "c", "d"),
      page: fc.constantFrom("palette", "settings"),
      frame: fc.boolean(),
      params: fc.constant({}),
      title: fc.constantFrom("One", "Two"),
      width: fc.constantFrom(1, 2),
      height: fc.constantFrom(1, 2),
      raised: fc.nat(2),
    }),
    { selector: ({ id }) => id },
  );
  fc.assert(fc.property(list, list, (before, after) => {
    const shown = new Map<string, string>(
      before.map((window) => [window.id, JSON.stringify(shapeOf(window))]),
    );
    for (const message of changes(before, after, (id) => id)) {
      if (message.type === "close") assert.ok(shown.delete(message.id));
      if (message.type === "open") assert.ok(!shown.has(message.id));
      if (message.type === "open" || message.type === "change") {
        const { title, width, height, frameless } = message;
        shown.set(message.id, JSON.stringify({ title, width, height, frameless }));
      }
      if (message.type === "retitle") {
        const former = shown.get(message.id);
        assert.ok(former !== undefined);
        shown.set(message.id, JSON.stringify({ ...JSON.parse(former), title: message.title }));
      }
    }
    const wanted = after.map((window): [string, string] => [window.id, JSON.stringify(shapeOf(window))]);
    assert.deepEqual(new Map([...shown].sort()), new Map(wanted.sort()));
  }));
});

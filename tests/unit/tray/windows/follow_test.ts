import assert from "node:assert/strict";
import { changes } from "../../../../src/tray/windows/follow.ts";
import type { WindowState } from "../../../../src/core/state/state.ts";
import { windowOf } from "../../../support/pages_state.ts";

const a = windowOf("settings", {}, "a"), b = windowOf("palette", {}, "b");
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
  ["a new title", [a], [{ ...a, title: "T" }], [{ type: "change", id: "a", ...shape, title: "T" }]],
  ["a new height", [a], [{ ...a, height: 9 }], [{ type: "change", id: "a", ...shape, height: 9 }]],
  ["other parameters", [a], [{ ...a, params: { x: "1" } }], []],
];

for (const [what, before, after, messages] of cases) {
  Deno.test(`changes() tells of ${what}`, () => {
    assert.deepEqual(changes(before, after, (id) => `to:${id}`), messages);
  });
}

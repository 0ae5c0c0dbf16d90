import assert from "node:assert/strict";
import { readSizes } from "../../../../src/core/state/sizes.ts";

const isResizable = (page: string) => ["home", "console"].includes(page);
const good = { width: 800, height: 600 };
const cases: readonly [string, unknown, unknown][] = [
  ["nothing", undefined, {}],
  ["a text", "800x600", {}],
  ["a list", [good], {}],
  ["sizes", { home: good, console: good }, { home: good, console: good }],
  ["more than a size", { home: { ...good, x: 1 } }, { home: good }],
  ["an unknown page", { homes: good, __proto__: good }, {}],
  ["a page without a size of its own", { palette: good, dialog: good }, {}],
  ["half a size", { home: { width: 800 } }, {}],
  ["no numbers", { home: { width: "800", height: 600 } }, {}],
  ["half pixels", { home: { width: 800.5, height: 600 } }, {}],
  ["too small", { home: { width: 199, height: 600 } }, {}],
  ["too big", { home: { width: 10_001, height: 600 } }, {}],
  ["null", { home: null }, {}],
];

for (const [what, value, sizes] of cases) {
  Deno.test(`readSizes() reads ${what}`, () => assert.deepEqual(readSizes(value, isResizable), sizes));
}

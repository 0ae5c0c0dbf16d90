import assert from "node:assert/strict";
import { frecency, readUsage, type Usage, withUse } from "../../../../src/core/state/usage.ts";

const WEEK = 7 * 24 * 3_600_000;

Deno.test("frecency() halves in a week and is 0 for what was never used", () => {
  assert.equal(frecency({ score: 4, at: 0 }, WEEK), 2);
  assert.equal(frecency({ score: 4, at: WEEK }, 0), 4);
  assert.equal(frecency(undefined, 0), 0);
});

Deno.test("withUse() adds one to what is left of the score", () => {
  const usage = withUse(withUse({}, "a", 0), "a", WEEK);
  assert.deepEqual(usage, { a: { score: 1.5, at: WEEK } });
});

Deno.test("withUse() takes uses of before the clock was set back for uses of now", () => {
  const usage = withUse({ a: { score: 1, at: 100 * WEEK }, b: { score: 4, at: 0 } }, "b", WEEK);
  assert.deepEqual(usage, { a: { score: 1, at: WEEK }, b: { score: 3, at: WEEK } });
});

Deno.test("withUse() keeps the 500 most used", () => {
  let usage: Usage = {};
  for (let n = 0; n < 500; n++) usage = { ...usage, [`k${n}`]: { score: n + 1, at: 0 } };
  usage = withUse(usage, "new", 0);
  assert.equal(Object.keys(usage).length, 500);
  assert.ok("k499" in usage);
});

const kept: readonly [value: unknown, usage: Usage][] = [
  [undefined, {}],
  ["text", {}],
  [{ a: { score: 1, at: 2 }, b: 3, c: { score: "1", at: 2 }, d: { score: -1, at: 0 }, e: null }, {
    a: { score: 1, at: 2 },
  }],
  [{ a: { score: Infinity, at: 0 } }, {}],
];
for (const [value, usage] of kept) {
  Deno.test(`readUsage() reads ${Object.keys(usage).length} of ${JSON.stringify(value)}`, () => {
    assert.deepEqual(readUsage(value), usage);
  });
}

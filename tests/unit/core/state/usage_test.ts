import assert from "node:assert/strict";
import type { Command } from "../../../../src/core/app/command.ts";
import { frecency, readUsage, type Usage, usageKey, withUse } from "../../../../src/core/state/usage.ts";

const WEEK = 7 * 24 * 3_600_000;

const keys: readonly [command: Command, key: string | null][] = [
  [{ name: "runAction", extension: "e", action: "a" }, "action:e/a"],
  [{ name: "openConsole", account: "123456789012" }, "account:123456789012"],
  [{ name: "testServer", server: "Orders" }, "server:Orders"],
  [{ name: "openWindow", page: "server", params: { server: "Orders" } }, "server:Orders"],
  [{ name: "openWindow", page: "server" }, null],
  [{ name: "openWindow", page: "settings" }, "kedge:settings"],
  [{ name: "openWindow", page: "dialog" }, null],
  [{ name: "openConfig" }, "kedge:config"],
  [{ name: "quit" }, null],
  [{ name: "stopRun", run: "r" }, null],
];
for (const [command, key] of keys) {
  Deno.test(`usageKey() of ${JSON.stringify(command)} is ${key}`, () => assert.equal(usageKey(command), key));
}

Deno.test("frecency() halves in a week and is 0 for what was never used", () => {
  assert.equal(frecency({ score: 4, at: 0 }, WEEK), 2);
  assert.equal(frecency({ score: 4, at: WEEK }, 0), 4);
  assert.equal(frecency(undefined, 0), 0);
});

Deno.test("withUse() adds one to what is left of the score", () => {
  const usage = withUse(withUse({}, "a", 0), "a", WEEK);
  assert.deepEqual(usage, { a: { score: 1.5, at: WEEK } });
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

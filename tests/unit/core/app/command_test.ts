import assert from "node:assert/strict";
import { type Command, command, usageKey } from "../../../../src/core/app/command.ts";

const keys: readonly [command: Command, key: string | null][] = [
  [{ name: "runAction", extension: "e", action: "a" }, "action:e/a"],
  [{ name: "openConsole", account: "123456789012" }, "account:123456789012"],
  [{ name: "testServer", server: "Orders" }, "server:Orders"],
  [{ name: "openWindow", page: "server", params: { server: "Orders" } }, "server:Orders"],
  [{ name: "openWindow", page: "server" }, "kedge:server"],
  [{ name: "openWindow", page: "settings" }, "kedge:settings"],
  [{ name: "openWindow", page: "dialog", params: { dialog: "d" } }, null],
  [{ name: "openConfig" }, "kedge:config"],
  [{ name: "quit" }, null],
  [{ name: "stopRun", run: "r" }, null],
];
for (const [command, key] of keys) {
  Deno.test(`usageKey() of ${JSON.stringify(command)} is ${key}`, () => assert.equal(usageKey(command), key));
}

const REFUSED: readonly [why: string, value: unknown][] = [
  ["nobody knows it", { name: "format" }],
  ["it has no name", { run: "r" }],
  ["its name is one of every object", { name: "constructor" }],
  ["a field is missing", { name: "runAction", extension: "e" }],
  ["a field is of another kind", { name: "stopRun", run: 1 }],
  ["a name is empty", { name: "stopRun", run: "" }],
  ["a name is longer than names are", { name: "stopRun", run: "r".repeat(201) }],
  ["it is a text", "quit"],
];
for (const [why, value] of REFUSED) {
  Deno.test(`command refuses ${JSON.stringify(value).slice(0, 60)} because ${why}`, () => {
    assert.equal(command.safeParse(value).success, false);
  });
}

Deno.test("command keeps the fields that it knows and drops the others", () => {
  assert.deepEqual(command.parse({ name: "stopRun", run: "r", role: "admin" }), {
    name: "stopRun",
    run: "r",
  });
});

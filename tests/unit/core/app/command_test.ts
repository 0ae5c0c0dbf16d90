import assert from "node:assert/strict";
import { type Command, command, usageKey } from "../../../../src/core/app/command.ts";
import {
  type CommandOf,
  commandSchema,
  dispatcher,
  type NeedsOf,
  usageOf,
} from "../../../../src/core/app/feature.ts";
import { greetings } from "./greetings/mod.ts";
import * as features from "./registry.ts";

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

type Greeting = CommandOf<typeof features>;

function setup() {
  const said: unknown[] = [];
  const needs: NeedsOf<typeof features> = {
    say: (text) => said.push(text),
    quit: (...given: unknown[]) => void said.push(["quit", ...given]),
    useBrowser: (...given: unknown[]) => said.push(["browser", ...given]),
    releases: { dismiss: () => void said.push("dismissed") },
    windows: { allAskFirst: () => false },
  };
  return { said, dispatch: dispatcher(features, needs) };
}

Deno.test("commandSchema() knows a feature by its line in the registry", () => {
  const greet: Greeting = { name: "greet", whom: "Ada", loudly: true };
  assert.deepEqual(commandSchema(features).parse({ ...greet, other: 1 }), greet);
  assert.equal(commandSchema(features).safeParse({ name: "greet" }).success, false);
  assert.equal(commandSchema({ application: features.application }).safeParse(greet).success, false);
});

const KEYS: readonly [command: Greeting, key: string | null][] = [
  [{ name: "greet", whom: "Ada" }, "greeting:Ada"],
  [{ name: "wave" }, null],
  [{ name: "quit" }, null],
];
for (const [command, key] of KEYS) {
  Deno.test(`usageOf() gives ${key} for ${JSON.stringify(command)}`, () => {
    assert.equal(usageOf(features)(command), key);
  });
}

const DONE: readonly [command: Greeting, said: unknown[], result: unknown][] = [
  [{ name: "greet", whom: "Ada" }, ["hello Ada"], { ok: true }],
  [{ name: "greet", whom: "Ada", loudly: true }, ["HELLO Ada"], { ok: true }],
  [{ name: "wave" }, [], { ok: false, error: "Nobody is looking." }],
  [{ name: "useBrowser" }, [["browser", {}]], { ok: true }],
  [{ name: "quit" }, [["quit"]], { ok: true }],
];
for (const [command, expected, result] of DONE) {
  Deno.test(`dispatcher() carries out ${JSON.stringify(command)} with its fields alone`, async () => {
    const { said, dispatch } = setup();
    assert.deepEqual(await dispatch(command), result);
    assert.deepEqual(said, expected);
  });
}

Deno.test("dispatcher() says which command two features have", () => {
  assert.throws(
    () => dispatcher({ greetings, again: greetings }, { say: () => {} }),
    /two features have a command "greet"/,
  );
});

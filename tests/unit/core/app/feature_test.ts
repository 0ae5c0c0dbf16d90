import assert from "node:assert/strict";
import {
  type CommandOf,
  commandSchema,
  dispatcher,
  type NeedsOf,
  usageOf,
} from "../../../../src/core/app/feature.ts";
import { greetings } from "./greetings/mod.ts";
import * as features from "./registry.ts";

type Command = CommandOf<typeof features>;

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
  const greet: Command = { name: "greet", whom: "Ada", loudly: true };
  assert.deepEqual(commandSchema(features).parse({ ...greet, other: 1 }), greet);
  assert.equal(commandSchema(features).safeParse({ name: "greet" }).success, false);
  assert.equal(commandSchema({ application: features.application }).safeParse(greet).success, false);
});

const KEYS: readonly [command: Command, key: string | null][] = [
  [{ name: "greet", whom: "Ada" }, "greeting:Ada"],
  [{ name: "wave" }, null],
  [{ name: "quit" }, null],
];
for (const [command, key] of KEYS) {
  Deno.test(`usageOf() gives ${key} for ${JSON.stringify(command)}`, () => {
    assert.equal(usageOf(features)(command), key);
  });
}

const DONE: readonly [command: Command, said: unknown[], result: unknown][] = [
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

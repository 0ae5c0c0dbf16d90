import assert from "node:assert/strict";
import { join } from "node:path";
import { loadAction } from "../../../../src/core/actions/installed.ts";
import type { LoadedAction, RunRefusal, RunRequest } from "../../../../src/core/actions/run/services.ts";
import { defaultConfig } from "../../../../src/core/config/mod.ts";
import { changeOverrides, rememberAnswer } from "../../../../src/core/extensions/mod.ts";
import { installActions, makeHome } from "../../../support/program/actions.ts";

const SOURCE = "package action\n";

/** Installs one action with these fields in its manifest, and loads it. */
async function load(
  action: Record<string, unknown>,
  extension: Record<string, unknown> = {},
  before: (request: RunRequest) => Promise<unknown> = () => Promise.resolve(),
  id = "a",
): Promise<LoadedAction | RunRefusal> {
  const paths = await makeHome();
  try {
    await installActions(paths, "x", [{ id: "a", source: SOURCE, manifest: action }], {}, extension);
    const request = { paths, config: defaultConfig(), extension: "x", action: id };
    await before(request);
    return await loadAction(request);
  } finally {
    await paths.remove();
  }
}

function loaded(result: LoadedAction | RunRefusal): LoadedAction {
  assert.ok(!("refused" in result), JSON.stringify(result));
  return result;
}

Deno.test("loadAction() merges config key by key: the extension's, the action's, the user's last", async () => {
  const { config } = loaded(
    await load(
      { config: { b: { deep: 2 }, c: "action" } },
      { config: { a: 1, b: { deep: 1, more: 1 }, c: "extension", d: "extension" } },
      ({ paths }) => changeOverrides(paths, "x", "a", { config: { d: "user" } }),
    ),
  );
  assert.deepEqual(config, { a: 1, b: { deep: 2 }, c: "action", d: "user" });
});

const A = "111111111111", B = "222222222222";
const modes: [
  name: string,
  action: Record<string, unknown>,
  mode: string,
  declared: Record<string, string>,
][] = [
  ["no mode and no account", {}, "inherit", { account: A, role: "ext", region: "ext-1" }],
  ["an account alone", { account: B, region: "own-1" }, "custom", { account: B, region: "own-1" }],
  ["inherit with an account", { contextMode: "inherit", account: B }, "inherit", {
    account: A,
    role: "ext",
    region: "ext-1",
  }],
  ["none", { contextMode: "none" }, "none", {}],
];
for (const [name, action, mode, declared] of modes) {
  Deno.test(`loadAction() gives the account context of ${name}`, async () => {
    const result = loaded(await load(action, { account: A, role: "ext", region: "ext-1" }));
    assert.equal(result.mode, mode);
    assert.deepEqual(result.accounts.declared, declared);
  });
}

Deno.test("loadAction() gives the user's override, the remembered answer and the writable servers", async () => {
  const result = loaded(
    await load({}, {}, async ({ paths }) => {
      await changeOverrides(paths, "x", "a", { role: "Mine", write: [{ server: "shop", at: "db:1" }] });
      await rememberAnswer(paths, "x", "a", { account: B, role: "R", region: "r" });
    }),
  );
  assert.equal(result.accounts.override?.role, "Mine");
  assert.deepEqual(result.accounts.saved, { account: B, role: "R", region: "r" });
  assert.deepEqual(result.writable, [{ server: "shop", at: "db:1" }]);
});

Deno.test("loadAction() gives the user's settings of an action whose id every object has", async () => {
  for (const id of ["__proto__", "constructor"]) {
    const result = loaded(
      await load({ id }, {}, async ({ paths }) => {
        await changeOverrides(paths, "x", id, { role: "Mine", config: JSON.parse('{"__proto__":{"a":1}}') });
        await changeOverrides(paths, "x", "other", { role: "Other" });
        await rememberAnswer(paths, "x", id, { account: B, role: "R", region: "r" });
      }, id),
    );
    assert.equal(result.accounts.override?.role, "Mine");
    assert.equal(result.accounts.saved?.account, B);
    assert.equal(JSON.stringify(result.config), '{"__proto__":{"a":1}}');
  }
});

/** Actions that have a remembered answer for account B, and whether it still applies. */
const ANSWERS: readonly (readonly [name: string, action: Record<string, unknown>, kept: boolean])[] = [
  ["an account of its own for another one", { account: A }, false],
  ["the same account of its own without a role", { account: B }, true],
  ["no account any more", { contextMode: "none" }, false],
];
for (const [name, action, kept] of ANSWERS) {
  Deno.test(`loadAction() ${kept ? "keeps" : "forgets"} the remembered answer of an action that has ${name}`, async () => {
    const answer = { account: B, role: "R", region: "r" };
    const result = loaded(await load(action, {}, ({ paths }) => rememberAnswer(paths, "x", "a", answer)));
    assert.deepEqual(result.accounts.saved, kept ? answer : undefined);
  });
}

const changes: [name: string, change: (folder: string) => Promise<void>, says: RegExp][] = [
  [
    "a changed file",
    (folder) => Deno.writeTextFile(`${folder}/actions/a.go`, "package evil\n"),
    /actions\/a\.go was changed/,
  ],
  ["an added file", (folder) => Deno.writeTextFile(`${folder}/lib.go`, "package lib\n"), /lib\.go was added/],
  ["a missing file", (folder) => Deno.remove(`${folder}/actions/a.go`), /actions\/a\.go was removed/],
];
for (const [name, change, says] of changes) {
  Deno.test(`loadAction() refuses ${name}: it was not reviewed`, async () => {
    const result = await load({}, {}, ({ paths }) => change(`${paths.extensions}/x/bundle`));
    assert.ok("refused" in result);
    assert.match(result.refused, says);
  });
}

Deno.test("loadAction() refuses an action whose settings cannot be read, for they may name its account", async () => {
  const result = await load(
    {},
    {},
    ({ paths }) => Deno.writeTextFile(join(paths.extensions, "x/overrides.json"), "{ damaged"),
  );
  assert.match(
    "refused" in result ? result.refused : "",
    /your settings of "x" cannot be read: .*overrides\.json is damaged/,
  );
});

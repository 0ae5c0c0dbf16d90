import assert from "node:assert/strict";
import {
  type ConfigRead,
  createConfiguration,
} from "../../../../../src/core/app/features/settings/configuration.ts";
import { createSettings } from "../../../../../src/core/app/features/settings/settings.ts";
import type { ListEntry } from "../../../../../src/core/config/document.ts";
import type { Server } from "../../../../../src/core/config/config.ts";
import type { Diagnostic } from "../../../../../src/core/diagnostic.ts";
import { renamedServers } from "../../../../../src/core/state/known_servers.ts";
import { config, store } from "../fixtures.ts";

const account = { accountId: "123456789012", region: "eu-west-1", secrets: [], ecsClusters: [] };
const shop = { name: "shop", engine: "postgres", host: "db", port: 5432, tls: false } as const;
const problem: Diagnostic = { severity: "error", code: "syntax", path: [], message: "Broken." };

function setup() {
  const state = store();
  return { state, configuration: createConfiguration(state) };
}

const loaded = (parts: Parameters<typeof config>[0]): ConfigRead => ({
  status: "loaded",
  config: config(parts),
  diagnostics: [],
});

Deno.test("apply() gives what is in force, the same while nothing in it changes, and null for a broken file", () => {
  const { configuration } = setup();
  const first = configuration.apply(loaded({ accounts: [account] }));
  assert.deepEqual(first?.accounts, [account]);
  assert.equal(configuration.apply({ status: "unreadable", config: config(), diagnostics: [problem] }), null);
  assert.equal(configuration.apply(loaded({ accounts: [{ ...account }] })), first);
});

const RULES = `{"envRules": [{"env": "prd", "matchName": 7},\n  {"env": "dev", "matchName": "(a+)+"}]}`;
const slow: Diagnostic = {
  severity: "error",
  code: "rule-too-slow",
  path: ["envRules", 0],
  message: "Slow.",
};

Deno.test("rulesOff() counts among the problems of the file, at the rule's own place", () => {
  const { state, configuration } = setup();
  const read = { ...loaded({}), text: RULES, ruleIndexes: [1] };
  configuration.rulesOff([slow]);
  configuration.apply({ ...read, diagnostics: [problem] });
  const [first, second] = state.get().config.diagnostics;
  assert.deepEqual([first, second?.path, second?.line], [problem, ["envRules", 1], 2]);
  configuration.rulesOff([]);
  assert.deepEqual(state.get().config.diagnostics, [problem]);
});

Deno.test("rulesOff() stands among the problems of the file in its order", () => {
  const { state, configuration } = setup();
  configuration.rulesOff([slow]);
  const around = [{ ...problem, line: 1, column: 3 }, { ...problem, line: 3, column: 1 }];
  configuration.apply({ ...loaded({}), text: RULES, ruleIndexes: [1], diagnostics: around });
  assert.deepEqual(state.get().config.diagnostics.map(({ line }) => line), [1, 2, 3]);
});

Deno.test("rulesOff() says nothing about a file that does not parse", () => {
  const { state, configuration } = setup();
  configuration.apply({ ...loaded({}), text: RULES, ruleIndexes: [1] });
  configuration.apply({ status: "unreadable", config: config(), diagnostics: [problem] });
  configuration.rulesOff([slow]);
  assert.deepEqual(state.get().config.diagnostics, [problem]);
});

Deno.test("apply() keeps the last good configuration when the file does not parse", () => {
  const { state, configuration } = setup();
  configuration.apply(loaded({ servers: [shop], perPage: 7 }));
  configuration.apply({ status: "unreadable", config: config(), diagnostics: [problem] });
  const { config: now } = state.get();
  assert.equal(now.status, "stale");
  assert.equal(now.value.perPage, 7);
  assert.deepEqual(now.diagnostics, [problem]);
  assert.equal(now.value.servers.length, 1);
});

Deno.test("apply() leaves what did not change untouched", () => {
  const { state, configuration } = setup();
  configuration.apply(loaded({ servers: [shop], accounts: [account] }));
  const before = state.get();
  configuration.apply(loaded({ servers: [shop], accounts: [account], perPage: 9 }));
  const after = state.get();
  assert.equal(after.config.value.accounts, before.config.value.accounts);
  assert.equal(after.config.value.servers, before.config.value.servers);
  assert.notEqual(after.config.value, before.config.value);
});

const never = () => assert.fail("nothing is to be done");
const IDLE = { editConfig: never, seen: never, readAws: never, openConfig: never };

const WITHOUT: readonly (readonly [what: string, rule: ListEntry])[] = [
  ["no env", { matchName: "shop" }],
  ["a blank env", { env: " ", matchName: "shop" }],
  ["a number for its env", { env: 5, matchName: "shop" }],
  ["a wrong pattern beside a right one", { env: "prd", matchName: "shop", matchEmail: 5 }],
  ["an empty pattern beside a right one", { env: "prd", matchName: "shop", matchEmail: "" }],
  ["wrong flags", { env: "prd", matchName: "shop", flags: 5 }],
];
for (const [what, rule] of WITHOUT) {
  Deno.test(`createSettings().rules() gives no pattern when a rule has ${what}`, () => {
    const { state, configuration } = setup();
    configuration.apply({ ...loaded({}), document: { envRules: [rule] } });
    assert.deepEqual(createSettings(state, configuration, IDLE).rules(), [{ env: "", flags: "i" }]);
  });
}

Deno.test("createSettings() says where a file that does not parse is wrong, wherever it was to be written from", async () => {
  const { state, configuration } = setup();
  const placed = { ...problem, line: 6, column: 3, message: "A comma is missing here" };
  configuration.apply({ status: "unreadable", config: config(), diagnostics: [placed] });
  const settings = createSettings(state, configuration, IDLE);
  assert.deepEqual(await settings.edit({ path: ["perPage"], value: 9 }), {
    ok: false,
    error: "config.json cannot be read, so nothing is written to it (line 6, column 3).",
    hint: "A comma is missing here. Fix the file first.",
  });
});

Deno.test("createSettings() tells that a server is renamed when its address changes in the same edit, and its undo", async () => {
  const { state, configuration } = setup();
  const named = (name: string, host: string): Server => ({ ...shop, name, host });
  const put = (...servers: Server[]) => void configuration.apply(loaded({ servers }));
  let full = false;
  const make = (change: () => void) => {
    if (full) return Promise.resolve({ ok: false as const, error: "the disk is full" });
    change();
    return Promise.resolve({ ok: true as const, undo: () => make(() => put(named("shop", "db"))) });
  };
  const settings = createSettings(state, configuration, {
    ...IDLE,
    editConfig: () => make(() => put(named("store", "db2"))),
    seen: () => Promise.resolve(),
  });
  put(named("shop", "db"));
  const renamed: string[] = [];
  state.subscribe((now, before) => {
    for (const names of renamedServers(now, before)) renamed.push(names.join(" "));
  });
  const entry = (name: string) => ({ name, engine: "postgres", host: "db" });
  const edit = () => settings.edit({ path: ["servers", 0], value: entry("store"), was: entry("shop") });
  await edit();
  await settings.undo();
  assert.deepEqual(renamed, ["shop store", "store shop"]);
  full = true;
  const before = state.get().knownServers;
  assert.equal((await edit()).ok, false);
  assert.deepEqual(state.get().knownServers, before);
});

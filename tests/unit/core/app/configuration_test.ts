import assert from "node:assert/strict";
import { type ConfigRead, createConfiguration } from "../../../../src/core/app/configuration.ts";
import type { Diagnostic } from "../../../../src/core/diagnostic.ts";
import { config, store } from "./fixtures.ts";

const account = { accountId: "123456789012", region: "eu-west-1", secrets: [], ecsClusters: [] };
const shop = { name: "shop", engine: "postgres", host: "db", port: 5432, tls: false } as const;
const problem: Diagnostic = { severity: "error", code: "syntax", path: [], message: "Broken." };

function setup(env: string | null = null) {
  const state = store();
  const labeller = {
    label: (_rules: unknown, accounts: readonly unknown[]) =>
      Promise.resolve({ labels: accounts.map(() => ({ env, rule: null })), diagnostics: [] }),
  };
  return { state, configuration: createConfiguration(state, labeller) };
}

const loaded = (parts: Parameters<typeof config>[0]): ConfigRead => ({
  status: "loaded",
  config: config(parts),
  diagnostics: [],
});

for (
  const [name, own, ruled, env] of [
    ["the account's own label", "prd", "dev", "prd"],
    ["the rule's label when the account has none", undefined, "dev", "dev"],
    ["null when neither gives one", undefined, null, null],
  ] as const
) {
  Deno.test(`apply() gives an account ${name}`, async () => {
    const { state, configuration } = setup(ruled);
    await configuration.apply(loaded({ accounts: [{ ...account, ...(own ? { env: own } : {}) }] }));
    assert.equal(state.get().accounts[0]!.env, env);
  });
}

Deno.test("apply() keeps the last good configuration when the file does not parse", async () => {
  const { state, configuration } = setup();
  await configuration.apply(loaded({ servers: [shop], perPage: 7 }));
  await configuration.apply({ status: "unreadable", config: config(), diagnostics: [problem] });
  const { config: now, servers } = state.get();
  assert.equal(now.status, "stale");
  assert.equal(now.value.perPage, 7);
  assert.deepEqual(now.diagnostics, [problem]);
  assert.equal(servers.length, 1);
});

Deno.test("apply() leaves what did not change untouched", async () => {
  const { state, configuration } = setup();
  await configuration.apply(loaded({ servers: [shop], accounts: [account] }));
  const before = state.get();
  await configuration.apply(loaded({ servers: [shop], accounts: [account], perPage: 9 }));
  const after = state.get();
  assert.equal(after.accounts, before.accounts);
  assert.equal(after.servers, before.servers);
  assert.notEqual(after.config.value, before.config.value);
});

Deno.test("apply() keeps a server's last test when another server changes", async () => {
  const { state, configuration } = setup();
  await configuration.apply(loaded({ servers: [shop] }));
  const test = { status: "ok", at: 1, ms: 2, detail: "fine" } as const;
  state.update((s) => ({ ...s, servers: s.servers.map((server) => ({ ...server, test })) }));
  await configuration.apply(loaded({ servers: [shop, { ...shop, name: "other" }] }));
  assert.deepEqual(state.get().servers.map((server) => server.test.status), ["ok", "idle"]);
});

Deno.test("apply() drops a server's last test when its address changes", async () => {
  const { state, configuration } = setup();
  await configuration.apply(loaded({ servers: [shop] }));
  const test = { status: "ok", at: 1, ms: 2, detail: "fine" } as const;
  state.update((s) => ({ ...s, servers: s.servers.map((server) => ({ ...server, test })) }));
  await configuration.apply(loaded({ servers: [{ ...shop, port: 1 }] }));
  assert.equal(state.get().servers[0]!.test.status, "idle");
});

Deno.test("apply() lets the newest reading win when labels come late", async () => {
  const state = store();
  const gates: (() => void)[] = [];
  const configuration = createConfiguration(state, {
    label: () => new Promise((resolve) => gates.push(() => resolve({ labels: [], diagnostics: [] }))),
  });
  const first = configuration.apply(loaded({ perPage: 1 }));
  const second = configuration.apply(loaded({ perPage: 2 }));
  gates[1]!();
  gates[0]!();
  await Promise.all([first, second]);
  assert.equal(state.get().config.value.perPage, 2);
});

for (
  const [url, expected] of [
    ["https://team.awsapps.com/start", { status: "signed-out", detail: "team.awsapps.com" }],
    ["not an address", { status: "signed-out", detail: "not an address" }],
  ] as const
) {
  Deno.test(`apply() shows the sign-in target ${expected.detail} when ssoStartUrl is ${url}`, async () => {
    const { state, configuration } = setup();
    await configuration.apply(loaded({ ssoStartUrl: url }));
    assert.deepEqual(state.get().signIn, expected);
  });
}

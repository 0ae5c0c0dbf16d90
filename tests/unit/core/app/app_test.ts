import assert from "node:assert/strict";
import { type App, type AppServices, createApp } from "../../../../src/core/app/app.ts";
import type { Command } from "../../../../src/core/app/command.ts";
import { config } from "./fixtures.ts";

type Bundle = { hash: string };

function setup(over: Partial<AppServices<Bundle>> = {}): { app: App; calls: string[] } {
  const calls: string[] = [];
  const ok = (text: string) => Promise.resolve((calls.push(text), { ok: true } as const));
  const app = createApp<Bundle>({
    info: { version: "0.1.0", development: true, home: "/h", platform: "linux" },
    configFile: "/h/config.json",
    defaults: config(),
    labeller: {
      label: (_, accounts) =>
        Promise.resolve({ labels: accounts.map(() => ({ env: null, rule: null })), diagnostics: [] }),
    },
    extensions: {
      load: (source) => Promise.resolve({ bundle: null, diagnostics: [], source }),
      loadBytes: (_, source) => Promise.resolve({ bundle: null, diagnostics: [], source }),
      restore: (id) => Promise.resolve(id === "tools"),
      loadInstalled: (source) => Promise.resolve({ bundle: null, diagnostics: [], source }),
      review: () => Promise.reject(new Error("none")),
      file: () => null,
      install: () => Promise.resolve(),
      uninstall: () => Promise.resolve(),
      list: () => Promise.resolve([]),
      warm: () => {},
    },
    runs: {
      start: () => {
        throw new Error("none");
      },
      saveOverrides: () => Promise.resolve(),
    },
    keychain: {
      status: () => Promise.resolve({ status: "absent" }),
      get: () => Promise.resolve(null),
      set: () => Promise.reject(new Error("no keychain")),
      delete: () => Promise.reject(new Error("no keychain")),
      unlock: () => Promise.resolve({ status: "absent" }),
    },
    testConnection: () => Promise.resolve({ ok: true, ms: 1, detail: "" }),
    checkAnswer: () => null,
    editConfig: () =>
      Promise.resolve({
        ok: true,
        undo() {
          calls.push("undo");
          return Promise.resolve({ ok: true, undo: this.undo });
        },
      }),
    openConfig: (line, column) => ok(`open ${line}:${column}`),
    openFolder: (id) => ok(`folder ${id}`),
    openSource: (id, file, line, column) => ok(`source ${id} ${file}:${line}:${column}`),
    openAddress: (address) => ok(`address ${address}`),
    onError: (error) => calls.push(`error ${(error as Error).message}`),
    now: () => 1,
    ...over,
  });
  return { app, calls };
}

const account = { accountId: "123456789012", region: "eu-west-1", secrets: [], ecsClusters: [] };

for (
  const [portal, address] of [
    [undefined, "https://console.aws.amazon.com/console/home?region=eu-west-1"],
    [
      "https://team.awsapps.com/start/",
      "https://team.awsapps.com/start/#/console?account_id=123456789012&destination=" +
      encodeURIComponent("https://console.aws.amazon.com/console/home?region=eu-west-1"),
    ],
  ] as const
) {
  Deno.test(`openConsole opens ${address} when ssoStartUrl is ${portal}`, async () => {
    const { app, calls } = setup();
    await app.applyConfig({
      status: "loaded",
      config: config({ accounts: [account], ...(portal ? { ssoStartUrl: portal } : {}) }),
      diagnostics: [],
    });
    await app.dispatch({ name: "openConsole", account: "123456789012" });
    assert.deepEqual(calls, [`address ${address}`]);
  });
}

Deno.test("dispatch() gives a result and logs once when a handler throws", async () => {
  const { app, calls } = setup({ openFolder: () => Promise.reject(new Error("boom")) });
  const result = await app.dispatch({ name: "openFolder", extension: "x" });
  assert.deepEqual(result, {
    ok: false,
    error: 'Kedge failed at "openFolder".',
    hint: "The log file says more.",
  });
  assert.deepEqual(calls, ["error boom"]);
});

Deno.test("dispatch() quits when asked to", async () => {
  const { app } = setup();
  await app.dispatch({ name: "quit" });
  await app.quit;
});

Deno.test("undoConfigEdit puts the former text back, once", async () => {
  const { app, calls } = setup();
  await app.dispatch({ name: "editConfig", path: ["perPage"], value: 7 });
  assert.equal((await app.dispatch({ name: "undoConfigEdit" })).ok, true);
  assert.deepEqual(await app.dispatch({ name: "undoConfigEdit" }), {
    ok: false,
    error: "There is nothing to undo.",
  });
  assert.deepEqual(calls, ["undo"]);
});

Deno.test("the state says whether an edit can be taken back", async () => {
  const { app } = setup();
  const canUndo = () => app.store.get().config.canUndo ?? false;
  assert.equal(canUndo(), false);
  await app.dispatch({ name: "editConfig", path: ["perPage"], value: 7 });
  assert.equal(canUndo(), true);
  await app.dispatch({ name: "editConfig", path: ["perPage"], value: 8 });
  await app.dispatch({ name: "undoConfigEdit" });
  assert.equal(canUndo(), true);
  await app.dispatch({ name: "undoConfigEdit" });
  assert.equal(canUndo(), false);
});

Deno.test("tryRules labels accounts by rules that are not saved", async () => {
  const labels = [{ env: "prd", rule: 0 }];
  const { app } = setup({ labeller: { label: () => Promise.resolve({ labels, diagnostics: [] }) } });
  const rules = [{ env: "prd", matchName: "x", flags: "i" }];
  assert.deepEqual(await app.dispatch({ name: "tryRules", rules, accounts: [{ name: "x" }] }), {
    ok: true,
    value: { labels, diagnostics: [] },
  });
});

Deno.test("editConfig is refused when config.json does not parse", async () => {
  const { app } = setup();
  await app.applyConfig({ status: "unreadable", config: config(), diagnostics: [] });
  const result = await app.dispatch({ name: "editConfig", path: ["perPage"], value: 7 });
  assert.equal(result.ok, false);
});

for (
  const [what, command, left] of [
    ["a review forgets it", { name: "beginInstall", source: "/x.kedgeext" }, "reviews"],
    ["a settings window only closes it", { name: "openWindow", page: "settings" }, "windows"],
  ] as [string, Command, "reviews" | "windows"][]
) {
  Deno.test(`windowClosed() of ${what}`, async () => {
    const { app } = setup();
    await app.dispatch(command);
    assert.equal(app.store.get()[left].length, 1);
    app.windowClosed(app.store.get().windows[0]!.id);
    assert.equal(app.store.get()[left].length, 0);
    assert.equal(app.store.get().windows.length, 0);
  });
}

Deno.test("problems hold one entry per code and go when cleared", () => {
  const { app } = setup();
  app.problems.set({ code: "no-go", message: "a", hint: "h" });
  app.problems.set({ code: "no-go", message: "b", hint: "h" });
  assert.deepEqual(app.store.get().problems.map(({ message }) => message), ["b"]);
  app.problems.clear("no-go");
  assert.deepEqual(app.store.get().problems, []);
});

Deno.test("dispatch() counts what was done as used, and nothing that failed", async () => {
  const { app } = setup({ openAddress: () => Promise.resolve({ ok: false, error: "no browser" }) });
  await app.dispatch({ name: "openConfig" });
  await app.dispatch({ name: "openConfig" });
  await app.dispatch({ name: "openConsole", account: "123456789012" });
  assert.deepEqual(app.store.get().usage, { "kedge:config": { score: 2, at: 1 } });
});

import assert from "node:assert/strict";
import { fixedRows } from "../../../../src/core/resources/rows.ts";
import { type App, createApp } from "../../../../src/core/app/app.ts";
import type { Cloud } from "../../../../src/core/aws/cloud.ts";
import { currentAsk } from "../../../../src/core/app/asks.ts";
import type { AppServices } from "../../../../src/core/app/services.ts";
import type { Edit } from "../../../../src/core/json/edit.ts";
import type { Json } from "../../../../src/core/json/node.ts";
import type { Command } from "../../../../src/core/app/command.ts";
import type { AppState } from "../../../../src/core/state/state.ts";
import type { StateStore } from "../../../../src/core/state/store.ts";
import { PAGES } from "../../../../src/pages/registry.ts";
import { modelIn, windowOf } from "../../../support/pages/pages_state.ts";
import { config, credentialServices } from "./fixtures.ts";

type Bundle = { hash: string };

const none = () => Promise.reject(new Error("none"));

function setup(over: Partial<AppServices<Bundle>> = {}): { app: App; calls: string[] } {
  const calls: string[] = [];
  const ok = (text: string) => Promise.resolve((calls.push(text), { ok: true } as const));
  const app = createApp<Bundle>({
    info: { version: "0.1.0", development: true, home: "/h", platform: "linux" },
    configFile: "/h/config.json",
    pages: PAGES,
    defaults: config(),
    labeller: {
      label: (_, accounts) =>
        Promise.resolve({ labels: accounts.map(() => ({ env: null, rule: null })), diagnostics: [] }),
    },
    credentials: credentialServices(),
    cloud: () => Promise.resolve(null),
    cache: "/h/cache",
    usualMethod: () => "browser",
    extensions: {
      load: (source) => Promise.resolve({ bundle: null, diagnostics: [], source }),
      loadBytes: (_, source) => Promise.resolve({ bundle: null, diagnostics: [], source }),
      restore: (id) => Promise.resolve(id === "tools"),
      loadInstalled: (source) => Promise.resolve({ bundle: null, diagnostics: [], source }),
      review: none,
      file: () => null,
      texts: () => Promise.resolve(null),
      install: () => Promise.resolve(),
      uninstall: () => Promise.resolve(),
      list: () => Promise.resolve([]),
      warm: () => Promise.resolve(),
      couldPress: () => false,
      saveOverrides: (extension, action, change) =>
        Promise.resolve(void calls.push(`save ${extension}/${action} ${JSON.stringify(change)}`)),
    },
    catalogues: {
      stored: () => Promise.resolve(null),
      refresh: none,
      look: none,
      begin: () => Promise.resolve(),
      bundle: none,
      withdraw: () => Promise.resolve(),
    },
    runs: {
      start: () => {
        throw new Error("none");
      },
      pastLog: () => ({ ...fixedRows([]), forget: () => Promise.resolve() }),
    },
    openWorkbench: none,
    publishing: { prepare: none, publish: none },
    keychain: {
      status: () => Promise.resolve({ status: "absent" }),
      get: () => Promise.resolve(null),
      set: () => Promise.reject(new Error("no keychain")),
      delete: () => Promise.reject(new Error("no keychain")),
      unlock: () => Promise.resolve({ status: "absent" }),
    },
    sql: none,
    assistant: none,
    openPath: () => Promise.resolve({ ok: true }),
    pastQueries: () => Promise.resolve([]),
    tables: { readTables: () => Promise.resolve(null), writeTables: () => Promise.resolve() },
    renameQueries: () => Promise.resolve(),
    openTunnel: none,
    wayOf: none,
    testConnection: () => Promise.resolve({ ok: true, ms: 1, detail: "" }),
    probeServer: () => Promise.resolve(null),
    checkAnswer: () => null,
    editConfig: () =>
      Promise.resolve({
        ok: true,
        undo() {
          calls.push("undo");
          return Promise.resolve({ ok: true, undo: this.undo });
        },
      }),
    seen: () => Promise.resolve(),
    agentClients: none,
    readAws: () => Promise.resolve({ accounts: [] }),
    lookForImports: () => Promise.resolve([]),
    openConfig: (line, column) => ok(`open ${line}:${column}`),
    openFolder: (id) => ok(`folder ${id}`),
    sample: "/opt/kedge/examples/toolbox",
    openSource: (id, file, line, column) => ok(`source ${id} ${file}:${line}:${column}`),
    openAddress: (address) => ok(`address ${address}`),
    onError: (error) => calls.push(`error ${(error as Error).message}`),
    now: () => 1,
    ...over,
  });
  return { app, calls };
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

Deno.test("createApp() gives every part of the state that changes to a writer", () => {
  const { app } = setup();
  const parts = Object.keys(app.store.get()) as (keyof AppState)[];
  const { writing } = app.store as StateStore;
  const free = parts.filter((key) => {
    try {
      return writing(key) !== undefined;
    } catch {
      return false;
    }
  });
  assert.deepEqual(free, ["app"]);
});

Deno.test("dispatch() of searchAs keeps the role that searches use, beside what credentials write", async () => {
  const { app, calls } = setup();
  assert.deepEqual(await app.dispatch({ name: "searchAs", role: "Reader", instead: false }), { ok: true });
  await app.dispatch({ name: "chooseShell", shell: "fish" });
  assert.deepEqual([app.store.get().choices.searchRoles, app.store.get().choices.shell, calls], [
    ["Reader"],
    "fish",
    [],
  ]);
});

Deno.test("read() follows from the press that opened the window", async () => {
  const { app } = setup();
  await app.dispatch({ name: "openWindow", page: "settings" });
  const { id, asked } = app.store.get().windows[0]!;
  assert.deepEqual(app.read(id, currentAsk), { at: asked!.at });
  assert.equal(app.read("another", currentAsk), undefined);
});

Deno.test("dispatch() quits when asked to", async () => {
  const { app } = setup();
  await app.dispatch({ name: "quit" });
  await app.quit;
});

Deno.test("quit shows the window in which something is entered, and quits the second time", async () => {
  const { app } = setup();
  await app.dispatch({ name: "openWindow", page: "settings" });
  const now = () => app.store.get().windows[0]!;
  await app.dispatch({ name: "markUnsaved", window: now().id, unsaved: true });
  let ended = false;
  void app.quit.then(() => ended = true);
  assert.deepEqual(await app.dispatch({ name: "quit" }), {
    ok: false,
    error: "Something you entered is not saved.",
    hint: "Quit again to discard it.",
  });
  assert.deepEqual([now().unsaved, now().raised, ended], ["asked", 2, false]);
  assert.deepEqual(await app.dispatch({ name: "quit" }), { ok: true });
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

Deno.test("an edit and its undo are answered when the state knows the file as it is then", async () => {
  let seen = Promise.withResolvers<void>();
  const { app } = setup({ seen: () => seen.promise });
  for (
    const command of [{ name: "editConfig", path: ["perPage"], value: 7 }, {
      name: "undoConfigEdit",
    }] as const
  ) {
    seen = Promise.withResolvers();
    let answered = false;
    const done = app.dispatch(command as Command).then(() => answered = true);
    await new Promise((resolve) => setTimeout(resolve));
    assert.equal(answered, false);
    seen.resolve();
    await done;
  }
});

const ADDED: readonly (readonly [edit: Edit, adds: boolean])[] = [
  [{ path: ["servers", 2], value: { name: "s" } }, true],
  [{ path: ["servers", 2], value: { name: "s" }, was: { name: "r" } }, false],
  [{ path: ["servers", 2], to: 1 }, false],
  [{ path: ["servers", 2] }, false],
  [{ path: ["perPage"], value: 7 }, false],
];
for (const [edit, adds] of ADDED) {
  Deno.test(`editConfig ${adds ? "adds" : "does not add"} an entry with ${JSON.stringify(edit)}`, async () => {
    const made: Edit[] = [];
    const { app } = setup({
      editConfig: (edits) => {
        made.push(...edits);
        return Promise.resolve({ ok: false, error: "no" });
      },
    });
    await app.dispatch({ name: "editConfig", ...structuredClone(edit) } as Command);
    assert.deepEqual(made, [adds ? { ...edit, add: true } : edit]);
  });
}

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

Deno.test("undoConfigEdit tells in which field of the file the change was", async () => {
  const { app } = setup();
  await app.dispatch({ name: "editConfig", path: ["perPage"], value: 7 });
  await app.dispatch({ name: "editConfig", path: ["servers", 0, "host"], value: "x" });
  for (const value of ["servers", "perPage"]) {
    const undone = { ok: true, value: { field: value, left: [] } };
    assert.deepEqual(await app.dispatch({ name: "undoConfigEdit" }), undone);
  }
});

const REFUSED_UNDOS = [
  { what: "stays after a refusal that passes", refused: {}, then: "servers" },
  { what: "is forgotten when it never can be made", refused: { final: true }, then: "perPage" },
] as const;
for (const { what, refused, then } of REFUSED_UNDOS) {
  Deno.test(`undoConfigEdit takes the last change back next, which ${what}`, async () => {
    const no = { ok: false, error: "No.", hint: "Later." } as const;
    let asked = 0;
    const undo = () => Promise.resolve(++asked === 1 ? { ...no, ...refused } : { ok: true, undo } as const);
    const { app } = setup({ editConfig: () => Promise.resolve({ ok: true, undo }) });
    await app.dispatch({ name: "editConfig", path: ["perPage"], value: 7 });
    await app.dispatch({ name: "editConfig", path: ["servers", 0, "host"], value: "x" });
    assert.deepEqual(await app.dispatch({ name: "undoConfigEdit" }), no);
    assert.equal(app.store.get().config.canUndo, true);
    const undone = { ok: true, value: { field: then, left: [] } };
    assert.deepEqual(await app.dispatch({ name: "undoConfigEdit" }), undone);
  });
}

Deno.test("saveOverrides hands the change over and nothing of the command beside it", async () => {
  const { app, calls } = setup();
  await app.dispatch({ name: "saveOverrides", extension: "tools", action: "go", role: "admin" });
  assert.deepEqual(calls, ['save tools/go {"role":"admin"}']);
});

Deno.test("saveOverrides lets an action write to the servers where they were shown, and to none that is not configured", async () => {
  const { app, calls } = setup();
  const { value } = app.store.get().config;
  const servers = [{ name: "shop", engine: "postgres", host: "::1", port: 5432, tls: false } as const];
  await app.applyConfig({ status: "loaded", config: { ...value, servers }, diagnostics: [], document: {} });
  const save = (at: string) =>
    app.dispatch({
      name: "saveOverrides",
      extension: "tools",
      action: "go",
      write: [{ server: "shop", at }, { server: "gone", at }],
    });
  assert.deepEqual(await save("old.internal:5432"), {
    ok: false,
    error: "“shop” was ticked at old.internal:5432, and is at [::1]:5432 now.",
    hint: "Untick it, and tick it again if the action may write there.",
  });
  assert.deepEqual(calls, []);
  assert.deepEqual(await save("[::1]:5432"), { ok: true });
  assert.deepEqual(calls, ['save tools/go {"write":[{"server":"shop","at":"[::1]:5432"}]}']);
});

Deno.test("an account that leaves the list stays production for the page and for the command", async () => {
  const { app } = setup();
  const { value } = app.store.get().config;
  const account = "123456789012";
  const listing = async (accounts: typeof value.accounts) => {
    await app.applyConfig({
      status: "loaded",
      config: { ...value, accounts },
      diagnostics: [],
      document: {},
    });
    return app.store.get().accounts.map(({ accountId }) => accountId);
  };
  const one = { accountId: account, env: "prd", region: "eu-west-1", secrets: [], ecsClusters: [] };
  assert.deepEqual(await listing([one]), [account]);
  assert.deepEqual(await listing([]), []);
  const shown = modelIn(windowOf("services", { account }), app.store.get());
  assert.equal(shown.account.env, "prd");
  const scaled = { name: "scaleService", account, cluster: "shop", service: "web", desired: 0 } as const;
  assert.deepEqual(await app.dispatch(scaled), {
    ok: false,
    error: "Type the service's name, web, to change production.",
  });
  const written = await app.dispatch({ name: "writeSecret", account, id: "db", change: { text: "x" } });
  assert.match(JSON.stringify(written), /Type what the account is called, 1234 5678 9012/);
  const other = { ...one, accountId: "210987654321" };
  assert.deepEqual(await listing([other]), [other.accountId]);
  assert.deepEqual(await listing([]), []);
  assert.deepEqual(await listing([{ ...one, env: "dev" }]), [account]);
  assert.deepEqual(Object.keys(app.store.get().leftAccounts), [other.accountId]);
  assert.equal(modelIn(windowOf("services", { account }), app.store.get()).account.env, "dev");
});

Deno.test("tryRules labels accounts by the rules as they stand in the file, with one as it is being written", async () => {
  const labels = [{ env: "prd", rule: 0 }];
  const tried: unknown[] = [];
  const label = (rules: unknown) => Promise.resolve((tried.push(rules), { labels, diagnostics: [] }));
  const { app } = setup({ labeller: { label } });
  const document: Json = {
    envRules: [{ env: "prd", matchName: "x" }, 7, { env: "dev", matchEmail: "y", flags: "" }],
  };
  await app.applyConfig({ status: "loaded", config: config(), diagnostics: [], document });
  tried.length = 0;
  const accounts = [{ name: "x" }];
  const tryWith = (at?: number) =>
    app.dispatch({
      name: "tryRules",
      accounts,
      ...(at !== undefined && { draft: { at, rule: { env: "stg", matchName: "z" } } }),
    });
  assert.deepEqual(await tryWith(), { ok: true, value: { labels, diagnostics: [] } });
  await tryWith(1);
  await tryWith(3);
  const [first, odd, last, draft] = [
    { env: "prd", matchName: "x", flags: "i" },
    { env: "", flags: "i" },
    { env: "dev", matchEmail: "y", flags: "" },
    { env: "stg", matchName: "z", flags: "i" },
  ];
  assert.deepEqual(tried, [[first, odd, last], [first, draft, last], [first, odd, last, draft]]);
});

Deno.test("accountsKnown() settles when the portal's cached accounts are in the list, for which applyConfig() does not wait", async () => {
  const opened = Promise.withResolvers<Cloud>();
  const { app } = setup({ cloud: () => opened.promise });
  await app.applyConfig({ status: "loaded", config: config(), diagnostics: [] });
  const known = app.accountsKnown();
  opened.resolve({
    files: { config: "/h/none/a", credentials: "/h/none/b", tokens: "/h/none/c", cliCache: "/h/none/d" },
    session: {
      status: () => Promise.resolve({ status: "signed-in", until: 1e15, renews: false }),
      era: () => Promise.resolve(1),
    },
    portalAccounts: () =>
      Promise.resolve({
        accounts: () => [{ id: "123456789012", name: "shop-prod", roles: ["Admin"] }],
        named: () => undefined,
        subscribe: () => () => {},
        listedAt: 1,
        refresh: () => Promise.resolve(),
      }),
    profiles: () => Promise.resolve({ profiles: new Map(), sessions: new Map() }),
    ambient: () => Promise.resolve(null),
  } as unknown as Cloud);
  await known;
  const [{ name, env, roles } = {}] = app.store.get().accounts;
  assert.deepEqual([name, env, roles], ["shop-prod", "prd", ["Admin"]]);
  await app.close();
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

Deno.test("closeWindow with `asking` leaves a window with entries until it is asked again, and without it closes", async () => {
  for (const [asking, left] of [[true, 1], [undefined, 0]] as const) {
    const { app } = setup();
    await app.dispatch({ name: "openWindow", page: "settings" });
    const window = app.store.get().windows[0]!.id;
    await app.dispatch({ name: "markUnsaved", window, unsaved: true });
    const close = { name: "closeWindow", window, asking } as const;
    await app.dispatch(close);
    assert.equal(app.store.get().windows.length, left);
    await app.dispatch(close);
    assert.equal(app.store.get().windows.length, 0);
  }
});

Deno.test("problems hold one entry per code and go when cleared", () => {
  const { app } = setup();
  app.problems.set({ code: "no-go", message: "a", hint: "h" });
  app.problems.set({ code: "no-go", message: "b", hint: "h" });
  assert.deepEqual(app.store.get().problems.map(({ message }) => message), ["b"]);
  app.problems.clear("no-go");
  assert.deepEqual(app.store.get().problems, []);
});

Deno.test("dispatch() counts what was done as used, and nothing that failed", async () => {
  const openLink = () => Promise.resolve({ ok: false, error: "no browser" } as const);
  const { app } = setup({ credentials: credentialServices({ openLink }) });
  await app.dispatch({ name: "openConfig" });
  await app.dispatch({ name: "openConfig" });
  const failed = await app.dispatch({ name: "openConsole", account: "123456789012" });
  assert.deepEqual(failed, { ok: false, error: "no browser" });
  assert.deepEqual(app.store.get().usage, { "kedge:config": { score: 2, at: 1 } });
});

Deno.test("welcome() opens once, and only where nothing is configured", () => {
  const pageNames = (app: App) => app.store.get().windows.map(({ page }) => page);
  const { app } = setup();
  assert.equal(app.welcome(), true);
  assert.deepEqual(pageNames(app), ["welcome"]);
  assert.equal(app.welcome(), false);
  assert.equal(app.store.get().welcomed, true);
  const known = setup().app;
  known.restore({ welcomed: true });
  assert.equal(known.welcome(), false);
});

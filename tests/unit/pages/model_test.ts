import assert from "node:assert/strict";
import { parseConfig } from "../../../src/core/config/mod.ts";
import { type PageName, pageOf, PAGES } from "../../../src/pages/registry.ts";
import type { AppState, ReviewState, WindowState } from "../../../src/core/state/state.ts";
import { account } from "../../support/pages/state.ts";
import { alertOf, htmlOf, modelIn, runOf, stateWith, windowOf } from "../../support/pages/pages_state.ts";
import { action, extension } from "../../support/pages/state.ts";

const tools = extension(
  "tools",
  [action("greet", { label: "Greet", entry: "greet.go", icon: "greet.png" })],
  {
    name: "Tools",
    icon: "tools.svg",
  },
);

const review = (files: { path: string; text: string }[]): ReviewState => ({
  id: "r1",
  source: "/tools.kedgeext",
  status: "ready",
  diagnostics: [],
  bundle: {
    id: "tools",
    name: "Tools",
    hash: "0".repeat(64),
    change: "install",
    actions: [],
    summary: "It can do much.",
    findings: [],
    files: files.map((file) => ({ ...file, size: file.text.length, change: "added", kind: "source" })),
  },
});

const full: AppState = stateWith({
  extensions: [tools],
  runs: [runOf("run1"), runOf("run2", { extension: "other" }), runOf("run3", { status: "ok", endedAt: 1 })],
  dialogs: [alertOf("d1", "mine", "run1"), alertOf("d2", "OTHERS")],
  reviews: [review([{ path: "greet.go", text: "SOURCE" }])],
  toasts: [
    { id: "t1", run: "run1", type: "info", title: "", message: "mine" },
    { id: "t2", run: "run2", type: "info", title: "", message: "OTHERS" },
  ],
  servers: [{
    name: "db",
    engine: "postgres",
    host: "HOST",
    port: 1,
    tls: false,
    env: null,
    test: { status: "idle" },
  }],
});
const params = { dialog: "d1", review: "r1", run: "run1", extension: "tools", action: "greet", server: "db" };
const names = Object.keys(PAGES) as PageName[];

for (const page of names) {
  Deno.test(`the model of ${page} is made of parts that can be sent`, () => {
    for (const about of [params, {}]) {
      const model = modelIn(windowOf(page, about), full);
      assert.deepEqual(Object.keys(JSON.parse(JSON.stringify(model))), Object.keys(model));
    }
  });

  Deno.test(`the parts of ${page} stay the same while what they show does`, () => {
    const window: WindowState = windowOf(page, params);
    const shown = pageOf(window).model();
    const first = shown(full, window);
    const again: AppState = {
      ...full,
      runs: [...full.runs],
      // Home shows all toasts.
      toasts: page === "home" ? full.toasts : full.toasts.toSpliced(2, 0, { ...full.toasts[1]!, id: "t3" }),
      windows: [...full.windows],
      dialogs: [...full.dialogs],
      reviews: [...full.reviews],
      sizes: {},
    };
    for (const [name, part] of Object.entries(shown(again, window))) {
      assert.equal(part, first[name], name);
    }
  });
}

Deno.test("the model of a dialog holds that dialog, its run and nothing else", () => {
  const model = modelIn(windowOf("dialog", { dialog: "d1" }), full);
  assert.equal(model.dialog, full.dialogs[0]);
  assert.deepEqual(model.run, full.runs[0]);
  assert.deepEqual([model.icon, model.actionIcon], ["tools.svg", "greet.png"]);
  assert.deepEqual(model.toasts.map(({ id }) => id), ["t1"]);
  assert.doesNotMatch(JSON.stringify(model), /OTHERS|HOST|SOURCE/);
});

for (
  const [name, listed] of [["Shop", [account("111111111111", { name: "Shop" })]], [undefined, []]] as const
) {
  Deno.test(`the model of a dialog has the decided account when ${listed.length} accounts are listed`, () => {
    const asks = { kind: "account", extensionName: "Tools", actionLabel: "Greet", roles: [] } as const;
    const dialogs = [{ ...asks, id: "d1", openedAt: 0, account: "111111111111" }];
    const model = modelIn(windowOf("dialog", { dialog: "d1" }), { ...full, dialogs, accounts: listed });
    assert.deepEqual([model.account?.accountId, model.account?.name], ["111111111111", name]);
  });
}

Deno.test("the model of a console holds its run and that run's extension", () => {
  const model = modelIn(windowOf("console", { run: "run1" }), full);
  assert.deepEqual(model.run, full.runs[0]);
  assert.equal(model.extension, tools);
  assert.doesNotMatch(JSON.stringify(model), /OTHERS|HOST|SOURCE/);
});

Deno.test("the model of home holds the other windows", () => {
  const home = windowOf("home"), other = windowOf("settings");
  assert.deepEqual(modelIn(home, { ...full, windows: [home, other] }).windows, [other]);
});

Deno.test("the progress of a run changes one part, with the runs that go on", () => {
  for (const page of ["home", "extensions"] as const) {
    const window = windowOf(page);
    const shown = PAGES[page].model();
    const before: Record<string, unknown> = shown(full, window);
    const progress = { title: "", label: "", fraction: 0.5, cancelable: false };
    const after = shown(
      { ...full, runs: full.runs.map((run) => run.endedAt ? run : ({ ...run, progress })) },
      window,
    );
    const changed = Object.entries(after).filter(([name, part]) => part !== before[name]).map(([name]) =>
      name
    );
    assert.deepEqual(changed, ["active"]);
  }
});

Deno.test("no page is sent more on opening with 5,000 accounts, servers and rules than with one", () => {
  const about = { ...params, server: "db0", account: "100000000000" };
  const stateOf = (count: number): AppState => {
    const many = <T>(make: (n: number) => T, most = count) =>
      Array.from({ length: Math.min(most, count) }, (_, n) => make(n));
    const document = {
      accounts: many((n) => ({ accountId: String(100_000_000_000 + n), region: "eu-west-1" })),
      servers: many((n) => ({ name: `db${n}`, engine: "postgres", host: "h", port: 5432 })),
      envRules: many(() => ({ env: "prd", matchName: "production" }), 1000),
    };
    const { config, diagnostics } = parseConfig(JSON.stringify(document));
    assert.deepEqual(diagnostics, []);
    return {
      ...full,
      accounts: config!.accounts.map(({ accountId }) => account(accountId, { env: "prd" })),
      config: { ...full.config, value: config!, document },
    };
  };
  for (const page of names) {
    const bytes = (count: number) => JSON.stringify(modelIn(windowOf(page, about), stateOf(count))).length;
    assert.ok(bytes(5000) - bytes(1) < 50, `${page}: ${bytes(1)} bytes with one, ${bytes(5000)} with 5,000`);
  }
});

Deno.test("a field of config.json changes one part of what settings is shown, and none of the file's lists", () => {
  const window = windowOf("settings");
  const shown = PAGES.settings.model();
  const document = { perPage: 1, accounts: [{ accountId: "1" }], servers: [], envRules: [{ env: "prd" }] };
  const of = (changes: object) => ({
    ...full,
    config: { ...full.config, document: { ...document, ...changes } },
  });
  const before: Record<string, unknown> = shown(of({}), window);
  const changes = (state: AppState) =>
    Object.entries(shown(state, window)).filter(([name, part]) => part !== before[name]).map(([name]) =>
      name
    );
  assert.deepEqual(changes(of({})), []);
  assert.deepEqual(changes(of({ envRules: [{ env: "dev" }] })), []);
  assert.deepEqual(changes(of({ perPage: 2 })), ["fields"]);
  assert.deepEqual(changes(of({ perPage: 2, envRules: [] })), ["fields", "sizes"]);
});

Deno.test("the model of a server whose entry is wrong has the entry and its problems", () => {
  const db = { name: "db", engine: "postgres", host: "h", port: "5433" };
  const document = { servers: [{ name: "a", engine: "postgres", host: "h", port: "1" }, db] };
  const { config, diagnostics } = parseConfig(JSON.stringify(document));
  const state = { ...full, config: { ...full.config, value: config!, document, diagnostics } };
  const { server, inFile } = modelIn(windowOf("server", { server: "db" }), state);
  assert.deepEqual([server, inFile.at, inFile.entry], [null, 1, db]);
  assert.deepEqual(inFile.problems.map(({ path }) => path), [["servers", 1, "port"]]);
});

Deno.test("the models of home and settings tell whether the defaults are in use", () => {
  const { document: _document, ...unread } = full.config;
  for (const page of ["home", "settings"] as const) {
    const defaults = (config: AppState["config"]) =>
      modelIn(windowOf(page), { ...full, config }).config.defaults;
    assert.equal(defaults(unread), true);
    assert.equal(defaults({ ...unread, document: {} }), true);
    assert.equal(defaults({ ...unread, document: { perPage: 1 } }), false);
  }
});

const GONE = { dialog: "dialog", review: "review", console: "run", configure: "extension", server: "server" };
for (const [page, part] of Object.entries(GONE)) {
  Deno.test(`the model of ${page} says null for a ${part} that is gone`, () => {
    const gone = { dialog: "x", review: "x", run: "x", extension: "x", server: "x" };
    const model: object = modelIn(windowOf(page as PageName, gone), full);
    assert.equal((model as Record<string, unknown>)[part], null);
  });
}

Deno.test("the model of a report leaves its HTML to the frame that shows it", () => {
  const state = stateWith({ dialogs: [htmlOf("h", "<b>long</b>")] });
  const model = modelIn(windowOf("dialog", { dialog: "h" }), state);
  assert.equal(model.dialog?.kind, "html");
  assert.doesNotMatch(JSON.stringify(model), /long/);
});

const left = account("123456789012", { name: "shop", env: "prd" });
const listed = action("greet", { account: left.accountId });
/** Returns the environments that a page shows for an account that is no longer in the list. */
function envsShown(page: PageName, params: WindowState["params"], parts: Partial<AppState>) {
  const state = stateWith({
    extensions: [extension("tools", [listed])],
    leftAccounts: { [left.accountId]: left },
    ...parts,
  });
  return JSON.stringify(modelIn(windowOf(page, params), state)).match(/"env":[^,}]*/g);
}
const question = {
  ...{ id: "d1", kind: "account", account: left.accountId, actionLabel: "Greet", extensionName: "Tools" },
  ...{ roles: [], openedAt: 0 },
} as const;
const link = { id: "l1", read: { link: { to: "run", extension: "tools", action: "greet" } } } as const;
const GUARDS: readonly [page: PageName, params: WindowState["params"], parts?: Partial<AppState>][] = [
  ["services", { account: left.accountId }],
  ["secrets", { account: left.accountId }],
  ["databases", { account: left.accountId }],
  ["logs", { account: left.accountId }],
  ["home", {}],
  ["extensions", {}],
  ["dialog", { dialog: "d1" }, { dialogs: [question] as unknown as AppState["dialogs"] }],
  ["link", { link: "l1" }, { links: { waiting: [link], dropped: 0 } as unknown as AppState["links"] }],
];
for (const [page, params, parts = {}] of GUARDS) {
  Deno.test(`the model of ${page} keeps the environment when its account has left the list`, () => {
    assert.ok(envsShown(page, params, parts)?.includes('"env":"prd"'));
  });
}

const thing = { kind: "account", account: left.accountId, role: "Admin" };
const asks = { id: "q1", thing, doing: "read", env: "prd" };
const { gate, agents } = stateWith();
const NAMES: readonly [page: PageName, params: WindowState["params"], parts: unknown][] = [
  ["agents", {}, { gate: { ...gate, grants: [{ id: "g1", thing }] } }],
  ["agents", {}, { agents: { ...agents, activity: [asks] } }],
  ["grant", { question: "q1" }, { agents: { ...agents, questions: [asks] } }],
];
for (const [page, params, parts] of NAMES) {
  Deno.test(`the model of ${page} keeps the name of an account that has left the list: ${Object.keys(parts as object)}`, () => {
    const state = stateWith({ leftAccounts: { [left.accountId]: left }, ...parts as Partial<AppState> });
    assert.match(JSON.stringify(modelIn(windowOf(page, params), state)), /the account shop · /);
  });
}

Deno.test("the model of link says null for an account that has left the list", () => {
  const waiting = [{ id: "l1", read: { link: { to: "account", account: left.accountId } } }];
  const parts = { links: { waiting, dropped: 0 } as unknown as AppState["links"] };
  const leaving = stateWith({ leftAccounts: { [left.accountId]: left }, ...parts });
  const about = (state: AppState) => modelIn(windowOf("link", { link: "l1" }), state).about;
  assert.equal(about(leaving).account, null);
  assert.equal(about(stateWith({ accounts: [left], ...parts })).account?.name, "shop");
});

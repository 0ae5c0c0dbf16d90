import type { TunnelState } from "../../../src/core/state/tunnels.ts";
import assert from "node:assert/strict";
import { command } from "../../../src/core/app/command.ts";
import type { Diagnostic } from "../../../src/core/diagnostic.ts";
import type { AppState } from "../../../src/core/state/state.ts";
import { menu, type MenuItem } from "../../../src/tray/menu/mod.ts";
import { account, action, busyState, emptyState, extension, run, server } from "../../support/pages/state.ts";

/** Returns the menu as text: indented, `-` for a separator, `(off)` for a disabled item. */
function text(items: readonly MenuItem[], depth = 0): string {
  return items.map((item) =>
    "  ".repeat(depth) + (item.separator ? "-" : item.label) + (item.enabled === false ? " (off)" : "") +
    "\n" +
    text(item.items ?? [], depth + 1)
  ).join("");
}

function all(items: readonly MenuItem[]): MenuItem[] {
  return items.flatMap((item) => [item, ...all(item.items ?? [])]);
}

/** Returns the submenu that the labels lead to. */
function under(state: AppState, ...labels: string[]): readonly MenuItem[] {
  let items: readonly MenuItem[] = menu(state);
  for (const label of labels) {
    const found = items.find((item) => item.label === label);
    assert.ok(found, `"${label}" among ${items.map((item) => item.label).join(" | ")}`);
    items = found.items ?? [];
  }
  return items;
}

function commandOf(state: AppState, ...labels: string[]): unknown {
  const item = under(state, ...labels.slice(0, -1)).find((candidate) => candidate.label === labels.at(-1));
  assert.ok(item, labels.join(" > "));
  return item.command;
}

function diagnostic(message: string, parts: Partial<Diagnostic> = {}): Diagnostic {
  return { severity: "error", code: "type", path: [], message, ...parts };
}

function withConfig(parts: Partial<AppState["config"]>): AppState {
  const state = emptyState();
  return { ...state, config: { ...state.config, ...parts } };
}

Deno.test("menu() offers the first steps when there is nothing yet", () => {
  assert.equal(
    text(menu(emptyState())),
    `Set up sign-in…
-
Accounts
  Add account…
Servers
  Add server…
Actions
  Install an extension…
-
Extensions
  Install…
Settings…
-
Open palette
Quit Kedge
`,
  );
});

/** Returns the command that opens a page. */
const opens = (page: string, params: object) => ({ name: "openWindow", page, params });

const SETUPS: readonly (readonly [section: string, labels: readonly string[]])[] = [
  ["sign-in", ["Set up sign-in…"]],
  ["accounts", ["Accounts", "Add account…"]],
];
for (const [section, labels] of SETUPS) {
  Deno.test(`menu() leads from ${labels.at(-1)} to its part of Settings`, () => {
    assert.deepEqual(commandOf(emptyState(), ...labels), opens("settings", { section }));
  });
}

Deno.test("menu() shows accounts by environment, names before numbers", () => {
  assert.equal(
    text(under(busyState(), "Accounts").map(({ items: _, ...item }) => item)),
    `prd (off)
shop-production · 1234 5678 9012
-
stg (off)
shop-staging · 2109 8765 4321
-
dev (off)
sandbox · 3333 4444 5555
-
No environment (off)
4444 5555 6666
`,
  );
});

Deno.test("menu() has what the configuration names in an account at hand, and leads to all of it", () => {
  const state = emptyState({
    accounts: [account("123456789012", {
      name: "shop",
      // The second resource has the label of another item in the menu.
      secrets: [{ label: "Database", id: "shop/db" }, { label: "Everything", id: "all" }],
      ecsClusters: [{ name: "shop", services: ["web"] }, { name: "all", services: [] }],
    })],
  });
  const shop = ["Accounts", "shop · 1234 5678 9012"];
  const opened = (...labels: string[]) => commandOf(state, ...shop, ...labels);
  const page = (page: string, more = {}) => opens(page, { account: "123456789012", ...more });
  assert.deepEqual(opened("Secrets", "Database"), page("secrets", { secret: "shop/db" }));
  assert.deepEqual(opened("Secrets", "All secrets…"), page("secrets"));
  assert.deepEqual(opened("Services", "web · shop"), page("services", { cluster: "shop", service: "web" }));
  assert.deepEqual(opened("Databases…"), page("databases"));
  const ids = all(menu(state)).map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
});

Deno.test("menu() has each tunnel with its state, what goes through it, and its end", () => {
  const tunnel: TunnelState = {
    ...{ id: "t", name: "orders", to: "PostgreSQL · db:5432", via: "ann@bastion" },
    ...{ env: null, since: 0, line: "" },
    ...{ status: "open", step: "", port: 27251, traffic: { connections: 1, sent: 300, received: 2048 } },
  };
  const closed = { port: null, traffic: { connections: 0, sent: 0, received: 0 } };
  const opening = { ...tunnel, ...closed, id: "u", name: "ledger", step: "Signing in…" };
  const failed = { ...tunnel, ...closed, id: "v", name: "old", fault: { message: "It is gone." } };
  const state = emptyState({
    tunnels: [tunnel, { ...opening, status: "opening" }, { ...failed, status: "failed" }],
  });
  assert.equal(
    text(under(state, "Tunnels (3)")),
    `orders · 127.0.0.1:27251
  Through ann@bastion (off)
  1 connection · 2 KB in, 300 bytes out (off)
  -
  End
ledger · opening…
  Through ann@bastion (off)
  Signing in… (off)
  -
  Cancel
old · failed
  Through ann@bastion (off)
  It is gone. (off)
  -
  Remove
-
Show…
`,
  );
  const end = commandOf(state, "Tunnels (3)", "orders · 127.0.0.1:27251", "End");
  assert.deepEqual(end, { name: "endTunnel", tunnel: "t" });
});

Deno.test("menu() orders environments: prd, stg, dev, the others by name, none last", () => {
  const envs = [null, "zeta", "dev", "alpha", "prd", "stg"];
  const state = emptyState({ accounts: envs.map((env, i) => account(`10000000000${i}`, { env })) });
  const headings = under(state, "Accounts").filter((item) => item.enabled === false).map((item) =>
    item.label
  );
  assert.deepEqual(headings, ["prd", "stg", "dev", "alpha", "zeta", "No environment"]);
});

Deno.test("menu() shows each server with its last outcome and what can be done", () => {
  assert.equal(
    text(under(busyState(), "Servers")),
    `orders · connected in 12 ms
  PostgreSQL · db.example.com:5432 (off)
  ✓ PostgreSQL 15.9 on db.example.com (off)
  -
  Query…
  Test connection
  Set password…
  Forget password
  Edit…
legacy_shop · test failed
  MySQL · db.example.com:3306 (off)
  ✗ The password of shop was refused (off)
  Choose Set password… and try again. (off)
  -
  Query…
  Test connection
  Set password…
  Forget password
  Edit…
warehouse · testing…
  Redshift · db.example.com:5439 (off)
  -
  Query…
  Testing… (off)
  Set password…
  Forget password
  Edit…
-
Add server…
`,
  );
});

Deno.test("menu() shows actions by extension with their states", () => {
  assert.equal(
    text(under(busyState(), "Actions")),
    `Shop tools
  Deploying · 40 %
    Stop
    Show output
  Roll back
Reports
  Files changed since you reviewed them (off)
  Review again…
  -
  Monthly report (off)
From the future
  Beam · kedge ≥ 2.0.0 (off)
`,
  );
});

const RUNS: readonly [string, Parameters<typeof run>[1], string][] = [
  ["its label until the script gives one", {}, "Deploy · running"],
  ["the script's label", { button: { label: "Step 2", takesClicks: false } }, "Step 2 · running"],
  ["the button's progress", { button: { progress: 0.126, takesClicks: false } }, "Deploy · 13 %"],
  [
    "the dialog's progress without one on the button",
    { progress: { title: "", label: "", fraction: 0.5, cancelable: false } },
    "Deploy · 50 %",
  ],
  [
    "no figure while progress is unknown",
    { progress: { title: "", label: "", fraction: null, cancelable: false } },
    "Deploy · running",
  ],
  ["no impossible figure", { button: { progress: 7, takesClicks: false } }, "Deploy · 100 %"],
  ["no figure that is none", { button: { progress: NaN, takesClicks: false } }, "Deploy · 0 %"],
  ["compiling", { status: "compiling" }, "Deploy · compiling"],
  ["a question", { status: "waiting" }, "Deploy · waits for you"],
  ["stopping", { status: "stopping" }, "Deploy · stopping"],
];
for (const [name, parts, label] of RUNS) {
  Deno.test(`menu() shows a run on top: ${name}`, () => {
    assert.equal(menu(emptyState({ runs: [run("r1", parts)] }))[0]?.label, label);
  });
}

Deno.test("menu() leaves out runs that have ended", () => {
  for (const status of ["ok", "failed", "timeout", "stopped", "refused"] as const) {
    assert.equal(menu(emptyState({ runs: [run("r1", { status })] }))[0]?.id, "sign-in");
  }
});

Deno.test("menu() offers a click to a run whose button takes clicks", () => {
  const state = emptyState({ runs: [run("r1", { button: { label: "Next", takesClicks: true } })] });
  assert.deepEqual(commandOf(state, "Next · running", "Next"), { name: "clickButton", run: "r1" });
  assert.deepEqual(commandOf(state, "Next · running", "Stop"), { name: "stopRun", run: "r1" });
});

Deno.test("menu() offers to end a run at once when it stops already", () => {
  const items = under(emptyState({ runs: [run("r1", { status: "stopping" })] }), "Deploy · stopping");
  assert.deepEqual(items.map(({ label }) => label), ["End now", "Show output"]);
  assert.deepEqual(items[0]!.command, { name: "stopRun", run: "r1", now: true });
});

Deno.test("menu() says why a broken extension does not run", () => {
  const state = emptyState({
    extensions: [
      extension("a", []),
      extension("b", [], { trust: "broken", diagnostics: [diagnostic("manifest.json is missing")] }),
    ],
  });
  assert.equal(
    text(under(state, "Actions", "b")),
    "manifest.json is missing (off)\nInstall it again…\n",
  );
});

Deno.test("menu() gives one extension alone no level of its own", () => {
  const state = emptyState({ extensions: [extension("shop", [action("go", { label: "Go" })])] });
  assert.deepEqual(commandOf(state, "Actions", "Go"), { name: "runAction", extension: "shop", action: "go" });
});

Deno.test("menu() asks again for the review of changed files", () => {
  assert.deepEqual(commandOf(busyState(), "Actions", "Reports", "Review again…"), {
    name: "reviewInstalled",
    extension: "report",
  });
});

Deno.test("menu() ends a long list in More…, which opens the palette filtered", () => {
  const many = <T>(make: (name: string) => T) => Array.from({ length: 23 }, (_, i) => make(`n${i}`));
  const actions = many((name) => action(name));
  const state = emptyState({
    accounts: many((name) => account(name, { env: "prd" })),
    servers: many((name) => server(name)),
    extensions: [extension("shop", actions, { name: "Shop" }), ...many((name) => extension(name, []))],
  });
  const cases: readonly [string[], Record<string, string>][] = [
    [["Accounts", "More… (3)"], { filter: "accounts prd" }],
    [["Servers", "More… (3)"], { filter: "servers" }],
    [["Actions", "Shop", "More… (3)"], { filter: "actions Shop" }],
    [["Actions", "More… (4)"], { filter: "actions" }],
    [["Extensions", "More… (4)"], { filter: "extensions" }],
  ];
  for (const [labels, params] of cases) {
    assert.deepEqual(commandOf(state, ...labels), opens("palette", params));
    assert.ok(under(state, ...labels.slice(0, -1)).length <= 23);
  }
});

Deno.test("menu() ends a long list of problems in More…, which opens them in Settings", () => {
  const diagnostics = Array.from(
    { length: 23 },
    (_, at) => diagnostic(`accounts[${at}] is wrong`, { path: ["accounts", at] }),
  );
  const more = commandOf(withConfig({ diagnostics }), "⚠ 23 problems", "More… (3)");
  assert.deepEqual(more, opens("settings", { section: "file" }));
});

Deno.test("menu() shows as many environments as a menu holds, and the rest in the palette", () => {
  const accounts = Array.from({ length: 23 }, (_, i) => account(`n${i}`, { env: `team-${10 + i}` }));
  const items = under(emptyState({ accounts }), "Accounts");
  assert.deepEqual([items.length, items[0]?.label, items.at(-1)?.label], [21, "team-10 (1)", "More… (3)"]);
  assert.deepEqual(items.at(-1)?.command, opens("palette", { filter: "accounts" }));
});

Deno.test("menu() builds the accounts again only when they change", () => {
  const state = busyState();
  const accountsOf = (state: AppState) => menu(state).find(({ id }) => id === "accounts");
  const before = accountsOf(state);
  assert.equal(accountsOf({ ...state, runs: [] }), before);
  assert.notEqual(accountsOf({ ...state, accounts: state.accounts.slice(1) }), before);
});

Deno.test("menu() leads a configuration error to its line", () => {
  const found = diagnostic("accounts[0].region is missing", { line: 12, column: 3, path: ["accounts", 0] });
  const state = withConfig({ diagnostics: [found] });
  const label = "⚠ config.json:12:3 accounts[0].region is missing";
  assert.deepEqual(commandOf(state, "⚠ 1 problem", label), { name: "openConfig", line: 12, column: 3 });
});

Deno.test("menu() puts the error of a file that does not parse on top", () => {
  const state = withConfig({
    status: "stale",
    diagnostics: [diagnostic("Comma expected", { line: 3, column: 7 })],
  });
  assert.equal(menu(state)[0]?.label, "⚠ config.json:3:7 Comma expected");
  assert.deepEqual(menu(state)[0]?.command, { name: "openConfig", line: 3, column: 7 });
});

Deno.test("menu() puts the error that prevents reading the file on top, also together with a wrong value", () => {
  const value = diagnostic("Wrong value", { line: 1, column: 2, path: ["perPage"] });
  const state = withConfig({
    status: "stale",
    diagnostics: [value, diagnostic("Comma expected", { line: 3, column: 7, path: [] })],
  });
  assert.equal(menu(state)[0]?.label, "⚠ config.json:3:7 Comma expected");
});

Deno.test("menu() shows what is missing with its next step", () => {
  assert.equal(
    text(under(busyState(), "⚠ 1 problem")),
    `⚠ No keychain found
  Install gnome-keyring; until then passwords are asked for (off)
  each time. (off)
`,
  );
});

Deno.test("menu() shows many problems without filling the screen", () => {
  const diagnostics = Array.from({ length: 300 }, (_, i) => diagnostic(`problem ${i}`, { line: i + 1 }));
  const items = under(withConfig({ diagnostics }), "⚠ 300 problems");
  assert.equal(items.length, 21);
  assert.equal(items.at(-1)?.label, "More… (280)");
});

Deno.test("menu() leads to what waits for the user", () => {
  const login = { id: "d2", kind: "login", env: null, openedAt: 0 } as const;
  const state = emptyState({
    runs: [run("r1", { status: "waiting" })],
    dialogs: [
      { id: "d1", run: "r1", kind: "confirm", message: "Deploy to\nproduction?", openedAt: 0 },
      { ...login, server: "orders", detail: "", user: "", canStore: true },
    ],
    reviews: [
      { id: "v1", source: "/tmp/tools.kedgeext", status: "ready", diagnostics: [] },
      { id: "v2", source: "/tmp/old.kedgeext", status: "installed", diagnostics: [] },
    ],
  });
  assert.deepEqual(menu(state).slice(0, 4).map(({ label, command }) => [label, command]), [
    ["Deploy: Deploy to production?", opens("dialog", { dialog: "d1" })],
    ["Kedge: password of orders", opens("dialog", { dialog: "d2" })],
    ["Review tools.kedgeext…", opens("review", { review: "v1" })],
    ["", undefined],
  ]);
});

const NOON = new Date(2026, 0, 15, 12).getTime();
const TO_PORTAL = "shop.awsapps.com";
const OFFLINE = { kind: "offline", message: "AWS cannot be reached", hint: "Check the network." } as const;
const SIGN_IN: readonly [what: string, AppState["signIn"], lines: (string | RegExp)[]][] = [
  ["nothing set up", { status: "unconfigured" }, ["Set up sign-in… {openWindow}"]],
  ["nobody looked", { status: "checking" }, ["Looking for a sign-in…"]],
  ["the standard chain", { status: "environment", detail: "AWS profile shop" }, [
    "AWS credentials of this computer · AWS profile shop",
  ]],
  ["signed out", { status: "signed-out", detail: TO_PORTAL }, [
    "Not signed in · shop.awsapps.com",
    "Sign in… {signIn}",
  ]],
  ["signed in", { status: "signed-in", detail: TO_PORTAL, until: NOON + 3_600_000, renews: false }, [
    /^Signed in until \S+( [AP]M)?$/,
    "> shop.awsapps.com",
    "> Sign in again… {signIn}",
    "> Refresh accounts {refreshAccounts}",
    "> Sign out {signOut}",
  ]],
  ["no network", { status: "signed-in", detail: TO_PORTAL, until: NOON + 60_000, trouble: OFFLINE }, [
    /^⚠ Signed in until .*, no network$/,
    "> shop.awsapps.com",
    "> AWS cannot be reached",
    "> Check the network.",
    "> Sign in again… {signIn}",
    "> Refresh accounts {refreshAccounts}",
    "> Sign out {signOut}",
  ]],
  ["expired", { status: "expired", detail: TO_PORTAL, until: NOON - 60_000 }, [
    /^Your sign-in ended at .* · shop.awsapps.com$/,
    "Sign in… {signIn}",
  ]],
  ["revoked", { status: "revoked", detail: TO_PORTAL }, [
    "AWS has ended your sign-in · shop.awsapps.com",
    "Sign in… {signIn}",
  ]],
];
for (const [what, signIn, lines] of SIGN_IN) {
  Deno.test(`menu() says the sign-in and the way in or out: ${what}`, () => {
    const flat = (items: readonly MenuItem[], depth = ""): string[] =>
      items.flatMap(({ label, command, items = [] }) => [
        `${depth}${label}${command ? ` {${command.name}}` : ""}`,
        ...flat(items, `> ${depth}`),
      ]);
    const shown = flat(menu(emptyState({ signIn }), NOON).filter(({ id }) => id.startsWith("sign-in")));
    assert.equal(shown.length, lines.length, shown.join("\n"));
    for (const [index, line] of lines.entries()) {
      if (typeof line === "string") assert.equal(shown[index], line);
      else assert.match(shown[index]!, line);
    }
  });
}

Deno.test("menu() leads to the window of a sign-in that is under way", () => {
  const signIn = { status: "signed-out", detail: TO_PORTAL } as const;
  const state = emptyState({ signIn, signingIn: { step: "browser", askers: [] } });
  const item = menu(state).find(({ id }) => id === "sign-in");
  assert.equal(item?.label, "Signing in at shop.awsapps.com…");
  assert.deepEqual(item?.command, { name: "openWindow", page: "sign_in" });
});

Deno.test("menu() shows the shortcut beside the palette only while it works", () => {
  const shortcut = (state: AppState) => menu(state).find((item) => item.id === "palette")?.shortcut;
  const value = emptyState().config.value;
  assert.equal(shortcut(emptyState()), "Ctrl+Shift+K");
  assert.equal(shortcut(withConfig({ value: { ...value, globalShortcut: "" } })), undefined);
  const problems = [{ code: "shortcut-unavailable", message: "", hint: "" }];
  assert.equal(shortcut(emptyState({ problems })), undefined);
  assert.equal(shortcut(emptyState({ desktopKeys: { palette: "Meta+K" } })), "Meta+K");
  assert.equal(shortcut(emptyState({ desktopKeys: { palette: "Meta+K" }, problems })), undefined);
});

Deno.test("menu() has ids that are unique, and the same for the same things", () => {
  const before = all(menu(busyState())).map((item) => item.id);
  assert.equal(new Set(before).size, before.length);
  const state = busyState();
  const test = { status: "running", since: 1 } as const;
  const tested = state.serverTests.map((entry) => ({ ...entry, test }));
  const after = new Set(all(menu({ ...state, serverTests: tested })).map((item) => item.id));
  for (const id of ["server:orders", "server:orders:test", "account:123456789012", "run:r1", "quit"]) {
    assert.ok(before.includes(id) && after.has(id), id);
  }
});

Deno.test("menu() has ids that are unique for names that look like parts of ids", () => {
  const value = emptyState().config.value;
  const names = ["x", "x:test", "x%3Atest", "x:", "x::test", "x:line:server:x:query", "more"];
  const server = { engine: "postgres", host: "db", port: 1, tls: false } as const;
  const servers = names.map((name) => ({ name, ...server }));
  const extensions = ["more", "of", "none", ...Array.from({ length: 40 }, (_, i) => `e${i}`)]
    .map((id) => extension(id, [action("more")]));
  const ids = all(menu({ ...withConfig({ value: { ...value, servers } }), extensions })).map(({ id }) => id);
  assert.deepEqual(ids.filter((id, i) => ids.indexOf(id) !== i), []);
});

Deno.test("menu() carries only commands that the application takes, and none on parents or what is off", () => {
  for (const state of [emptyState(), busyState()]) {
    for (const item of all(menu(state))) {
      if (item.command) command.parse(item.command);
      assert.ok(!(item.command && item.items), item.id);
      assert.ok(
        item.separator || item.items || item.command || item.enabled === false,
        `${item.id} does nothing`,
      );
      assert.ok(item.separator || item.label !== "", item.id);
    }
  }
});

Deno.test("menu() shows hostile names as one readable line", () => {
  const label = `Line\none\u202eEVIL\u0000 ${"x".repeat(500)}`;
  const state = emptyState({ extensions: [extension("shop", [action("go", { label })])] });
  const shown = under(state, "Actions").at(-1)!.label;
  assert.match(shown, /^Line one EVIL x+…$/);
  assert.equal(shown.length, 50);
});

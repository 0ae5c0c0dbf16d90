import assert from "node:assert/strict";
import { foundEntries } from "../../../../src/core/find/rows.ts";
import { KINDS } from "../../../../src/core/find/kinds/mod.ts";
import type { SeenNames } from "../../../../src/core/resources/names.ts";
import { account, emptyState } from "../../../support/pages/state.ts";
import { rowsOf } from "../../../support/pages/resources.ts";
import { testStore } from "../../../support/pages/store.ts";
import { fullState, servers as known } from "../../../desktop/gallery/state.ts";
import { ownProperty } from "../../../../src/core/own_property.ts";

const SHOP = "123456789012", LOGS = "222222222222", NAMELESS = "333333333333";
const accounts = [
  account(SHOP, {
    name: "shop-production",
    env: "prd",
    region: "eu-central-1",
    roles: ["AdminAccess", "ReadOnly"],
    ecsClusters: [{ name: "shop", services: ["web"] }],
    secrets: [{ label: "Orders database", id: "shop/db" }],
  }),
  account(LOGS, { name: "terminal-shop", env: "dev", roles: ["Operator"] }),
  account(NAMELESS, { email: "aws+legacy@example.com", region: "us-east-1", env: null }),
];
const servers = [...known, {
  name: "Far",
  engine: "postgres" as const,
  host: "far.db.internal",
  port: 5432,
  tls: true,
  via: "ssh://bastion",
  env: null,
  test: { status: "idle" as const },
}];
const cached = { account: SHOP, region: "eu-central-1", role: "ReadOnly" };
const names: SeenNames = {
  secret: [{ ...cached, name: "mail/key", id: "mail/key", kind: "secret" }],
  database: [{ ...cached, name: "invoices", id: "rds/invoices", kind: "rds", of: "postgres" }],
  service: [{ ...cached, name: "worker", id: "jobs/worker", of: "jobs" }],
  cluster: [],
};
const source = { load: () => null, names: () => names, subscribe: () => () => {} };

const entries = (typed: string) =>
  rowsOf(foundEntries(testStore(fullState({ accounts, servers })), typed, source), 500);

const at = { account: SHOP };
const place = { account: SHOP, role: "ReadOnly" };
const TYPED: readonly (readonly [typed: string, verb: string, title: string, command: object])[] = [
  ["terminal shop-p", "Terminal", "shop-production", { name: "openTerminal", ...at }],
  ["term production", "Terminal", "shop-production", { name: "openTerminal", ...at }],
  ["shell 1234", "Terminal", "shop-production", { name: "openTerminal", ...at }],
  ["console shop-p", "Open console", "shop-production", { name: "openConsole", ...at }],
  ["console shop admin", "Open console", "shop-production", {
    name: "openConsole",
    ...at,
    role: "AdminAccess",
  }],
  ["console read production", "Open console", "shop-production", {
    name: "openConsole",
    ...at,
    role: "ReadOnly",
  }],
  ["copy shop-p read", "Copy", "shop-production", { name: "copyCredentials", ...at, role: "ReadOnly" }],
  ["open shop-p", "Open console", "shop-production", { name: "openConsole", ...at }],
  ["open console shop-p", "Open console", "shop-production", { name: "openConsole", ...at }],
  ["assume role shop-p admin", "Open console", "shop-production", {
    name: "openConsole",
    ...at,
    role: "AdminAccess",
  }],
  ["shop-p admin", "Open console", "shop-production", { name: "openConsole", ...at, role: "AdminAccess" }],
  ["terminal shop oper", "Terminal", "terminal-shop", {
    name: "openTerminal",
    account: LOGS,
    role: "Operator",
  }],
  ["roles shop-p", "Roles", "shop-production", { name: "openWindow", page: "accounts", params: at }],
  ["logs web", "Logs", "web", {
    name: "openWindow",
    page: "logs",
    params: { ...at, cluster: "shop", service: "web" },
  }],
  ["logs worker", "Logs", "worker", {
    name: "openWindow",
    page: "logs",
    params: { ...place, cluster: "jobs", service: "worker" },
  }],
  ["query orders", "Query", "Orders", { name: "openQuery", server: "Orders" }],
  ["query rds invo", "Query", "invoices", { name: "openDatabase", ...place, kind: "rds", id: "invoices" }],
  ["query invo", "Query", "invoices", { name: "openDatabase", ...place, kind: "rds", id: "invoices" }],
  ["test orders", "Test connection", "Orders", { name: "testServer", server: "Orders" }],
  ["tunnel far", "Tunnel", "Far", { name: "openTunnel", server: "Far" }],
  ["edit wareh", "Edit", "Warehouse", {
    name: "openWindow",
    page: "server",
    params: { server: "Warehouse" },
  }],
  ["copy orders d", "Copy whole", "Orders database", { name: "copySecret", ...at, id: "shop/db" }],
  ["copy mail", "Copy whole", "mail/key", { name: "copySecret", ...place, id: "mail/key", kind: "secret" }],
];
for (const [typed, verb, title, command] of TYPED) {
  const backwards = typed.split(" ").reverse().join(" ");
  for (const words of [typed, backwards]) {
    Deno.test(`foundEntries() has "${title}" first for "${words}", and Enter means ${verb}`, async () => {
      const [first] = await entries(words);
      assert.deepEqual([first?.verb, first?.title, first?.command], [verb, title, command]);
      assert.ok(!first!.more?.some(({ label }) => label === verb), "it is not offered a second time");
    });
  }
  Deno.test(`foundEntries() has the same rows for "${backwards}" as for "${typed}"`, async () => {
    const ids = async (words: string) => (await entries(words)).map(({ id }) => id).sort();
    assert.deepEqual(await ids(backwards), await ids(typed));
  });
}

Deno.test("foundEntries() has no row for a verb that cannot be done with one, and none for a kind without a name", async () => {
  for (const typed of ["tunnel orders", "tunnel redshift"]) {
    assert.equal((await entries(typed)).some(({ verb }) => verb === "Tunnel"), false, typed);
  }
});

Deno.test("each action of an entry that ends nothing is a verb of its kind", () => {
  const state = fullState({ accounts, servers });
  const missing = KINDS.flatMap((kind) =>
    kind.items(state).flatMap((item) =>
      (kind.entry(item).more ?? [])
        .filter(({ label, shortcut }) => shortcut !== "Mod+Delete" && !ownProperty(kind.verbs ?? {}, label))
        .map(({ label }) => `${kind.label}: ${label}`)
    )
  );
  assert.deepEqual(missing, []);
});

Deno.test("foundEntries() has what is called like a verb before what the verb is done with", async () => {
  const [first, second] = await entries("terminal shop");
  assert.deepEqual([first?.title, first?.verb], ["terminal-shop", "Open console"]);
  assert.ok(second?.verb === "Terminal");
});

Deno.test("foundEntries() marks the letters of the name, and none of the verb", async () => {
  const [first] = await entries("logs worker");
  assert.deepEqual(first?.matches, [0, 1, 2, 3, 4, 5]);
});

Deno.test("foundEntries() has each row once, and rows of verbs by typing only", async () => {
  for (
    const typed of [
      "query orders",
      "console shop admin",
      "copy shop",
      "terminal shop",
      "query sql",
      "que que",
    ]
  ) {
    const found = await entries(typed);
    assert.equal(new Set(found.map(({ id }) => id)).size, found.length, typed);
  }
  const servers = (await entries("query orders")).filter(({ title }) => title === "Orders");
  assert.equal(servers.length, 1);
  assert.equal((await entries("terminal shop-p"))[0]?.byTyping, true);
});

Deno.test("foundEntries() takes no word for a verb that is alone or has fewer than three letters", async () => {
  for (const typed of ["terminal", "te shop-p", "shop-p te", "logs"]) {
    assert.ok((await entries(typed)).every(({ verb }) => verb !== "Terminal" && verb !== "Logs"), typed);
  }
});

Deno.test("verbs of kinds name actions of their entries, and none that writes or ends something", () => {
  const state = fullState({ accounts, servers });
  const labels = KINDS.flatMap((kind) =>
    Object.keys(kind.verbs ?? {}).map((label) => {
      const item = kind.items(state).find((item) => kind.takesVerb?.(item, label) ?? true)!;
      const entry = kind.entry(item);
      const { command } = label === entry.verb ? entry : entry.more!.find((one) => one.label === label)!;
      return command!.name;
    })
  );
  assert.deepEqual([...new Set(labels)].sort(), [
    "copyCredentials",
    "copySecret",
    "openConsole",
    "openQuery",
    "openTerminal",
    "openTunnel",
    "openWindow",
    "testServer",
  ]);
});

Deno.test("foundEntries() shows the email of an account without a name, by which it was found", async () => {
  const [first] = await entries("legacy@");
  assert.deepEqual([first?.title, first?.detail], ["3333 3333 3333", "aws+legacy@example.com · us-east-1"]);
  const [shop] = await rowsOf(foundEntries(testStore({ ...emptyState(), accounts }), "shop-p"), 1);
  assert.equal(shop?.detail, "1234 5678 9012 · eu-central-1");
});

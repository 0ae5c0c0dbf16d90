import assert from "node:assert/strict";
import { foundEntries, type FoundEntry } from "../../../../src/core/find/rows.ts";
import type { NameSource, SeenName, SeenNames } from "../../../../src/core/resources/names.ts";
import { engineAndAddress } from "../../../../src/core/sql/engines/mod.ts";
import type { AppState } from "../../../../src/core/state/state.ts";
import { account, emptyState, server } from "../../../support/pages/state.ts";
import { testStore } from "../../../support/pages/store.ts";
import { rowsOf } from "../../../support/pages/resources.ts";

const SHOP = "111111111111", WAREHOUSE = "222222222222", STAGING = "333333333333";

const STATE = emptyState({
  accounts: [
    account(SHOP, { name: "shop-production", env: "prd" }),
    account(STAGING, { name: "shop-staging", env: "stg" }),
    account(WAREHOUSE, { name: "warehouse-staging", env: "stg" }),
  ],
  servers: [server("orders", { env: "prd", database: "shop" })],
  knownTables: {
    [engineAndAddress(server("orders", { database: "shop" }))]: [
      { schema: "public", name: "customers" },
      { schema: "public", name: "orders" },
    ],
  },
  pastQueries: [
    { id: "1", server: "orders", title: "delete from orders", changes: true, rolledBack: true, at: 3 },
    { id: "2", server: "orders", title: "select total from orders", at: 2 },
    { id: "3", server: "orders", title: "select id, region, total, note from visits", at: 1 },
  ],
});

/** Returns cached names in the order in which their lists were read; `add` adds a name later. */
function cached(names: readonly SeenName[]): NameSource & { add(more: SeenName): void } {
  const listeners = new Set<() => void>();
  let seen: SeenNames = { secret: [], database: [], service: names, cluster: [] };
  return {
    load: () => null,
    names: () => seen,
    subscribe: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    add(more) {
      seen = { ...seen, service: [...seen.service ?? [], more] };
      listeners.forEach((listener) => listener());
    },
  };
}
const web = (account: string, name = "web"): SeenName => ({
  account,
  region: "eu-west-1",
  role: null,
  name,
  id: `main/${name}`,
  of: "main",
});

async function entries(typed: string, state: AppState = STATE, names?: NameSource) {
  return await rowsOf(foundEntries(testStore(state), typed, names));
}
const said = ({ kind, title, detail }: FoundEntry) => `${kind}: ${title} (${detail})`;

Deno.test("foundEntries() has a table of a known catalog first for the beginning of its name, with server and pill", async () => {
  const [first] = await entries("cus");
  assert.deepEqual([said(first!), first!.env, first!.verb], [
    "Table: customers (orders · public)",
    "prd",
    "Show rows",
  ]);
  assert.deepEqual(first!.command, {
    name: "openQuery",
    server: "orders",
    table: { schema: "public", name: "customers" },
  });
});

Deno.test("foundEntries() lists tables by typing only, and none of a server that is gone", async () => {
  assert.deepEqual((await entries("")).filter(({ kind }) => kind === "Table"), []);
  assert.deepEqual(
    (await entries("cus", emptyState({ knownTables: STATE.knownTables }))).filter(({ kind }) =>
      kind === "Table"
    ),
    [],
  );
});

Deno.test("foundEntries() has past statements behind tables; statements that change data come last, marked", async () => {
  const found = (await entries("orders")).filter(({ kind }) => kind === "Table" || kind === "Query");
  assert.deepEqual(found.map(said), [
    "Table: orders (orders · public)",
    "Query: select total from orders (orders)",
    // Only the name of its server matches.
    "Table: customers (orders · public)",
    "Query: select id, region, total, note from visits (orders)",
    "Query: delete from orders (Changes data, was rolled back · orders)",
  ]);
  assert.deepEqual(found.map(({ env }) => env), Array.from({ length: 5 }, () => "prd"));
});

Deno.test("foundEntries() finds no statement by letters that are scattered over it", async () => {
  assert.deepEqual((await entries("sirt")).filter(({ kind }) => kind === "Query"), []);
});

const FIRST: readonly (readonly [typed: string, first: string])[] = [
  ["shpr", "Account: shop-production"],
  ["secrets shpr", "List: Secrets"],
  ["services shpr", "List: Services"],
  ["databases shst", "List: Databases"],
];
for (const [typed, first] of FIRST) {
  Deno.test(`foundEntries() has ${first} first for "${typed}", of the account that is meant`, async () => {
    const [found] = await entries(typed);
    assert.equal(`${found?.kind}: ${found?.title}`, first);
    assert.match(JSON.stringify(found), typed.endsWith("shst") ? /shop-staging/ : /shop-production/);
  });
}

const USED: readonly (readonly [what: string, usage: AppState["usage"], first: string])[] = [
  ["in the order of accounts where none was used", {}, "shop-production"],
  [
    "of the account that was used last",
    { [`account:${WAREHOUSE}`]: { score: 1, at: 5 } },
    "warehouse-staging",
  ],
  ["of the one in which something was used last", {
    [`account:${WAREHOUSE}`]: { score: 9, at: 5 },
    [`secrets:${STAGING}`]: { score: 1, at: 9 },
  }, "shop-staging"],
];
for (const [what, usage, first] of USED) {
  Deno.test(`foundEntries() has equals ${what} first`, async () => {
    const names = cached([web(WAREHOUSE), web(STAGING), web(SHOP)]);
    const [found] = await entries("logs web", { ...STATE, usage }, names);
    assert.equal(found?.detail.split(" · ")[0], first);
  });
}

Deno.test("foundEntries() has a secret's list of the account whose name fits better first", async () => {
  const accounts = [account(WAREHOUSE, { name: "search-production", env: "prd" }), ...STATE.accounts];
  const state = { ...STATE, accounts, usage: { [`account:${WAREHOUSE}`]: { score: 1, at: 5 } } };
  const details = (await entries("secrets shpr", state)).map(({ detail }) => detail);
  assert.match(details[0]!, /^shop-production/);
  assert.ok(details.some((detail) => detail.startsWith("search-production")), details.join("\n"));
});

Deno.test("foundEntries() has equal tables of the server that was used last first", async () => {
  const servers = ["one", "two", "three"].map((name) => server(name, { host: `${name}.example.com` }));
  const tables = [{ schema: "public", name: "customers" }];
  const state = emptyState({
    servers,
    knownTables: Object.fromEntries(servers.map((one) => [engineAndAddress(one), tables])),
    usage: { "server:three": { score: 1, at: 9 }, "server:two": { score: 9, at: 5 } },
  });
  const details = (await entries("cus", state)).map(({ detail }) => detail);
  assert.deepEqual(details, ["three · public", "two · public", "one · public"]);
});

Deno.test("foundEntries() says below which heading the kind stands already, while nothing is typed", async () => {
  const headed = (await entries("")).filter(({ section, headed }) => section === "Accounts" && headed);
  assert.equal(headed.length, 3);
  assert.ok((await entries("shpr")).every(({ headed }) => headed === undefined));
});

Deno.test("foundEntries() keeps the first row where it is when others come in", async () => {
  const names = cached([web(WAREHOUSE, "webshop")]);
  const source = foundEntries(testStore(STATE), "web", names);
  const first = async () => {
    const rows = await rowsOf(source);
    return rows.filter(({ kind }) => kind === "Service").map(({ kind, title }) => `${kind} ${title}`);
  };
  assert.deepEqual(await first(), ["Service webshop"]);
  names.add(web(SHOP, "web"));
  assert.deepEqual(await first(), ["Service webshop", "Service web"]);
});

import { deepEqual, equal } from "node:assert/strict";
import { createCachedNames } from "../../../../../src/core/app/features/resources/cached_names.ts";
import { usageKey } from "../../../../../src/core/app/command.ts";
import { foundEntries } from "../../../../../src/core/find/rows.ts";
import type { CachedList } from "../../../../../src/core/resources/cached_list.ts";
import { account } from "../../../../support/pages/state.ts";
import { store as storeOf, unexpected } from "../fixtures.ts";
import { rowsOf } from "../../../../support/pages/resources.ts";

const ID = "123456789012";

const list = (parts: Partial<CachedList>): CachedList => ({
  kind: "secrets",
  account: ID,
  role: null,
  region: "eu-central-1",
  at: 1,
  rows: [],
  ...parts,
});
const secret = (name: string, kind = "secret") => ({ kind, name });

/** Returns the palette of an account whose lists of resources are in the cache. */
function palette(lists: CachedList[], error?: Error) {
  const store = storeOf();
  const accounts = store.slice("accounts");
  accounts.update(() => [
    account(ID, {
      name: "shop",
      env: "prd",
      region: "eu-central-1",
      secrets: [{ label: "Login of the shop", id: "shop/login" }],
      ecsClusters: [{ name: "shop", services: ["web"] }],
    }),
  ]);
  let reads = 0;
  const errors: unknown[] = [];
  const names = createCachedNames({
    async *lists() {
      reads++;
      if (error) throw error;
      yield* lists;
    },
    onError: (error) => void errors.push(error),
  });
  const find = async (typed: string) => {
    return await rowsOf(foundEntries(store, typed, names));
  };
  return { store, accounts, names, find, errors, reads: () => reads };
}

Deno.test("cached names are found by typing, in one list with all other entries, and with their commands", async () => {
  const { find } = palette([
    list({ rows: [secret("orders/db"), secret("shop/login"), secret("orders/key", "parameter")] }),
    list({
      kind: "databases",
      rows: [{ kind: "rds", id: "orders", engine: "postgres", status: "available" }],
    }),
    list({
      kind: "services",
      region: "us-east-1",
      role: "Admin",
      rows: [
        { kind: "service", cluster: "shop", name: "orders-worker", status: "ACTIVE" },
        { kind: "cluster", cluster: "orders-nightly", status: "ACTIVE" },
      ],
    }),
  ]);
  const found = await find("orders");
  deepEqual(found.map(({ kind, title, env }) => `${kind} ${title} ${env}`).toSorted(), [
    ...["Cluster orders-nightly prd", "Database orders prd", "Secret orders/db prd"],
    ...["Secret orders/key prd", "Service orders-worker prd"],
  ]);
  const of = (title: string) => found.find((one) => one.title === title)!;
  deepEqual(of("orders/key").more!.map(({ command }) => command), [
    { name: "copySecret", account: ID, id: "orders/key", kind: "parameter" },
  ]);
  const there = { account: ID, role: "Admin", region: "us-east-1" };
  deepEqual(of("orders-worker").command, {
    name: "openWindow",
    page: "services",
    params: { ...there, cluster: "shop", service: "orders-worker" },
  });
  deepEqual(of("orders-worker").more!.map(({ command }) => command), [
    { name: "openWindow", page: "logs", params: { ...there, cluster: "shop", service: "orders-worker" } },
  ]);
  equal(of("orders/db").detail, "shop · eu-central-1");
  // A command of the entry, such as "copy", counts as a use of the entry.
  for (const { id, command, more = [] } of found) {
    for (const one of [command!, ...more.map(({ command }) => command!)]) equal(usageKey(one), id);
  }
  equal(new Set(found.map(({ id }) => id)).size, found.length);
});

Deno.test("a name in the configuration is there once, before names that are only cached", async () => {
  const { find } = palette([list({ rows: [secret("shop/login"), secret("shop/login-old")] })]);
  deepEqual((await find("shop login")).map(({ title }) => title), ["Login of the shop", "shop/login-old"]);
});

Deno.test("a name that several roles have seen is there once; one in another region beside it", async () => {
  const rows = [secret("orders/db")];
  const { find } = palette([
    list({ role: "Admin", rows }),
    list({ rows }),
    list({ region: "us-east-1", rows }),
  ]);
  deepEqual((await find("orders")).map(({ detail, id }) => [detail, id]), [
    ["shop · eu-central-1", `secret:${ID}/orders/db`],
    ["shop · us-east-1", `secret:${ID}/orders/db@us-east-1`],
  ]);
});

Deno.test("nothing is read before something is typed, and it is read once until a list has changed", async () => {
  const { find, names, reads } = palette([list({ rows: [secret("orders/db")] })]);
  await find("");
  equal(reads(), 0);
  deepEqual((await find("")).some(({ title }) => title === "orders/db"), false);
  const end = names.subscribe(() => {});
  await find("ord");
  await find("orders");
  equal(reads(), 1);
  names.changed();
  await find("orders");
  equal(reads(), 2);
  end();
});

Deno.test("names go with their account, and what cannot be read is none", async () => {
  const { find, accounts } = palette([
    list({ rows: [secret("orders/db"), { kind: "other" }, null, 5, { kind: "secret" }] }),
    list({ account: "999999999999", rows: [secret("orders/of-nobody")] }),
  ]);
  deepEqual((await find("orders")).map(({ title }) => title), ["orders/db"]);
  accounts.update(() => []);
  deepEqual(await find("orders"), []);
});

Deno.test("lists that cannot be read leave the rest of the palette as it is", async () => {
  const { find, errors } = palette([], new Error("no such disk"));
  deepEqual((await find("login of")).map(({ title }) => title), ["Login of the shop"]);
  equal(errors.length, 1);
});

Deno.test("no further list is read once there are as many names as are kept", async () => {
  let lists = 0;
  const names = createCachedNames({
    async *lists() {
      while (lists < 10) {
        lists++;
        yield list({ rows: Array.from({ length: 20_000 }, (_, at) => secret(`${lists}/${at}`)) });
      }
    },
    onError: unexpected,
  });
  await names.load();
  equal(lists, 3);
  equal(names.names()!.secret?.length, 50_000);
});

import { deepEqual, equal } from "node:assert/strict";
import { findEverywhere } from "../../../../../src/core/app/features/search/everywhere.ts";
import type { RolesOfSearch } from "../../../../../src/core/app/features/search/search_roles.ts";
import { resourcesAt } from "../../../../support/cloud/resources.ts";
import { fixedList, rowsOf } from "../../../../support/pages/resources.ts";
import type { Resources } from "../../../../../src/core/app/features/resources/resources.ts";
import type { RegionChoice } from "../../../../../src/core/state/search.ts";
import type { RoleRequest } from "../../../../../src/core/app/as_role.ts";
import { NOWHERE } from "../../../../support/systems.ts";
import { account } from "../../../../support/pages/state.ts";
import { store as storeOf, unexpected, until } from "../fixtures.ts";

const { signal } = new AbortController();
/** Roles of a search in which each account has one usual role, so the user chooses none. */
const usual: RolesOfSearch = { open: () => Promise.resolve(null), chosen: () => [] };
const ids = Array.from({ length: 10 }, (_, n) => String(100_000_000_000 + n));

/** Searches ten accounts with two secrets each, and counts requests at the same time. */
function setup(
  choice: RegionChoice = "own",
  reasons: readonly string[] = ["no"],
  { search = "orders", ...more }: { most?: number; roles?: RolesOfSearch; search?: string } = {},
) {
  const store = storeOf();
  store.slice("accounts").update(() => ids.map((id) => account(id, { configured: id.endsWith("9") })));
  const answers = new Map<string, () => void>();
  let asked = 0, most = 0;
  const lists: Resources["lists"] = new Map([[
    "secrets",
    ({ account, region = "", role }: RoleRequest) => {
      const name = `${account}${region}${role === undefined ? "" : ` as ${role}`}`;
      const list = fixedList([{ name: `${name}/orders` }, { name: `${account}/mail` }], {
        faults: account.endsWith("4") ? reasons.map((message) => ({ code: "denied", message })) : [],
      });
      const answer = new Promise<void>((open) => answers.set(name, open));
      most = Math.max(most, ++asked);
      const read = async (from: number, count: number) => {
        await answer;
        return await list.status.read(from, count, signal);
      };
      void answer.then(() => asked--);
      return { ...list, status: { ...list.status, read } };
    },
  ]]);
  const where = {
    choice,
    usualRegion: () => "eu-central-1",
    roles: usual,
    enabled: ({ account }: RoleRequest) =>
      Promise.resolve(
        account.endsWith("3")
          ? { regions: ["us-east-1"], fault: "guessed" }
          : { regions: ["us-east-1", "eu-central-1", "cn-north-1"] },
      ),
    onError: unexpected,
    ...more,
  };
  return {
    found: findEverywhere(store, lists, search, where),
    answers,
    most: () => most,
    asked: () => asked,
  };
}

const titles = async (found: ReturnType<typeof setup>["found"]) => {
  return (await rowsOf(found.rows)).map(({ title }) => title);
};
const status = async (found: Pick<ReturnType<typeof setup>["found"], "status">) => {
  return (await rowsOf(found.status, 1))[0]!;
};

Deno.test("findEverywhere() finds the same where the kind is named before it", async () => {
  const { found, answers } = setup("own", [], { search: "secrets orders" });
  found.begin();
  await until(() => answers.size === 4);
  for (const open of answers.values()) open();
  let hits: readonly string[] = [];
  found.rows.subscribe(async () => hits = await titles(found));
  await until(() => hits.length >= 4);
  equal(hits.every((title) => title.endsWith("/orders")), true);
  found.stop();
});

Deno.test("findEverywhere() asks four accounts at a time, configured ones first, and gives hits as they come", async () => {
  const { found, answers, most } = setup();
  found.begin();
  await until(() => answers.size === 4);
  deepEqual([...answers.keys()][0], ids[9]);
  deepEqual(await titles(found), []);
  answers.get(ids[9]!)!();
  await until(() => answers.size === 5);
  deepEqual(await titles(found), [`${ids[9]}/orders`]);
  let done = 0;
  await until(() => {
    for (const open of answers.values()) open();
    void status(found).then((now) => done = now!.done);
    return done === 10;
  });
  equal((await titles(found)).length, 10);
  equal(most(), 4);
  deepEqual((await status(found))?.faults, [{ account: ids[4], message: "no" }]);
  found.stop();
});

Deno.test("findEverywhere() asks no further account once it is stopped", async () => {
  const { found, answers, asked } = setup();
  found.begin();
  await until(() => answers.size === 4);
  found.stop();
  for (const open of answers.values()) open();
  await until(() => asked() === 0);
  equal(answers.size, 4);
  deepEqual(await titles(found), []);
});

/**
 * Lets each request answer until the search has ended. Returns the places (account and region) in
 * the order of the requests.
 */
async function searchToEnd({ found, answers }: ReturnType<typeof setup>): Promise<string[]> {
  found.begin();
  let done = 0;
  await until(() => {
    for (const open of answers.values()) open();
    void status(found).then((now) => done = now!.done);
    return done === 10;
  });
  found.stop();
  return [...answers.keys()];
}

Deno.test("findEverywhere() looks in all regions that are switched on, each account's own first, and in no other cloud", async () => {
  const set = setup("all");
  const asked = await searchToEnd(set);
  deepEqual(asked.filter((place) => place.startsWith(ids[9]!)), [ids[9], `${ids[9]}us-east-1`]);
  deepEqual(asked.filter((place) => place.startsWith(ids[3]!)), [`${ids[3]}us-east-1`]);
  const { regions, faults, blamed } = (await status(set.found))!;
  deepEqual([regions, blamed], [19, 2]);
  deepEqual(faults.map(({ account, message }) => [account, message]).toSorted(), [
    [ids[3], "guessed"],
    [ids[4], "no"],
  ]);
  const rows = await rowsOf(set.found.rows);
  const elsewhere = rows.filter(({ params }) => params.region === "us-east-1");
  equal(elsewhere.length, 10);
});

Deno.test("findEverywhere() tells the first reasons and counts the others: all of them would be sent at each change", async () => {
  const set = setup("own", Array.from({ length: 60 }, (_, n) => `no ${n}`));
  await searchToEnd(set);
  const { faults, moreFaults, blamed } = (await status(set.found))!;
  deepEqual([faults.length, faults[0]!.message, moreFaults, blamed], [50, "no 0", 10, 1]);
});

Deno.test("findEverywhere() looks in chosen regions only", async () => {
  const asked = await searchToEnd(setup(["us-west-2", "cn-north-1"]));
  deepEqual(asked.toSorted(), ids.map((id) => `${id}us-west-2`).toSorted());
});

Deno.test("findEverywhere() keeps what it has found when it is stopped, and goes on from there", async () => {
  const set = setup();
  const { found, answers } = set;
  found.begin();
  await until(() => answers.size === 4);
  answers.get(ids[9]!)!();
  await until(() => answers.size === 5);
  found.stop();
  for (const open of answers.values()) open();
  deepEqual(await titles(found), [`${ids[9]}/orders`]);
  const asked = await searchToEnd(set);
  equal(asked.filter((id) => id === ids[9]).length, 1);
  equal((await titles(found)).length, 10);
});

Deno.test("forget() ends a search, and empties its lists for pages that show them", async () => {
  const { found, answers } = setup();
  const told: number[] = [];
  const end = found.rows.subscribe((from) => told.push(from));
  found.begin();
  await until(() => answers.size === 4);
  answers.get(ids[9]!)!();
  await until(() => answers.size === 5);
  deepEqual(await titles(found), [`${ids[9]}/orders`]);
  told.length = 0;
  found.forget();
  deepEqual(told, [0]);
  for (const open of answers.values()) open();
  deepEqual([await titles(found), (await status(found))!.accounts], [[], 0]);
  equal(answers.size, 5);
  end();
});

Deno.test("findEverywhere() keeps so many hits and no more, and says in which accounts others were left out", async () => {
  const set = setup("own", [], { most: 7 });
  await searchToEnd(set);
  equal((await titles(set.found)).length, 7);
  const { faults, blamed } = (await status(set.found))!;
  equal(blamed, 3);
  deepEqual(
    new Set(faults.map(({ message }) => message)),
    new Set(["More than 7 were found: others are left out. Type more."]),
  );
});

for (
  const [code, asked] of [
    ["expired", 1],
    ["signed-out", 1],
    ["offline", 1],
    ["denied", 0],
    ["region", 0],
    ["choose", 1],
    [null, 0],
  ] as const
) {
  Deno.test(`findEverywhere() asks ${asked ? "anew" : "nothing anew"} for a list that ${code === null ? "is there" : `ended with “${code}”`}`, async () => {
    const store = storeOf();
    store.slice("accounts").update(() => [account(ids[0]!)]);
    let again = 0;
    const list = fixedList([{ name: "orders" }], { faults: code ? [{ code, message: "no" }] : [] });
    const found = findEverywhere(
      store,
      new Map([["secrets", () => ({ ...list, refresh: () => void again++ })]]),
      "orders",
      {
        choice: "own",
        usualRegion: () => "eu-central-1",
        roles: usual,
        enabled: () => Promise.resolve({ regions: [] }),
        onError: unexpected,
      },
    );
    found.begin();
    let done = 0;
    await until(() => {
      void status(found).then((now) => done = now!.done);
      return done === 1;
    });
    found.stop();
    equal(again, asked);
  });
}

Deno.test("a search is begun, stopped, resumed and ended by commands, and its lists are asked for by its id", async () => {
  const { search, store } = resourcesAt("http://127.0.0.1:9", NOWHERE, []);
  const { lists } = search;
  const accounts = async (id: string) => {
    return (await rowsOf(lists.status(id), 1)).map(({ accounts }) => accounts);
  };
  const now = () => store.get().search;
  deepEqual([now(), await accounts("")], [null, []]);
  search.begin("orders", "own");
  const first = now()!;
  deepEqual([first.text, first.regions, first.going], ["orders", "own", true]);
  store.slice("accounts").update(() => [account(ids[0]!)]);
  search.stop();
  deepEqual([now(), await accounts(first.id)], [{ ...first, going: false }, [0]]);
  search.resume();
  deepEqual(now(), first);
  // A new search for the same text also finds the account that was added meanwhile.
  search.begin("orders", "own");
  const second = now()!;
  deepEqual([second.id === first.id, await accounts(first.id), await accounts(second.id)], [false, [], [1]]);
  search.end();
  deepEqual([now(), await accounts(second.id)], [null, []]);
  search.stop();
  search.resume();
  equal(now(), null);
});

Deno.test("a search and what it has found go when the user signs out", async () => {
  const { search, store } = resourcesAt("http://127.0.0.1:9", NOWHERE, [account(ids[0]!)]);
  const signIn = store.slice("signIn");
  signIn.update(() => ({ status: "signed-in" }));
  search.begin("orders", "own");
  const { id } = store.get().search!;
  signIn.update(() => ({ status: "expired" }));
  equal(store.get().search?.id, id);
  signIn.update(() => ({ status: "signed-out" }));
  equal(store.get().search, null);
  deepEqual(await search.lists.hits(id).read(0, 9, signal), { ok: true, rows: [], total: 0 });
});

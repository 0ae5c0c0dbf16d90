import { deepEqual, equal } from "node:assert/strict";
import type { RoleRequest } from "../../../../../src/core/app/as_role.ts";
import { type Everywhere, findEverywhere } from "../../../../../src/core/app/features/search/everywhere.ts";
import { CloudError } from "../../../../../src/core/aws/errors.ts";
import { type Choices, readChoices, withSearchRole } from "../../../../../src/core/state/choices.ts";
import { resourcesAt } from "../../../../support/cloud/resources.ts";
import { fixedList, rowsOf } from "../../../../support/pages/resources.ts";
import { NOWHERE } from "../../../../support/systems.ts";
import { account } from "../../../../support/pages/state.ts";
import { store as storeOf, unexpected, until } from "../fixtures.ts";
import { rolesToChoose } from "../../../../../src/core/app/features/accounts/roles.ts";

const { signal } = new AbortController();
const [OWN, BOTH, READER, ADMIN] = ["111111111111", "222222222222", "333333333333", "444444444444"] as const;
const ROLES: Readonly<Record<string, readonly string[] | null>> = {
  [OWN]: null,
  [BOTH]: ["Admin", "Reader"],
  [READER]: ["Reader", "Reader-2", "Reader-10"],
  [ADMIN]: ["Admin", "Billing"],
};

/**
 * Starts a search through accounts of which the last three have several roles. Without a chosen
 * role, such an account shows only a cached name.
 */
function setup(chosen: readonly string[], open = (id: string) => Promise.resolve(ROLES[id]!)) {
  const store = storeOf();
  store.slice("accounts").update(() => Object.keys(ROLES).map((id) => account(id)));
  const choices = { searchRoles: chosen };
  const asked: string[] = [];
  const found = findEverywhere(
    store,
    new Map([[
      "secrets",
      ({ account, role, passing }: RoleRequest) => {
        asked.push(`${account} ${role ?? "-"}${passing ? "" : " of its own"}`);
        const choose = role === undefined && account !== OWN;
        return fixedList([{ name: "orders/kept" }, ...(choose ? [] : [{ name: `orders/${role}` }])], {
          faults: choose ? [{ code: "choose", message: "You have several roles there." }] : [],
        });
      },
    ]]),
    "orders",
    {
      choice: "own",
      usualRegion: () => "eu-central-1",
      enabled: () => Promise.resolve({ regions: [] }),
      roles: { open, chosen: () => choices.searchRoles },
      onError: unexpected,
    },
  );
  const choose = (role: string) => {
    choices.searchRoles = [...choices.searchRoles, role];
    found.goOn();
  };
  return { found, asked, choose };
}

async function status(found: Pick<Everywhere, "status">) {
  return (await rowsOf(found.status, 1))[0]!;
}

async function done(found: Everywhere): Promise<void> {
  let left = -1;
  await until(() => {
    void status(found).then(({ done, skipped, accounts }) => left = accounts - done - skipped);
    return left === 0;
  });
}

async function hits(found: Everywhere): Promise<string[]> {
  return (await rowsOf(found.rows)).map(({ account, params }) =>
    `${account.accountId} ${params.secret}${params.role === undefined ? "" : ` as ${params.role}`}`
  );
}

Deno.test("findEverywhere() says how many accounts wait for a role, and which they have, roles of most accounts first", async () => {
  const { found, asked } = setup([]);
  found.begin();
  await done(found);
  const { done: of, skipped, roles, taken, blamed, regions } = await status(found);
  deepEqual({ of, skipped, taken, blamed, regions }, { of: 1, skipped: 3, taken: [], blamed: 0, regions: 1 });
  deepEqual(roles.map(({ role, accounts }) => `${role} ${accounts}`), [
    "Admin 2",
    "Reader 2",
    "Billing 1",
    "Reader-2 1",
    "Reader-10 1",
  ]);
  deepEqual(asked.filter((one) => !one.endsWith("- of its own")), []);
  deepEqual(await hits(found), [
    `${OWN} orders/kept`,
    `${OWN} orders/undefined`,
    ...[BOTH, READER, ADMIN].map((id) => `${id} orders/kept`),
  ]);
  found.stop();
});

Deno.test("goOn() asks the accounts that have the chosen role at once, and no other anew; their kept hits open as it", async () => {
  const { found, asked, choose } = setup([]);
  const told: number[] = [];
  const end = found.rows.subscribe((from) => told.push(from));
  found.begin();
  await done(found);
  asked.length = 0;
  choose("Reader");
  await done(found);
  deepEqual(asked.toSorted(), [`${BOTH} Reader`, `${READER} Reader`]);
  deepEqual(await hits(found), [
    `${OWN} orders/kept`,
    `${OWN} orders/undefined`,
    `${BOTH} orders/kept as Reader`,
    `${READER} orders/kept as Reader`,
    `${ADMIN} orders/kept`,
    `${BOTH} orders/Reader as Reader`,
    `${READER} orders/Reader as Reader`,
  ]);
  equal(told.includes(2), true, "who shows the kept hits is told that they are others now");
  const { done: of, skipped, roles, taken } = await status(found);
  deepEqual({ of, skipped }, { of: 3, skipped: 1 });
  deepEqual(roles.map(({ role }) => role), ["Admin", "Billing"]);
  deepEqual(taken, [{ role: "Reader", accounts: 2 }]);
  choose("Billing");
  await done(found);
  equal((await status(found)).skipped, 0);
  end();
});

Deno.test("goOn() of a search that was stopped asks nothing before it goes on", async () => {
  const { found, asked, choose } = setup([]);
  found.begin();
  await done(found);
  found.stop();
  asked.length = 0;
  choose("Admin");
  deepEqual(asked, []);
  found.begin();
  await done(found);
  deepEqual(asked.toSorted(), [`${BOTH} Admin`, `${ADMIN} Admin`]);
  found.stop();
});

Deno.test("findEverywhere() takes the first of the chosen roles that an account has, and tells what else could be taken", async () => {
  const { found, asked } = setup(["Reader", "Admin"]);
  found.begin();
  await done(found);
  deepEqual(asked.toSorted(), [
    `${OWN} - of its own`,
    `${BOTH} Reader`,
    `${READER} Reader`,
    `${ADMIN} Admin`,
  ]);
  const { skipped, others, taken } = await status(found);
  equal(skipped, 0);
  deepEqual(taken.map(({ role, accounts }) => `${role} ${accounts}`), ["Reader 2", "Admin 1"]);
  equal(others.length, 5);
  found.stop();
});

Deno.test("findEverywhere() leaves it to the lists to tell why the roles of an account cannot be had", async () => {
  const { found, asked } = setup(
    ["Reader"],
    () => Promise.reject(new CloudError("Nobody is signed in.", "Sign in.", undefined, "signed-out")),
  );
  found.begin();
  await done(found);
  equal(asked.length, 4);
  const { skipped, blamed } = await status(found);
  deepEqual({ skipped, blamed }, { skipped: 0, blamed: 3 });
  found.stop();
});

Deno.test("searchAs() makes the role the usual one of searches, and of no account", async () => {
  const kept: string[] = [];
  const keepRole = (account: string, role: string) => Promise.resolve(void kept.push(`${account} ${role}`));
  const { search, store } = resourcesAt("http://127.0.0.1:9", NOWHERE, [account(BOTH)], {
    roles: ["Admin", "Reader"],
    credentials: { keepRole },
  });
  search.begin("orders", "own");
  const { id } = store.get().search!;
  let skipped = 0, taken = 0;
  const look = () =>
    void status({ status: search.lists.status(id) }).then((now) => (skipped = now.skipped, taken = now.done));
  await until(() => (look(), skipped === 1));
  search.searchAs("Reader", false);
  await until(() => (look(), taken === 1));
  deepEqual(store.get().choices.searchRoles, ["Reader"]);
  deepEqual(kept, []);
  search.searchAs("Admin", true);
  deepEqual(store.get().choices.searchRoles, ["Admin"]);
  const { id: next, text } = store.get().search!;
  deepEqual([next === id, text], [false, "orders"]);
  search.end();
});

for (
  const [what, kept, roles] of [
    ["roles in their order, each once", ["Reader", "Admin", "Reader"], ["Reader", "Admin"]],
    ["what is no role's name", ["a b", 1, "", "Reader"], ["Reader"]],
    ["no list", "Reader", undefined],
    ["none", [], undefined],
  ] as const
) {
  Deno.test(`readChoices() reads the roles of searches when there is ${what}`, () => {
    deepEqual(readChoices({ searchRoles: kept }).searchRoles, roles);
  });
}

Deno.test("withSearchRole() adds a role behind the others, keeps few, and can replace the others", () => {
  const one = withSearchRole(readChoices({ terminal: "xterm" }), "Reader", false);
  deepEqual(one, { terminal: "xterm", browsers: {}, searchRoles: ["Reader"] });
  deepEqual(withSearchRole(one, "Admin", false).searchRoles, ["Reader", "Admin"]);
  deepEqual(withSearchRole(one, "Admin", true).searchRoles, ["Admin"]);
  let many: Choices = one;
  for (let n = 0; n < 30; n++) many = withSearchRole(many, `R${n}`, false);
  deepEqual([many.searchRoles?.length, many.searchRoles?.at(-1)], [20, "R29"]);
});

const ID = "123456789012";

const CASES: readonly [what: string, roles: string[], last: string | undefined, expected: string[]][] = [
  ["the source's order when none was used", ["Admin", "Read"], undefined, ["Admin", "Read"]],
  ["the last used one first", ["Admin", "Read"], "Read", ["Read", "Admin"]],
  ["the last used one also when nobody lists it", ["Admin"], "Deploy", ["Deploy", "Admin"]],
  ["nothing when nothing is known", [], undefined, []],
  ["no role of a user's own credentials", ["", "Read"], undefined, ["Read"]],
];
for (const [what, roles, last, expected] of CASES) {
  Deno.test(`rolesToChoose() offers ${what}`, async () => {
    const accounts = { roles: () => Promise.resolve(roles), subscribe: () => () => {} };
    const list = rolesToChoose(accounts, ID, () => Promise.resolve(last));
    deepEqual(await list.read(0, 100, signal), { ok: true, rows: expected, total: expected.length });
  });
}

Deno.test("rolesToChoose() says why the roles cannot be had", async () => {
  const failure = Object.assign(new Error("You are signed out."), { hint: "Sign in." });
  const accounts = { roles: () => Promise.reject(failure), subscribe: () => () => {} };
  const list = rolesToChoose(accounts, ID, () => Promise.resolve(undefined));
  deepEqual(await list.read(0, 100, signal), {
    ok: false,
    error: "You are signed out.",
    hint: "Sign in.",
  });
});

Deno.test("rolesToChoose() offers other roles to a page that shows them when the accounts change", () => {
  const listeners = new Set<() => void>(), heard: number[] = [];
  const accounts = {
    roles: () => Promise.resolve([]),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const stop = rolesToChoose(accounts, ID, () => Promise.resolve(undefined)).subscribe((at) =>
    heard.push(at)
  );
  for (const listener of listeners) listener();
  stop();
  deepEqual([heard, listeners.size], [[0], 0]);
});

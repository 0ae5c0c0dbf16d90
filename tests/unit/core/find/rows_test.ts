import { growsInLine } from "../../../support/growth.ts";
import assert from "node:assert/strict";
import { fittingIds, foundAccounts, foundEntries, type FoundEntry } from "../../../../src/core/find/rows.ts";
import type { RowSource } from "../../../../src/core/resources/rows.ts";
import type { AppState } from "../../../../src/core/state/state.ts";
import { account, busyState, emptyState } from "../../../support/pages/state.ts";
import { rowsOf } from "../../../support/pages/resources.ts";
import { testStore } from "../../../support/pages/store.ts";
import { fullState } from "../../../desktop/gallery/state.ts";

const at = Date.now();
const usage = { "action:orders/replay": { score: 3, at }, "account:345634563456": { score: 1, at } };
const { signal } = new AbortController();

const all = <Row>(source: RowSource<Row>, count = 500) => rowsOf(source, count);
const entries = (typed: string, state = fullState({ usage })) => all(foundEntries(testStore(state), typed));
const titles = async (typed: string) => (await entries(typed)).map(({ title }) => title);

Deno.test("foundEntries() shows running, what is used most and the rest in sections while nothing is typed", async () => {
  const list = await entries(" ");
  const often = list.filter(({ section }) => section === "Most used");
  assert.deepEqual([...new Set(list.map(({ section }) => section))], [
    "Running",
    "Most used",
    "Actions",
    "Accounts",
    "Servers",
    "In accounts",
    "Extensions",
    "Kedge",
    "Settings",
  ]);
  assert.equal(list[0]?.title, "Rotate access keys");
  assert.deepEqual(often.map(({ title }) => title), ["Replay failed orders", "shop-staging"]);
  assert.equal(new Set(list.map(({ id }) => id)).size, list.length, "everything stands once");
});

Deno.test("foundAccounts() has the account that was used last in front where that is wanted", async () => {
  const used = { "account:345634563456": { score: 9, at: 5 }, "account:222233334444": { score: 1, at: 7 } };
  const store = testStore(fullState({ usage: used }));
  const plain = await all(foundAccounts(store, ""));
  const first = await all(foundAccounts(store, "", true));
  assert.equal(first[0]?.accountId, "222233334444");
  assert.deepEqual(first.map(({ last }) => last === true).indexOf(true), 0);
  assert.equal(first.filter(({ last }) => last).length, 1);
  assert.deepEqual(
    first.slice(1).map(({ accountId }) => accountId),
    plain.map(({ accountId }) => accountId).filter((id) => id !== "222233334444"),
  );
  assert.equal(
    (await all(foundAccounts(testStore(fullState({ usage: {} })), "", true))).some(({ last }) => last),
    false,
  );
  assert.equal((await all(foundAccounts(store, "data", true))).some(({ last }) => last), false);
});

const TYPED: readonly (readonly [typed: string, first: string])[] = [
  ["query ord", "Orders"],
  ["sql legacy", "Legacy shop"],
  ["prd server", "Warehouse"],
  ["refund", "Refund an order"],
  ["re ord", "Replay failed orders"],
  ["shst", "shop-staging"],
  ["222233", "data-production"],
  ["2222 3333", "data-production"],
  ["222233334444", "data-production"],
  ["0123 4567", "0123 4567 8901"],
  ["012345", "0123 4567 8901"],
  ["audit", "security-audit"],
  ["data prd", "data-production"],
  ["settings", "Settings"],
  ["quit", "Quit Kedge"],
  ["orders server", "Orders"],
  ["running", "Rotate access keys"],
  ["shop", "shop-staging"],
];
for (const [typed, first] of TYPED) {
  Deno.test(`foundEntries() has "${first}" first for "${typed}"`, async () => {
    assert.equal((await titles(typed))[0], first);
  });
}

Deno.test("foundEntries() makes one list without sections when something is typed", async () => {
  assert.ok((await entries("o")).every(({ section }) => section === null));
  assert.deepEqual(await titles("nothing like this"), []);
});

Deno.test("foundEntries() finds the lists of an account that the configuration does not name when their kind is typed", async () => {
  const found = account("777777777777", { name: "far-production", env: "prd", configured: false });
  const state = fullState({ accounts: [account("111111111111", { name: "near" }), found] });
  const ids = async (typed: string) => (await entries(typed, state)).map(({ id }) => id);
  for (
    const [typed, first] of [
      ["secrets far", "secrets:777777777777"],
      ["far data", "databases:777777777777"],
      ["serv prd", "services:777777777777"],
      ["secrets 7777", "secrets:777777777777"],
      ["secrets near", "secrets:111111111111"],
      ["clusters far", "services:777777777777"],
    ] as const
  ) assert.deepEqual((await ids(typed))[0], first, typed);
  assert.ok(!(await ids("far")).includes("secrets:777777777777"));
});

/** A typed word, and the kind of resource that it stands for. */
const KINDS_BY_WORD: readonly (readonly [typed: string, kind: string])[] = [
  ["ecs", "services"],
  ["rds", "databases"],
  ["cloudwatch", "log_groups"],
  ["logs", "log_groups"],
  ["groups", "log_groups"],
  ["secr", "secrets"],
  ["secrets", "secrets"],
  ["services", "services"],
  ["clusters", "services"],
  ["databases", "databases"],
];
for (const [typed, kind] of KINDS_BY_WORD) {
  Deno.test(`foundEntries() has the lists of every account first for "${typed}" alone`, async () => {
    const several = (configured: boolean, count: number) =>
      Array.from({ length: count }, (_, n) => account(String(100_000_000_000 + n), { configured }));
    for (const accounts of [several(false, 3), several(true, 60)]) {
      const ids = (await entries(typed, emptyState({ accounts }))).map(({ id }) => id);
      const lists = accounts.map(({ accountId }) => `${kind}:${accountId}`);
      assert.deepEqual(ids.filter((id) => lists.includes(id)), lists);
      // The entry "Find in all accounts" may come in addition.
      assert.ok(ids.length <= lists.length + 1, ids.join());
    }
  });
}

Deno.test("foundEntries() has no lists of accounts for fewer than three letters of their kind", async () => {
  const state = emptyState({ accounts: [account("111111111111", { configured: false })] });
  assert.equal((await entries("se", state)).some(({ kind }) => kind === "List"), false);
});

Deno.test("foundEntries() finds a running action by its label and by what its button says now", async () => {
  const state = busyState();
  for (const typed of ["deploy", "Deploying"]) {
    const [first] = await entries(typed, state);
    assert.deepEqual([first?.title, first?.detail], ["Deploy", "shop · Deploying"]);
  }
});

Deno.test("foundEntries() finds an action by the account that it is set to run in", async () => {
  const state = busyState();
  const set: AppState = {
    ...state,
    extensions: state.extensions.map((extension) => ({
      ...extension,
      actions: extension.actions.map((action) => ({ ...action, account: "210987654321" })),
    })),
  };
  for (const typed of ["staging roll", "2109 roll", "210987654321 roll", "stg roll"]) {
    assert.equal((await entries(typed, set))[0]?.id, "action:shop/rollback", typed);
  }
});

Deno.test("foundEntries() never runs an incompatible or changed action", async () => {
  const blocked = (await entries("")).filter((entry) => entry.blocked !== undefined);
  assert.deepEqual(blocked.map(({ title, command }) => [title, command?.name]), [
    ["Import price list", undefined],
    ["Look up a name", "reviewInstalled"],
  ]);
});

Deno.test("foundEntries() marks the letters that were typed", async () => {
  const [first] = await entries("re ord");
  const marked = first!.matches.map((place) => first!.title[place]).join("");
  assert.equal(marked, "Reord");
});

const names = ["shop", "data", "billing", "search"], stages = ["production", "staging", "development"];
const accountsOf = (length: number) =>
  Array.from({ length }, (_, n) =>
    account(String(100_000_000_000 + 7919 * n), {
      name: `${names[n % 4]}-${stages[n % 3]}-${n}`,
      env: ["prd", "stg", "dev"][n % 3]!,
    }));

const many = accountsOf(20_000);

Deno.test("foundEntries() takes time in line with the accounts there are, with every letter that is typed", () =>
  growsInLine(
    20_000,
    (count) => testStore(fullState({ accounts: accountsOf(count), usage })),
    async (store) => {
      for (const typed of ["s", "shp", "shop prod 19", "1000 00", "zzzz", ""]) {
        await all(foundEntries(store, typed), 60);
      }
    },
  ));

Deno.test("foundEntries() tells how many there are and makes only the rows that are asked for", async () => {
  const source = foundEntries(
    testStore(fullState({ accounts: many, extensions: [], runs: [] })),
    "shop prod",
  );
  const read = await source.read(0, 60, signal);
  assert.ok(read.ok);
  assert.deepEqual([read.rows.length, read.total], [
    60,
    many.filter(({ name }) => name?.startsWith("shop-prod")).length,
  ]);
});

/** A change of the state, and whether the list reports a change. */
const CHANGES: readonly (readonly [what: string, change: (state: AppState) => AppState, heard: boolean])[] = [
  ["a run's progress", (state) => ({
    ...state,
    runs: state.runs.map((run) => ({
      ...run,
      progress: { title: "", label: "", fraction: 0.5, cancelable: false },
    })),
  }), false],
  ["a window", (state) => ({ ...state, windows: [] }), false],
  ["a server's test", (state) => ({
    ...state,
    serverTests: state.config.value.servers.map((of) => ({ of, test: { status: "running", since: 1 } })),
  }), false],
  ["what a run's button says", (state) => ({
    ...state,
    runs: state.runs.map((run) => ({ ...run, button: { label: "Now", takesClicks: false } })),
  }), true],
  ["an account", (state) => ({ ...state, accounts: state.accounts.slice(1) }), true],
  ["what is used", (state) => ({ ...state, usage: {} }), true],
];
for (const [what, change, heard] of CHANGES) {
  Deno.test(`foundEntries() ${heard ? "tells" : "does not tell"} that ${what} has changed`, async () => {
    const store = testStore(fullState({ usage }));
    const source = foundEntries(store, "");
    await all(source);
    let told = 0;
    const stop = source.subscribe(() => told++);
    store.update(change);
    stop();
    store.update((state) => ({ ...state, accounts: [] }));
    assert.equal(told, heard ? 1 : 0);
  });
}

Deno.test("foundEntries() reads what there is now", async () => {
  const store = testStore(fullState());
  const source = foundEntries(store, "shop");
  await all(source);
  store.update((state) => ({ ...state, accounts: [account("1", { name: "shopping" })] }));
  const found = (await all<FoundEntry>(source)).filter(({ kind }) => kind === "Account");
  assert.deepEqual(found.map(({ title }) => title), ["shopping"]);
});

const ACCOUNTS: readonly (readonly [typed: string, names: (string | undefined)[]])[] = [
  ["shst", ["shop-staging"]],
  ["audit", ["security-audit"]],
  ["0123", [undefined]],
  ["prd data", ["data-production"]],
  ["zzz", []],
];
for (const [typed, names] of ACCOUNTS) {
  Deno.test(`foundAccounts() finds ${names.join() || "nothing"} for "${typed}"`, async () => {
    const found = await all(foundAccounts(testStore(fullState()), typed));
    assert.deepEqual(found.map(({ name }) => name), names);
  });
}

Deno.test("foundAccounts() gives all in their order while nothing is typed", async () => {
  const state = fullState();
  const found = await all(foundAccounts(testStore(state), ""));
  assert.deepEqual(found.map(({ accountId }) => accountId), state.accounts.map(({ accountId }) => accountId));
});

Deno.test("fittingIds() names what fits, but no accounts", async () => {
  const ids = await all(fittingIds(testStore(fullState()), "order"));
  assert.ok(ids.includes("action:orders/refund") && ids.includes("server:Orders"));
  assert.ok(ids.every((id) => !id.startsWith("account:")));
});

Deno.test("foundEntries() finds a setting by its name and by what it is about", async () => {
  for (const typed of ["start at login", "launchAtStartup", "settings log in"]) {
    const [row] = await entries(typed);
    assert.deepEqual([row?.title, row?.command], [
      "Start at login",
      { name: "openWindow", page: "settings", params: { field: "launchAtStartup" } },
    ]);
  }
});

/** A state, and the first titles of its list while nothing is typed. */
const BEGINNINGS: readonly (readonly [name: string, state: AppState, first: readonly string[]])[] = [
  ["nothing at all", emptyState(), [
    "Set up sign-in",
    "Add a server",
    "Look at the sample extension",
    "Open Kedge",
    "Accounts",
    "Settings",
  ]],
  ["a portal", emptyState({ signIn: { status: "signed-out" } }), [
    "Sign in",
    "Add a server",
    "Look at the sample extension",
    "Open Kedge",
    "Accounts",
    "Settings",
  ]],
  ["AWS files of others", emptyState({ inAwsFiles: "3 accounts" }), [
    "Set up sign-in",
    "Add a server",
    "Look at the sample extension",
    "Open Kedge",
    "Accounts",
    "Import from ~/.aws/config",
  ]],
];
for (const [name, state, first] of BEGINNINGS) {
  Deno.test(`foundEntries() begins with what can be begun where there is ${name}`, async () => {
    const list = await all(foundEntries(testStore(state), ""));
    assert.deepEqual(list.slice(0, 6).map(({ title }) => title), first);
    assert.equal(
      list.find(({ title }) => title.startsWith("Import from"))?.detail,
      state.inAwsFiles ? "3 accounts, into config.json" : undefined,
    );
  });
}

Deno.test("foundEntries() finds the sign-in before the sign-out", async () => {
  const state = emptyState({ signIn: { status: "signed-in", detail: "portal" } });
  const titles = async (typed: string) => (await entries(typed, state)).map(({ title }) => title);
  assert.deepEqual((await titles("sign")).slice(0, 1), ["Sign in again"]);
  assert.deepEqual(await titles("sign out"), ["Sign out"]);
});

Deno.test("foundEntries() adds a server, once, whether there is one or not", async () => {
  for (const state of [emptyState(), fullState()]) {
    const added = (await entries("add server", state)).filter(({ title }) => title === "Add a server");
    assert.deepEqual(added.map(({ command }) => command), [{ name: "openWindow", page: "server" }]);
  }
});

Deno.test("foundEntries() looks in all accounts only where there are accounts", async () => {
  const found = async (state: AppState) =>
    (await all(foundEntries(testStore(state), "find in all"))).some(({ title }) =>
      title === "Find in all accounts"
    );
  assert.equal(await found(emptyState()), false);
  assert.equal(await found(emptyState({ accounts: [account("111122223333")] })), true);
});

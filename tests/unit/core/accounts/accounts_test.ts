import assert from "node:assert/strict";
import {
  accountDocument,
  type Accounts,
  createAccounts,
  type FoundAccount,
  type NameMemory,
} from "../../../../src/core/accounts/mod.ts";
import type { Account, EnvRule } from "../../../../src/core/config/config.ts";
import type { Diagnostic } from "../../../../src/core/diagnostic.ts";
import type { AccountState } from "../../../../src/core/state/state.ts";
import { unexpected, until } from "../app/fixtures.ts";
import { configured, labeller, rule, source, type TestSource } from "./fixtures.ts";

const A = "111111111111", B = "222222222222", C = "333333333333", D = "444444444444";
const RULES = [rule("prd", "-prod"), rule("dev", "-dev")];

function setup(sources: readonly TestSource[] = [], names?: NameMemory) {
  const shown: (readonly AccountState[])[] = [];
  const rulesOff: (readonly Diagnostic[])[] = [];
  const rules = labeller();
  const accounts: Accounts = createAccounts({
    sources,
    labeller: rules,
    ...(names ? { names } : {}),
    onChange: (list) => shown.push(list),
    onRules: (diagnostics) => rulesOff.push(diagnostics),
    onError: unexpected,
  });
  return { accounts, shown, rulesOff, rules, list: () => shown.at(-1) ?? [] };
}

interface Case {
  readonly what: string;
  readonly accounts?: readonly Account[];
  readonly rules?: readonly EnvRule[];
  readonly portal?: readonly FoundAccount[];
  readonly profiles?: readonly FoundAccount[];
  readonly names?: NameMemory;
  readonly expected: readonly Partial<AccountState>[];
}

const CASES: readonly Case[] = [
  {
    what: "production in a name where no rule says the environment, told as a guess",
    portal: [{ id: A, name: "shop-production" }, { id: B, name: "shop" }],
    rules: [],
    expected: [{ accountId: A, env: "prd", envGuessed: true }, { accountId: B, env: null }],
  },
  {
    what: "what a rule says before what the name lets guess",
    portal: [{ id: A, name: "dev-production" }],
    rules: [rule("dev", "dev-")],
    expected: [{ accountId: A, env: "dev" }],
  },
  {
    what: "what the configuration says before what the name lets guess",
    accounts: [configured(A, { env: "sandbox" })],
    portal: [{ id: A, name: "shop-production" }],
    expected: [{ accountId: A, env: "sandbox" }],
  },
  {
    what: "a configured account with all that the file says",
    accounts: [configured(A, { env: "stg", secrets: [{ label: "db", id: "x" }] })],
    expected: [{
      accountId: A,
      env: "stg",
      region: "eu-west-1",
      secrets: [{ label: "db", id: "x" }],
      ecsClusters: [],
      configured: true,
      roles: [],
      sources: ["config"],
    }],
  },
  {
    what: "an account that only a source has, without a region",
    portal: [{ id: A, name: "shop-prod", email: "a@b.c", roles: ["Admin"] }],
    expected: [{
      accountId: A,
      name: "shop-prod",
      email: "a@b.c",
      env: "prd",
      secrets: [],
      ecsClusters: [],
      configured: false,
      roles: ["Admin"],
      sources: ["portal"],
    }],
  },
  {
    what: "one entry for an account that several places give, the file's region and the first one's name",
    accounts: [configured(A)],
    portal: [{ id: A, name: "shop-prod", region: "us-east-1", roles: ["Admin", "Read"] }],
    profiles: [{ id: A, name: "mine", email: "a@b.c", roles: ["Read", "Deploy"] }],
    expected: [{
      accountId: A,
      name: "shop-prod",
      email: "a@b.c",
      env: "prd",
      region: "eu-west-1",
      secrets: [],
      ecsClusters: [],
      configured: true,
      roles: ["Admin", "Read", "Deploy"],
      sources: ["config", "portal", "profiles"],
    }],
  },
  {
    what: "the file's environment before that of the rules",
    accounts: [configured(A, { env: "qa" })],
    portal: [{ id: A, name: "shop-prod" }],
    expected: [{ accountId: A, env: "qa" }],
  },
  {
    what: "the environment of the rules when the file gives none",
    accounts: [configured(A)],
    portal: [{ id: A, name: "shop-dev" }],
    expected: [{ accountId: A, env: "dev" }],
  },
  {
    what: "no environment when no rule fits",
    portal: [{ id: A, name: "sandbox" }],
    expected: [{ accountId: A, env: null }],
  },
  {
    what: "the region of the first source that has one",
    portal: [{ id: A }],
    profiles: [{ id: A, region: "us-west-2" }],
    expected: [{ accountId: A, region: "us-west-2" }],
  },
  {
    what: "the name that a source once gave, and the label that follows from it",
    accounts: [configured(A)],
    names: new Map([[A, { name: "old-prod", email: "o@b.c" }], [B, { name: "gone" }]]),
    expected: [{ accountId: A, name: "old-prod", email: "o@b.c", env: "prd", sources: ["config"] }],
  },
  {
    what: "today's name before the one that is remembered",
    portal: [{ id: A, name: "new-dev" }],
    names: new Map([[A, { name: "old-prod", email: "o@b.c" }]]),
    expected: [{ accountId: A, name: "new-dev", email: "o@b.c", env: "dev" }],
  },
  {
    what: "the name that the portal once gave before that of a profile",
    profiles: [{ id: A, name: "mine" }],
    names: new Map([[A, { name: "old-prod", email: "o@b.c" }]]),
    expected: [{ accountId: A, name: "old-prod", email: "o@b.c", env: "prd" }],
  },
  {
    what: "configured ones first, then by environment, then by name, nameless ones last",
    accounts: [configured(C), configured(B, { env: "prd" })],
    portal: [
      { id: A, name: "z-dev" },
      { id: D, name: "A-dev" },
      { id: "666666666666" },
      { id: "555555555555", name: "shop-prod" },
    ],
    expected: [
      { accountId: B },
      { accountId: C },
      { accountId: "555555555555" },
      { accountId: D },
      { accountId: A },
      { accountId: "666666666666" },
    ],
  },
  {
    what: "names by the numbers in them",
    portal: [{ id: A, name: "shop-10-prod" }, { id: B, name: "shop-2-prod" }],
    expected: [{ accountId: B }, { accountId: A }],
  },
  {
    what: "nameless ones in the order of the file",
    accounts: [configured(C), configured(A), configured(B)],
    expected: [{ accountId: C }, { accountId: A }, { accountId: B }],
  },
];
for (const { what, expected, ...given } of CASES) {
  Deno.test(`createAccounts() lists ${what}`, async () => {
    const { accounts, list } = setup(
      [source("portal", given.portal), source("profiles", given.profiles)],
      given.names,
    );
    await accounts.configure(given.accounts ?? [], given.rules ?? RULES);
    assert.equal(list().length, expected.length);
    for (const [at, wanted] of expected.entries()) {
      const { [at]: shown } = list();
      const keys = Object.keys(wanted) as (keyof AccountState)[];
      const whole = keys.length > 5 ? shown : Object.fromEntries(keys.map((key) => [key, shown![key]]));
      assert.deepEqual(whole, wanted);
    }
    accounts.close();
  });
}

Deno.test("configure() keeps unchanged objects, and calls no listener when nothing has changed", async () => {
  const portal = source("portal", [{ id: B, name: "shop-prod" }, { id: C, name: "blog-dev" }]);
  const { accounts, shown, list } = setup([portal]);
  await accounts.configure([configured(A)], RULES);
  const [a, b, c] = list();
  await accounts.configure([configured(A)], [...RULES]);
  assert.equal(shown.length, 1);
  portal.give([{ id: B, name: "shop-prod" }, { id: C, name: "blog-dev", roles: ["Admin"] }]);
  await accounts.settled();
  assert.deepEqual([shown.length, list()[0] === a, list()[1] === b, list()[2] === c], [2, true, true, false]);
  accounts.close();
});

Deno.test("createAccounts() follows accounts that come, go and change places", async () => {
  const [a, b, c] = [A, B, C].map((id) => ({ id, name: `n${id}` }));
  const portal = source("portal", [a!, b!]);
  const { accounts, list } = setup([portal]);
  await accounts.configure([configured(D)], RULES);
  const lists = [[b!, a!], [c!, b!, a!], [a!], [], [a!, c!]];
  for (const given of lists) {
    portal.give(given);
    await accounts.settled();
    const expected = [D, ...given.map(({ id }) => id).sort()];
    assert.deepEqual(list().map(({ accountId }) => accountId), expected);
  }
  await accounts.configure([], RULES);
  assert.deepEqual(list().map(({ accountId }) => accountId), [A, C]);
  accounts.close();
});

Deno.test("configure() evaluates each name once for the same rules, and all of them for others", async () => {
  const portal = source("portal", [{ id: B, name: "shop-prod" }, { id: C, name: "shop-prod" }, { id: D }]);
  const { accounts, rules, list } = setup([portal]);
  await accounts.configure([], RULES);
  portal.give([...portal.accounts(), { id: A, name: "blog-dev" }]);
  await accounts.settled();
  await accounts.configure([configured(A)], RULES);
  assert.deepEqual(rules.asked, [["shop-prod"], ["blog-dev"]]);
  await accounts.configure([configured(A)], [rule("x", "-prod")]);
  assert.deepEqual(rules.asked.slice(2), [["blog-dev", "shop-prod"]]);
  assert.deepEqual(list().map(({ env }) => env), ["dev", "x", "x", null]);
  accounts.close();
});

Deno.test("configure() lets the newest rules win when labels come late", async () => {
  const gates: (() => void)[] = [];
  const shown: (readonly AccountState[])[] = [];
  const accounts = createAccounts({
    sources: [source("portal", [{ id: A, name: "n" }])],
    labeller: {
      label: ([only]) =>
        new Promise((resolve) =>
          gates.push(() => resolve({ labels: [{ env: only!.env, rule: 0 }], diagnostics: [] }))
        ),
    },
    onChange: (list) => shown.push(list),
    onError: () => {},
  });
  const first = accounts.configure([], [rule("old", "n")]);
  const second = accounts.configure([], [rule("new", "n")]);
  while (gates.length < 2) {
    gates[0]!();
    await Promise.resolve();
  }
  gates[1]!();
  await Promise.all([first, second]);
  assert.deepEqual(shown.map(([account]) => account!.env), ["new"]);
  accounts.close();
});

const slow: Diagnostic = { severity: "error", code: "rule-too-slow", path: ["envRules", 0], message: "" };
const lost: Diagnostic = { severity: "error", code: "rules-not-evaluated", path: ["envRules"], message: "" };

Deno.test("configure() tells which rules are off, and labels anew what they had decided", async () => {
  const portal = source("portal", [{ id: A, name: "shop-prod" }]);
  const { accounts, rules, rulesOff, list } = setup([portal]);
  await accounts.configure([], RULES);
  rules.diagnostics = [slow];
  portal.give([...portal.accounts(), { id: B, name: "aaa-prod" }]);
  await accounts.settled();
  assert.deepEqual(list().map(({ envGuessed }) => envGuessed), [true, true]);
  assert.deepEqual(rulesOff, [[slow]]);
  rules.diagnostics = [];
  await accounts.configure([], [...RULES]);
  assert.deepEqual(rulesOff, [[slow], []]);
  accounts.close();
});

Deno.test("configure() tries again with the next change when rules could not be evaluated", async () => {
  const portal = source("portal", [{ id: A, name: "shop-prod" }]);
  const { accounts, rules, list } = setup([portal]);
  rules.diagnostics = [lost];
  await accounts.configure([], RULES);
  assert.deepEqual(list().map(({ envGuessed }) => envGuessed), [true]);
  rules.diagnostics = [];
  await accounts.settled();
  assert.deepEqual(list().map(({ env, envGuessed }) => [env, envGuessed]), [["prd", undefined]]);
  accounts.close();
});

Deno.test("createAccounts() follows its sources by itself, and remembers what they call accounts", async () => {
  const names = new Map();
  const portal = source("portal");
  const { accounts, list } = setup([portal], names);
  await accounts.configure([configured(A)], RULES);
  portal.give([{ id: A, name: "shop-prod" }]);
  await until(() => list()[0]!.name === "shop-prod");
  portal.give([]);
  await accounts.settled();
  assert.deepEqual([list()[0]!.name, names.get(A)], ["shop-prod", { name: "shop-prod" }]);
  accounts.close();
  assert.equal(portal.listeners, 0);
});

// Each turn names the account in a profile and in the portal; last comes the listed name.
const RENAMED: readonly [string, (readonly [profile?: string, portal?: string])[], string][] = [
  ["keeps the portal's name when only a profile is left", [["mine", "shop-prod"], ["mine"]], "shop-prod"],
  ["keeps it when the profile comes later", [[, "shop-prod"], [], ["mine"]], "shop-prod"],
  ["takes the portal's name after a profile's", [["mine"], ["mine", "shop-prod"]], "shop-prod"],
  ["takes a new name from the same source", [["mine"], ["ours"]], "ours"],
  ["takes the portal's new name", [["mine", "shop-prod"], ["mine"], ["mine", "pay-prod"]], "pay-prod"],
];
for (const [does, turns, expected] of RENAMED) {
  Deno.test(`createAccounts() ${does}`, async () => {
    const portal = source("portal"), profiles = source("profiles");
    const { accounts, list } = setup([portal, profiles]);
    await accounts.configure([], RULES);
    const named = (name?: string) => name === undefined ? [] : [{ id: A, name }];
    for (const [profile, name] of turns) {
      profiles.give(named(profile));
      portal.give(named(name).map((one) => ({ ...one, email: "a@b.c" })));
      await accounts.settled();
    }
    const [{ name, env } = {}] = list();
    assert.deepEqual([name, env], [expected, expected.endsWith("-prod") ? "prd" : null]);
    accounts.close();
  });
}

Deno.test("refresh() asks every source and says what failed when all are done", async () => {
  const asked: string[] = [];
  const portal = source("portal", [], {
    refresh: () => Promise.reject(new Error("signed out")),
  });
  const profiles = source("profiles", [], {
    refresh() {
      asked.push("profiles");
      profiles.give([{ id: A, name: "mine" }]);
      return Promise.resolve();
    },
  });
  const { accounts, list } = setup([portal, profiles]);
  await assert.rejects(accounts.refresh(new AbortController().signal), /signed out/);
  assert.deepEqual([asked, list().map(({ name }) => name)], [["profiles"], ["mine"]]);
  accounts.close();
});

const ROLES: readonly [account: string, roles: string[], asked: string[]][] = [
  [A, ["Admin", "Read", "Deploy"], [A]],
  [B, ["Deploy"], []],
  [C, [], []],
];
for (const [account, expected, askedFor] of ROLES) {
  Deno.test(`roles() of ${account} are [${expected}], requested only from sources that have it`, async () => {
    const asked: string[] = [];
    const portal = source("portal", [{ id: A }], {
      roles: (account) => Promise.resolve((asked.push(account), ["Admin", "Read"])),
    });
    const profiles = source("profiles", [{ id: A, roles: ["Read", "Deploy"] }, { id: B, roles: ["Deploy"] }]);
    const { accounts } = setup([portal, profiles]);
    await accounts.configure([configured(C)], []);
    assert.deepEqual(await accounts.roles(account, new AbortController().signal), expected);
    assert.deepEqual(asked, askedFor);
    accounts.close();
  });
}

// The accounts that the portal lists on request (null: it cannot list), and the resulting roles.
const UNLISTED: readonly [string, FoundAccount[] | null, string[]][] = [
  ["lists the account first where nothing is listed yet, as right after a sign-in", [{ id: A }], ["Admin"]],
  ["are none where the list has no such account", [{ id: B }], []],
  ["are none where the accounts cannot be listed", null, []],
];
for (const [does, listed, expected] of UNLISTED) {
  Deno.test(`roles() ${does}`, async () => {
    const portal: TestSource = source("portal", [], {
      roles: () => Promise.resolve(["Admin"]),
      refresh: () => listed ? Promise.resolve(portal.give(listed)) : Promise.reject(new Error("signed out")),
    });
    const { accounts } = setup([portal]);
    await accounts.configure([configured(A)], []);
    assert.deepEqual(await accounts.roles(A, new AbortController().signal), expected);
    accounts.close();
  });
}

Deno.test("accountDocument() has what the command line promises and nothing else", async () => {
  const found = [{ id: B, name: "shop-prod", email: "a@b.c" }, { id: C, name: "pay production" }];
  const { accounts, list } = setup([source("portal", found)]);
  await accounts.configure([configured(A)], RULES);
  assert.deepEqual(list().map(accountDocument), [
    { accountId: A, env: null, region: "eu-west-1", configured: true, roles: [] },
    // `env` comes from the rules alone: a script must not rely on a guessed label.
    { accountId: C, name: "pay production", env: null, configured: false, roles: [] },
    { accountId: B, name: "shop-prod", email: "a@b.c", env: "prd", configured: false, roles: [] },
  ]);
  accounts.close();
});

import { deepEqual, equal } from "node:assert/strict";
import { accountList, type AccountListRow } from "../../../../src/core/find/account_list.ts";
import type { AccountState, AppState } from "../../../../src/core/state/state.ts";
import { account, emptyState } from "../../../support/pages/state.ts";
import { testStore } from "../../../support/pages/store.ts";
import { kedge } from "../../../../src/core/find/kinds/kedge.ts";
import { ranked } from "../../../../src/core/find/rank.ts";
import { rowsOf } from "../../../support/pages/resources.ts";

const found = (id: string, name: string, env: string | null): AccountState =>
  account(id, { name, env, email: `aws+${name}@example.com`, configured: false });

const FOUND = [
  found("222222222222", "b", "prd"),
  found("333333333333", "c", "dev"),
  found("444444444444", "d", null),
];
const PINNED = [account("111111111111", { name: "a", env: "stg" })];

/** Returns the list in words: headings in brackets, an own environment behind a slash. */
async function words(accounts: readonly AccountState[], typed = ""): Promise<string> {
  return (await rowsOf(accountList(testStore(emptyState({ accounts })), typed))).map(shown).join(" ");
}

function shown(row: AccountListRow): string {
  if ("accountId" in row) return `${row.name}${row.under ? "" : `/${row.env}`}`;
  return `[${row.pinned ? "pinned" : row.heading} ${row.count}]`;
}

const LISTS: [name: string, accounts: readonly AccountState[], typed: string, words: string][] = [
  [
    "pinned first, then by environment",
    [...PINNED, ...FOUND],
    "",
    "[pinned 1] a/stg [prd 1] b [dev 1] c [null 1] d",
  ],
  ["environments alone where all are pinned", PINNED, "", "[stg 1] a"],
  ["no headings while something is typed", [...PINNED, ...FOUND], "aws+c@", "c/dev"],
  ["a number without spaces", [...PINNED, ...FOUND], "2222", "b/prd"],
  ["a number with spaces", [...PINNED, ...FOUND], "3333 3333", "c/dev"],
  ["an email", [...PINNED, ...FOUND], "aws+d@", "d/null"],
  ["an environment", [...PINNED, ...FOUND], "prd", "b/prd"],
  ["nothing", [], "", ""],
];
for (const [name, accounts, typed, expected] of LISTS) {
  Deno.test(`accountList() gives ${name}`, async () => equal(await words(accounts, typed), expected));
}

Deno.test("accountList() reads a part of 5,000 accounts", async () => {
  const many = Array.from(
    { length: 5000 },
    (_, n) => found(String(100_000_000_000 + n), `team-${n}`, n % 2 ? "prd" : "dev"),
  );
  const store = testStore(emptyState({ accounts: many.sort((a, b) => a.env! < b.env! ? 1 : -1) }));
  const signal = new AbortController().signal;
  const read = async (typed: string) => {
    const source = accountList(store, typed);
    await source.read(0, 60, signal);
    return await source.read(2000, 60, signal);
  };
  const rows = await read("");
  equal(rows.ok && rows.total, 5002);
  equal(rows.ok && rows.rows.length, 60);
  const typed = await read("team-4999");
  equal(typed.ok && typed.total! < 50, true);
});

/** The state of the switch for agents, and the entries that the palette has for it. */

const { gate } = emptyState();
const GATES: readonly (readonly [what: string, gate: AppState["gate"], agents: readonly string[]])[] = [
  ["agents are not let in", { ...gate, on: false, stopped: false }, ["Agents"]],
  ["agents are let in", { ...gate, on: true, stopped: false }, [
    "Stop all agents",
    "Agents",
    "Let no agents in",
  ]],
  ["agents are stopped", { ...gate, on: true, stopped: true }, [
    "Let agents on again",
    "Agents",
    "Let no agents in",
  ]],
];

const { items, title, entry } = kedge;

for (const [what, gate, agents] of GATES) {
  const all = items(emptyState({ gate })).map((one) => ({ title: title(one), ...entry(one) }));

  Deno.test(`the palette has ${agents.join(", ")} when ${what}`, () => {
    deepEqual(all.flatMap(({ title }) => /agents/i.test(title) ? [title] : []), agents);
  });

  Deno.test(`Enter says that it opens where it opens something, and admits no agents, when ${what}`, () => {
    for (const { title, verb, command } of all) {
      equal(verb === "Open", /^open/.test(command!.name), `${title}: ${verb}`);
      equal("on" in command! && command.on === true, false, title);
    }
  });
}

for (
  const status of [
    "unconfigured",
    "checking",
    "environment",
    "signed-in",
    "expired",
    "revoked",
    "signed-out",
  ] as const
) {
  Deno.test(`no two entries of Kedge itself have one id while the sign-in is ${status}`, () => {
    const ids = items(emptyState({ signIn: { status }, accounts: PINNED })).map(kedge.id);
    deepEqual(ids, [...new Set(ids)]);
  });
}

/** Words typed to find a window of Kedge, the state, and the first entry that is found. */
const WINDOWS:
  readonly (readonly [typed: string, parts: Parameters<typeof emptyState>[0], first: string | null])[] = [
    ["extensions", {}, "Extensions"],
    ["install", {}, "Install extension"],
    ["tunnels", { accounts: PINNED }, "Tunnels"],
    ["tunnels", {}, null],
    ["import servers", {}, "Import…"],
    ["import dbeaver", {}, "Import…"],
    ["home", {}, "Open Kedge"],
    ["history", {}, "Open Kedge"],
    ["preferences", {}, "Settings"],
    ["options", {}, "Settings"],
    ["scripts", {}, "Extensions"],
    ["changelog", {}, "What's new"],
    ["help", {}, "Guide"],
    ["documentation", {}, "Guide"],
    ["keyboard shortcuts", {}, "Guide"],
    ["exit", {}, "Quit Kedge"],
    ["bastion", { accounts: PINNED }, "Tunnels"],
    ["add database", {}, "Add a server"],
    ["mcp", {}, "Agents"],
    ["shell", {}, "Accounts"],
    ["reload", { signIn: { status: "signed-in" } }, "Refresh accounts"],
    ["log in", { signIn: { status: "signed-out" } }, "Sign in"],
    ["log out", { signIn: { status: "signed-in" } }, "Sign out"],
  ];

for (const [typed, parts, first] of WINDOWS) {
  Deno.test(`“${typed}” finds ${first ?? "nothing"} among the windows of Kedge`, () => {
    const [best] = ranked([{ kind: kedge, items: items(emptyState(parts)) }], typed, {});
    equal(best ? title(best.item) : null, first);
  });
}

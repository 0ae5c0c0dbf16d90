import { deepEqual, match } from "node:assert/strict";
import type { AccountDocument } from "../../../../src/core/accounts/mod.ts";
import { askAccount } from "../../../../src/cli/run/account.ts";

const never = new AbortController().signal;
const account = (accountId: string, parts: Partial<AccountDocument> = {}): AccountDocument => ({
  accountId,
  env: null,
  configured: false,
  roles: [],
  ...parts,
});
const [SHOP, STAGE, BOX] = ["111111111111", "222222222222", "333333333333"] as const;
const ALL = [
  account(SHOP, { name: "shop-production", env: "prd", region: "eu-west-1" }),
  account(STAGE, { name: "shop-staging", env: "stg", email: "ops@example.com" }),
  account(BOX),
];
const ROLES: Readonly<Record<string, readonly string[]>> = { [SHOP]: ["Reader", "Admin"] };

async function ask(typed: readonly string[], parts: object = {}, all: readonly AccountDocument[] = ALL) {
  const left = [...typed], said: string[] = [];
  const answer = await askAccount(
    { extensionName: "Shop", actionLabel: "Deploy", roles: [], ...parts },
    {
      accounts: () => Promise.resolve(all),
      roles: (account) => Promise.resolve(ROLES[account] ?? []),
    },
    {
      line: (question) => Promise.resolve((said.push(question), left.shift() ?? null)),
      say: (text) => said.push(text),
    },
    never,
  );
  return { answer, said: said.join("\n") };
}

const in_ = (account: string, role: string, region: string, remember = false) => ({
  account,
  role,
  region,
  remember,
});
const ANSWERS: readonly [what: string, typed: string[], parts: object, answer: unknown][] = [
  [
    "a number, and Enter for the role used last and the usual region",
    ["1", "", "", ""],
    {},
    in_(SHOP, "Reader", "eu-west-1"),
  ],
  [
    "a part of a name, a role by its number",
    ["prod", "2", "eu-central-1", "y"],
    {},
    in_(SHOP, "Admin", "eu-central-1", true),
  ],
  ["an environment", ["stg", "", "eu-1", ""], {}, in_(STAGE, "", "eu-1")],
  ["Enter for the account's own region, whatever is usual", ["1", "", "", ""], {
    usualRegion: "eu-3",
  }, in_(SHOP, "Reader", "eu-west-1")],
  ["Enter for the usual region where the account has none", ["2", "", "", ""], {
    usualRegion: "eu-3",
  }, in_(STAGE, "", "eu-3")],
  ["an email", ["ops@", "Own", "eu-1", ""], {}, in_(STAGE, "Own", "eu-1")],
  [
    "12 digits that nobody knows",
    ["444444444444", "R", "eu-1", "yes"],
    {},
    in_("444444444444", "R", "eu-1", true),
  ],
  ["what fits several, then a number of those", ["shop", "2", "", "eu-1", ""], {}, in_(STAGE, "", "eu-1")],
  ["what fits none, then a number", ["xyzzy", "3", "R", "eu-1", ""], {}, in_(BOX, "R", "eu-1")],
  ["only the role, one of those that a run offers", ["", "", ""], {
    account: SHOP,
    roles: ["Admin", "Reader"],
  }, in_(SHOP, "Reader", "eu-west-1")],
  ["nothing at all", [], {}, null],
  ["nothing for the role", ["1"], {}, null],
];
for (const [what, typed, parts, expected] of ANSWERS) {
  Deno.test(`askAccount() takes ${what}`, async () => {
    deepEqual((await ask(typed, parts)).answer, expected);
  });
}

Deno.test("askAccount() shows environment, name and number, and how many more there are", async () => {
  const many = Array.from(
    { length: 25 },
    (_, i) => account(String(100_000_000_000 + i), { name: `team-${i}` }),
  );
  const { said } = await ask(["1"], {}, [...ALL, ...many]);
  match(
    said,
    /^ +1\) \[prd\] shop-production 1111 1111 1111\n +2\) \[stg\] shop-staging 2222 2222 2222\n +3\) 3333/,
  );
  match(said, /\n +20\) .*\n {2}and 8 more: type a part of a name\n/);
});

Deno.test("askAccount() asks for the number where nothing is known", async () => {
  const { said } = await ask([SHOP, "", "eu-1", ""], {}, []);
  match(said, /^Account id: $/m);
});

Deno.test("askAccount() shows the email of an account without a name, by which it is found", async () => {
  const legacy = account("444444444444", { email: "aws+legacy@example.com" });
  const { said, answer } = await ask(["legacy", "", "eu-1", ""], {}, [...ALL, legacy]);
  match(said, /^ +4\) 4444 4444 4444 aws\+legacy@example\.com$/m);
  match(said, /^ +2\) \[stg\] shop-staging 2222 2222 2222$/m);
  deepEqual(answer, in_("444444444444", "", "eu-1"));
});

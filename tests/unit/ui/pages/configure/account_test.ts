import assert from "node:assert/strict";
import type { AccountContext } from "../../../../../src/core/accounts/context.ts";
import { decideContext } from "../../../../../src/core/actions/context/context.ts";
import { choiceOf, usualParts } from "../../../../../src/ui/pages/configure/account.tsx";

const A = "111111111111", B = "222222222222";
const THEIRS = { account: A, role: "ReadOnly", region: "there" };
const SAVED = { account: A, role: "Chosen", region: "chosen" };
/** The region that is set for each account itself. */
const OF_A = { region: "of-a" }, OF_B = { region: "of-b" };

const USUAL: readonly (readonly [
  what: string,
  from: { readonly declared?: Partial<AccountContext>; readonly saved?: Partial<AccountContext> },
  account: string,
  usual: Partial<AccountContext>,
])[] = [
  ["nothing is declared", {}, B, OF_B],
  ["the declared account stands", { declared: THEIRS }, "", { role: "ReadOnly", region: "there" }],
  ["only an account is declared", { declared: { account: A } }, "", OF_A],
  ["the user chose another account than the declared one", { declared: THEIRS }, B, OF_B],
  ["the user named the declared account", { declared: THEIRS }, A, OF_A],
  ["role and region are declared for any account", { declared: { role: "ReadOnly", region: "there" } }, B, {
    role: "ReadOnly",
    region: "there",
  }],
  ["a role is declared for any account", { declared: { role: "ReadOnly" } }, B, {
    role: "ReadOnly",
    ...OF_B,
  }],
  ["an answer is saved and nothing is declared", { saved: SAVED }, "", { role: "Chosen", region: "chosen" }],
  ["an answer is saved for the account that the user chose", { declared: THEIRS, saved: SAVED }, A, {
    role: "Chosen",
    region: "chosen",
  }],
  ["an answer is saved for another account than the user chose", { saved: SAVED }, B, OF_B],
  ["an answer is saved for the declared account", { declared: { account: A }, saved: SAVED }, "", {
    role: "Chosen",
    region: "chosen",
  }],
  [
    "an answer is saved for what is not declared",
    { declared: { account: A, role: "ReadOnly" }, saved: SAVED },
    "",
    {
      role: "ReadOnly",
      region: "chosen",
    },
  ],
  [
    "an answer is saved for another account than the declared one",
    {
      declared: { account: B, role: "ReadOnly" },
      saved: SAVED,
    },
    "",
    { role: "ReadOnly", ...OF_B },
  ],
  [
    "an answer is saved and a role is declared for any account",
    {
      declared: { role: "ReadOnly" },
      saved: SAVED,
    },
    "",
    { role: "Chosen", region: "chosen" },
  ],
  ["an answer without a role is saved", { saved: { ...SAVED, role: "" } }, "", { region: "chosen" }],
];
for (const [what, from, account, usual] of USUAL) {
  Deno.test(`usualParts() returns what the run takes when ${what}`, () => {
    const choice = choiceOf({ account });
    const accounts = [{ accountId: A, ...OF_A }, { accountId: B, ...OF_B }];
    const named = accounts.map((one) => ({ ...one, name: "", env: null }));
    assert.deepEqual(usualParts(choice, from, named), { role: usual.role, region: usual.region });
    const decision = decideContext({
      mode: "inherit",
      ...from,
      override: choice,
      lastRole: () => "Last",
      accountRegion: (id) => accounts.find(({ accountId }) => accountId === id)?.region,
    });
    assert.ok(decision.kind === "decided");
    const { role, region } = decision.context;
    assert.deepEqual([role, region], [usual.role ?? "Last", usual.region]);
  });
}

Deno.test("usualParts() returns the declared role and no region when no account is known", () => {
  assert.deepEqual(usualParts(choiceOf(), { declared: { role: "ReadOnly" } }, []), {
    role: "ReadOnly",
    region: undefined,
  });
});

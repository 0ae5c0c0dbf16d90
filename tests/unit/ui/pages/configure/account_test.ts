import assert from "node:assert/strict";
import type { AccountContext } from "../../../../../src/core/accounts/context.ts";
import { decideContext } from "../../../../../src/core/actions/context/context.ts";
import { choiceOf, usualParts } from "../../../../../src/ui/pages/configure/account.tsx";

const A = "111111111111", B = "222222222222";

const USUAL: readonly (readonly [
  what: string,
  declared: Partial<AccountContext>,
  account: string,
  usual: Partial<AccountContext>,
])[] = [
  ["nothing is declared", {}, B, { region: "of-the-account" }],
  ["the declared account stands", { account: A, role: "ReadOnly", region: "there" }, "", {
    role: "ReadOnly",
    region: "there",
  }],
  [
    "the user chose another account than the declared one",
    { account: A, role: "ReadOnly", region: "there" },
    B,
    {
      region: "of-the-account",
    },
  ],
  ["the user named the declared account", { account: A, role: "ReadOnly", region: "there" }, A, {
    region: "of-the-account",
  }],
  ["role and region are declared for any account", { role: "ReadOnly", region: "there" }, B, {
    role: "ReadOnly",
    region: "there",
  }],
  ["a role is declared for any account", { role: "ReadOnly" }, B, {
    role: "ReadOnly",
    region: "of-the-account",
  }],
];
for (const [what, declared, account, usual] of USUAL) {
  Deno.test(`usualParts() returns what the run takes when ${what}`, () => {
    const choice = choiceOf({ account });
    const region = account === "" ? undefined : "of-the-account";
    assert.deepEqual(usualParts(choice, declared, region), {
      role: usual.role,
      region: usual.region,
    });
    const decision = decideContext({
      mode: "inherit",
      declared,
      override: choice,
      lastRole: () => "Last",
      accountRegion: () => region,
    });
    assert.ok(decision.kind === "decided");
    const { role, region: taken } = decision.context;
    assert.deepEqual([role, taken], [usual.role ?? "Last", usual.region]);
  });
}

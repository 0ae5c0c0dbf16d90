import assert from "node:assert/strict";
import { environmentInName } from "../../../../src/core/accounts/environments.ts";
import { guessedRules } from "../../../../src/core/accounts/guesses.ts";
import { account } from "../../../support/pages/state.ts";

/** Accounts as they are without a rule. */
function unruled(...names: string[]) {
  return names.map((name, at) => {
    const env = environmentInName(name);
    return account(String(at), { name, env, ...(env === null ? {} : { envGuessed: true as const }) });
  });
}

const NAMES = ["shop-production", "pay-production", "old-prod", "shop-staging", "audit", "non-production"];

Deno.test("guessedRules() has one rule for each guessed environment, the usual word first", () => {
  assert.deepEqual(
    guessedRules(unruled(...NAMES)).map(({ rule: _, ...shown }) => shown),
    [
      { env: "prd", words: ["production", "prod"], accounts: 3 },
      { env: "stg", words: ["staging"], accounts: 1 },
    ],
  );
});

Deno.test("guessedRules() makes rules that say of each name what was guessed of it", () => {
  const rules = guessedRules(unruled(...NAMES)).map(({ rule }) => rule);
  for (const name of [...NAMES, "reproduction", "products", "prod_2", "PROD-EU"]) {
    const ruled = rules.find(({ matchName }) => new RegExp(matchName, "i").test(name))?.env ?? null;
    assert.equal(ruled, environmentInName(name), name);
  }
});

Deno.test("guessedRules() offers nothing of what a rule or the configuration says", () => {
  assert.deepEqual(guessedRules([account("1", { name: "shop-production", env: "prd" }), account("2")]), []);
});

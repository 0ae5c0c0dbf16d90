import assert from "node:assert/strict";
import {
  compareEnvironments,
  environmentInName,
  isProduction,
  knownEnvironment,
} from "../../../../src/core/accounts/environments.ts";
import { guessedRules } from "../../../../src/core/accounts/guesses.ts";
import { account } from "../../../support/pages/state.ts";
import { accountNumber, accountTitle, isNameTyped } from "../../../../src/core/accounts/words.ts";

const KNOWN: readonly [label: string, known: string | null][] = [
  ["prd", "prd"],
  ["Production", "prd"],
  ["PROD", "prd"],
  ["product", null],
  ["staging", "stg"],
  ["stg", "stg"],
  ["development", "dev"],
  ["dev", "dev"],
  ["devops", null],
  ["", null],
];
for (const [label, known] of KNOWN) {
  Deno.test(`knownEnvironment() of "${label}" is ${known}`, () =>
    assert.equal(knownEnvironment(label), known));
  Deno.test(`isProduction() of "${label}" is ${known === "prd"}`, () => {
    assert.equal(isProduction(label), known === "prd");
  });
}

Deno.test("isProduction() of no environment is false", () => assert.equal(isProduction(null), false));

Deno.test("compareEnvironments() puts production first, others by name, and none last", () => {
  const sorted = ["dev", null, "qa10", "qa", "qa2", "staging", "prd", "Audit"].sort(compareEnvironments);
  assert.deepEqual(sorted, ["prd", "staging", "dev", "Audit", "qa", "qa2", "qa10", null]);
});

const NAMES: readonly (readonly [name: string, env: string | null])[] = [
  ["shop-production", "prd"],
  ["Orders PRD", "prd"],
  ["prod_db", "prd"],
  ["prod2-eu", "prd"],
  ["ShopProduction", "prd"],
  ["stg.orders", "stg"],
  ["shop-dev", "dev"],
  ["dev-tools-production", "prd"],
  ["shop-non-production", null],
  ["nonprod", null],
  ["shop-preprod", null],
  ["pre-prod", null],
  ["non-production-dev", "dev"],
  ["reproduction", null],
  ["devops", null],
  ["orders", null],
  ["", null],
];
for (const [name, env] of NAMES) {
  Deno.test(`environmentInName() of "${name}" is ${env}`, () => assert.equal(environmentInName(name), env));
}

/** Returns accounts whose environment is guessed from the name, without a rule. */
function unruled(...names: string[]) {
  return names.map((name, at) => {
    const env = environmentInName(name);
    return account(String(at), { name, env, ...(env === null ? {} : { envGuessed: true as const }) });
  });
}

const GUESSED = ["shop-production", "pay-production", "old-prod", "shop-staging", "audit", "non-production"];

Deno.test("guessedRules() has one rule for each guessed environment, the usual word first", () => {
  assert.deepEqual(
    guessedRules(unruled(...GUESSED)).map(({ rule: _, ...shown }) => shown),
    [
      { env: "prd", words: ["production", "prod"], accounts: 3 },
      { env: "stg", words: ["staging"], accounts: 1 },
    ],
  );
});

Deno.test("guessedRules() makes rules that say of each name what was guessed of it", () => {
  const rules = guessedRules(unruled(...GUESSED)).map(({ rule }) => rule);
  for (const name of [...GUESSED, "reproduction", "products", "prod_2", "PROD-EU"]) {
    const ruled = rules.find(({ matchName }) => new RegExp(matchName, "i").test(name))?.env ?? null;
    assert.equal(ruled, environmentInName(name), name);
  }
});

Deno.test("guessedRules() offers nothing of what a rule or the configuration says", () => {
  assert.deepEqual(guessedRules([account("1", { name: "shop-production", env: "prd" }), account("2")]), []);
});

const WORDS: readonly [what: string, got: string | boolean, expected: string | boolean][] = [
  ["accountNumber() groups in fours", accountNumber("012345678901"), "0123 4567 8901"],
  ["accountNumber() leaves what is no number of an account", accountNumber("12345"), "12345"],
  ["isNameTyped() takes the name", isNameTyped("shop", "shop"), true],
  ["isNameTyped() tells letters apart", isNameTyped("Shop", "shop"), false],
  ["isNameTyped() takes a number as it is shown", isNameTyped("1234 5678 9012", "1234 5678 9012"), true],
  ["isNameTyped() takes a number without spaces", isNameTyped("123456789012", "1234 5678 9012"), true],
  ["isNameTyped() refuses another number", isNameTyped("123456789013", "1234 5678 9012"), false],
  ["isNameTyped() refuses nothing", isNameTyped("", "1234 5678 9012"), false],
  ["isNameTyped() refuses where nothing was sent", isNameTyped(undefined, "shop"), false],
  ["accountTitle() says names before numbers", accountTitle("123456789012", "shop"), "shop · 1234 5678 9012"],
  ["accountTitle() without a name is the number", accountTitle("123456789012"), "1234 5678 9012"],
  ["accountTitle() of an empty name is the number", accountTitle("123456789012", ""), "1234 5678 9012"],
];
for (const [what, got, expected] of WORDS) Deno.test(what, () => assert.equal(got, expected));

import assert from "node:assert/strict";
import {
  compareEnvironments,
  environmentInName,
  isProduction,
  knownEnvironment,
} from "../../../../src/core/accounts/environments.ts";

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

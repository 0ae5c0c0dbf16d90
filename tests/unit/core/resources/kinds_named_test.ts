import { equal } from "node:assert/strict";
import { kindOfResource } from "../../../../src/core/resources/kinds/mod.ts";
import { textWithin, textWithinAll } from "../../../../src/core/resources/kinds/named.ts";

const WITHIN: readonly (readonly [kind: string, typed: string, text: string])[] = [
  ["secrets", "secrets stripe", "stripe"],
  ["secrets", "sec  shop stripe ", "shop stripe"],
  ["secrets", "Secret Stripe", "Stripe"],
  ["log_groups", "logs lambda", "lambda"],
  ["databases", "database orders", "orders"],
  ["services", "logs lambda", "logs lambda"],
  ["secrets", "secrets", "secrets"],
  ["secrets", "se stripe", "se stripe"],
  ["secrets", "stripe secrets", "stripe secrets"],
  ["secrets", "secretsanta db", "secretsanta db"],
  ["secrets", "", ""],
];
for (const [kind, typed, text] of WITHIN) {
  Deno.test(`textWithin() looks for “${text}” among ${kind} when “${typed}” was typed`, () => {
    equal(textWithin(kindOfResource(kind)!, typed), text);
  });
}

for (
  const [typed, text] of [["logs lambda", "lambda"], ["web orders", "web orders"], [
    "secrets",
    "secrets",
  ]] as const
) {
  Deno.test(`textWithinAll() finds at least “${text}” when “${typed}” was typed`, () => {
    equal(textWithinAll(typed), text);
  });
}

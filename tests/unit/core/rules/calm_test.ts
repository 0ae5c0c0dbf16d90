import { deepEqual, equal } from "node:assert/strict";
import { decideCalm } from "../../../../src/core/rules/calm.ts";

/** An expression, and whether it is decided here. */
const PATTERNS: readonly (readonly [pattern: string, calm: boolean, flags?: string])[] = [
  ["prod", true],
  ["\\bprod(uction)?\\b", true],
  ["^(?:shop|orders)-.*-prd$", true],
  ["\\+stg@example\\.com$", true],
  ["^[a-z*+{(]+$", true],
  ["a|b|c|d", true],
  ["(a+)+$", false],
  ["(a|a)*$", false],
  ["(a){9}", false],
  ["(?:a|b){9}", false],
  ["(.)\\1", false],
  ["(?<x>a)\\k<x>", false],
  ["(?=.*a)b", false],
  [".*a.*b.*c", false],
  ["a?".repeat(30), false],
  ["[a--b]", false, "v"],
  ["(", false],
];
for (const [pattern, calm, flags = "i"] of PATTERNS) {
  Deno.test(`decideCalm() ${calm ? "decides" : "leaves"} ${pattern.slice(0, 40)}`, () => {
    const decided = decideCalm([{ matchName: pattern, flags }], [{ name: "x" }]);
    equal(decided !== null, calm);
  });
}

Deno.test("decideCalm() gives the first rule that matches name or email, and -1 without one", () => {
  const rules = [{ matchEmail: "^dev@", flags: "i" }, { matchName: "prod", flags: "" }];
  const candidates = [{ name: "prod", email: "DEV@x" }, { name: "prod" }, { name: "PROD" }, {}];
  deepEqual(decideCalm(rules, candidates), [0, 1, -1, -1]);
});

Deno.test("decideCalm() leaves a long text, whatever the rule", () => {
  equal(decideCalm([{ matchName: "a", flags: "" }], [{ name: "a".repeat(129) }]), null);
});

Deno.test("decideCalm() leaves a list to the worker that takes long", () => {
  const name = "a".repeat(128);
  const candidates = Array.from({ length: 10_000 }, () => ({ name }));
  equal(decideCalm([{ matchName: "a*a*b", flags: "" }], candidates), null);
});

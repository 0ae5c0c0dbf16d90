import { growsInLine } from "../../../../support/growth.ts";
import assert from "node:assert/strict";
import {
  checkField,
  checkForm,
  finalAnswer,
  initialAnswer,
} from "../../../../../src/core/actions/frames/validate.ts";
import { formMatcher, guardedMatcher } from "../../../../../src/core/actions/frames/matcher.ts";
import type { InputField } from "../../../../../src/core/state/state.ts";

const field = (change: Partial<InputField>): InputField => ({
  key: "k",
  kind: "text",
  label: "",
  placeholder: "",
  help: "",
  default: "",
  required: false,
  options: [],
  ...change,
});
const options = [{ label: "A", value: "a" }, { label: "B", value: "b" }, { label: "AB", value: "a,b" }];

/** The cases that kedgetest reads as well: both must come to the same words. */
const cases: { field: Record<string, unknown>; answer: string; wrong: string }[] = JSON.parse(
  await Deno.readTextFile(new URL("../../../../../sdk/kedgetest/testdata/answers.json", import.meta.url)),
);
for (const { field: change, answer, wrong } of cases) {
  const name = `checkField() says ${wrong || "nothing"} of ${JSON.stringify(answer)} for ${
    JSON.stringify(change)
  }`;
  Deno.test(name, () => {
    const given = field({ ...change, ...(change.options ? { options } : {}) } as Partial<InputField>);
    assert.equal(checkField(given, answer) ?? "", wrong);
  });
}

Deno.test("checkField() says so when a pattern is broken", () => {
  assert.equal(checkField(field({ pattern: "(" }), "x"), "The action's pattern for this field is broken");
});

Deno.test("checkForm() names every field that is wrong", () => {
  const fields = [
    field({ key: "a", required: true }),
    field({ key: "b" }),
    field({ key: "c", kind: "number" }),
  ];
  assert.deepEqual(checkForm(fields, { b: "x", c: "y" }), { a: "Required", c: "Enter a number" });
});

Deno.test("initialAnswer() is what a field holds at first, in the form of an answer", () => {
  assert.equal(initialAnswer(field({ kind: "checkbox", default: "yes" })), "false");
  assert.equal(initialAnswer(field({ kind: "checkbox", default: "true" })), "true");
  assert.equal(initialAnswer(field({ kind: "select", options, default: "zzz" })), "");
  assert.equal(initialAnswer(field({ kind: "multiselect", options, default: "b,a" })), '["a","b"]');
  assert.equal(initialAnswer(field({ default: "x" })), "x");
});

Deno.test("finalAnswer() trims numbers and orders choices", () => {
  assert.equal(finalAnswer(field({ kind: "number" }), " 4 "), "4");
  assert.equal(finalAnswer(field({ kind: "multiselect", options: options.slice(0, 2) }), "b,a"), "a,b");
  assert.equal(finalAnswer(field({}), " x "), " x ");
});

Deno.test("guardedMatcher() ends a pattern that never ends", () => {
  assert.equal(guardedMatcher("(a+)+", "a".repeat(40) + "!"), false);
  assert.equal(guardedMatcher("(a+)+", "aaa"), true);
});

Deno.test("guardedMatcher() survives patterns that cannot be interrupted, whenever they end", () => {
  for (const times of [60, 99]) {
    guardedMatcher(`(?:(?:(?:(?:a?){${times}}){${times}}){99}){99}`, "");
  }
  assert.equal(guardedMatcher("a?", ""), true);
});

Deno.test("formMatcher() bounds all patterns of a form together", () => {
  const fields = Array.from(
    { length: 200 },
    (_, i) => field({ key: `k${i}`, pattern: `(${"a".repeat(i + 1)}*)*b` }),
  );
  const answers = Object.fromEntries(fields.map(({ key }) => [key, `${"a".repeat(2000)}c`]));
  const timed = (some: typeof fields) => {
    const began = performance.now();
    assert.equal(Object.keys(checkForm(some, answers, formMatcher())).length, some.length);
    return performance.now() - began;
  };
  const one = timed(fields.slice(-1)), all = timed(fields);
  assert.ok(all < 50 * one, `${all} ms for 200, ${one} ms for one`);
});

Deno.test("checkField() reads a long number that is none in time in line with it", () =>
  growsInLine(
    900_000,
    (length) => `${"1".repeat(length)}x`,
    (text) => assert.equal(checkField(field({ kind: "number" }), text), "Enter a number"),
  ));

Deno.test("checkForm() takes what every object has for no answer", () => {
  const fields = ["constructor", "toString"].map((key) => field({ key, required: true }));
  assert.deepEqual(checkForm(fields, {}), { constructor: "Required", toString: "Required" });
});

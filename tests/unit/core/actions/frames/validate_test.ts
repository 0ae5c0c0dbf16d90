import { growsInLine } from "../../../../support/growth.ts";
import assert from "node:assert/strict";
import {
  checkField,
  checkForm,
  finalAnswer,
  initialAnswer,
} from "../../../../../src/core/actions/frames/validate.ts";
import { patternMatcher } from "../../../../../src/core/actions/frames/pattern.ts";
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
    assert.equal(checkField(given, answer, patternMatcher()) ?? "", wrong);
  });
}

Deno.test("checkField() says so when a pattern is broken", () => {
  assert.equal(
    checkField(field({ pattern: "(" }), "x", patternMatcher()),
    "The action's pattern for this field is broken",
  );
});

Deno.test("checkForm() names every field that is wrong", () => {
  const fields = [
    field({ key: "a", required: true }),
    field({ key: "b" }),
    field({ key: "c", kind: "number" }),
  ];
  assert.deepEqual(checkForm(fields, { b: "x", c: "y" }, patternMatcher()), {
    a: "Required",
    c: "Enter a number",
  });
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

Deno.test("patternMatcher() is done soon with patterns that backtracking would never end", () => {
  assert.equal(patternMatcher()("(a+)+", "a".repeat(100_000) + "!"), false);
  assert.equal(patternMatcher()("(a+)+", "aaa"), true);
});

/** Patterns of a form with answers that fit, and whether the last of them is still looked at. */
const WORK:
  readonly (readonly [what: string, pattern: string, value: string, times: number, fits: boolean])[] = [
    ["short answers", "a*", "aaa", 1000, true],
    ["one long answer", "a*", "a".repeat(1_000_000), 1, true],
    ["many long answers", "a*", "a".repeat(1_000_000), 50, false],
    ["a large pattern and a long answer", "(?:a?){1000}a*", "a".repeat(1_000_000), 1, false],
    ["empty answers of large patterns", "(?:a?){1000}", "", 50_000, false],
  ];
for (const [what, pattern, value, times, fits] of WORK) {
  Deno.test(`patternMatcher() ${fits ? "matches" : "gives up at"} ${what}`, () => {
    const matches = patternMatcher();
    let last: boolean | null = true;
    for (let time = 0; time < times && last; time++) last = matches(pattern, value);
    assert.equal(last, fits);
  });
}

Deno.test("checkField() reads a long number that is none in time in line with it", () =>
  growsInLine(
    900_000,
    (length) => `${"1".repeat(length)}x`,
    (text) => assert.equal(checkField(field({ kind: "number" }), text, patternMatcher()), "Enter a number"),
  ));

Deno.test("checkForm() takes what every object has for no answer", () => {
  const fields = ["constructor", "toString"].map((key) => field({ key, required: true }));
  assert.deepEqual(checkForm(fields, {}, patternMatcher()), {
    constructor: "Required",
    toString: "Required",
  });
});

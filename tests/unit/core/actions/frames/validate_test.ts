import assert from "node:assert/strict";
import { growsInLine } from "../../../../support/growth.ts";
import {
  checkField,
  checkForm,
  finalAnswer,
  initialAnswer,
} from "../../../../../src/core/actions/frames/validate.ts";
import {
  compilePattern,
  patternCheck,
  patternMatcher,
} from "../../../../../src/core/actions/frames/pattern.ts";
import { parseScriptFrame } from "../../../../../src/core/actions/frames/protocol.ts";
import type { InputField } from "../../../../../src/core/state/state.ts";
import { joinChoices, splitChoices } from "../../../../../src/core/actions/frames/choices.ts";
import { field as inputField } from "../../../../support/pages/state.ts";

const field = (change: Partial<InputField>) => inputField("k", { label: "", ...change });
const options = [
  { label: "A", value: "a" },
  { label: "B", value: "b" },
  { label: "AB", value: "a,b" },
  { label: "Blank", value: " " },
];

/** The Go tests of kedgetest read the same cases, so both sides must say the same. */
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
  assert.equal(initialAnswer(field({ default: "main\r\n" })), "main");
  assert.equal(initialAnswer(field({ kind: "textarea", default: "a\nb\n" })), "a\nb\n");
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

/** A pattern, a fitting answer, the number of checks, and whether the last is still made. */
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

const of = (...values: string[]) => ({ options: values.map((value) => ({ label: value, value })) });

const read: [options: string[], text: string, values: string[] | null][] = [
  [["a", "b"], "b,a", ["a", "b"]],
  [["a", "b"], "", []],
  [["a", "b"], "a,,b", null],
  [["a", "b"], "a,c", null],
  [["a", "b", "a,b"], "a,b", ["a,b"]],
  [["a", "b", "a,b"], "b,a", ["a", "b"]],
  [["a", "b", "a,b"], '["a","b"]', ["a", "b"]],
  [["a", "b"], '["c"]', null],
  [["Paris", "Paris, Texas"], "Paris, Texas", ["Paris, Texas"]],
  // Taking the longest value first (`a,b`) leaves `c`, which is no value: shorter ones are tried.
  [["a", "a,b", "b,c"], "a,b,c", ["a", "b,c"]],
  [["", "a"], ",a", ["", "a"]],
  [["a", "b", "a"], "a", ["a"]],
  [["a", "b", "a"], "a,b,a", ["a", "b"]],
];
for (const [options, text, values] of read) {
  Deno.test(`splitChoices() reads ${JSON.stringify(text)} of ${JSON.stringify(options)}`, () => {
    assert.deepEqual(splitChoices(of(...options), text), values);
  });
}

const written: [options: string[], values: string[], text: string][] = [
  [["a", "b", "c"], ["c", "a"], "a,c"],
  [["a", "b"], [], ""],
  [["a, or c", "b"], ["b", "a, or c"], "a, or c,b"],
  [["Paris", "Paris, Texas"], ["Paris", "Paris, Texas"], "Paris,Paris, Texas"],
  [["a", "b", "a,b"], ["a", "b"], '["a","b"]'],
  [["a", "b,c", "a,b", "c"], ["a,b", "c"], '["a,b","c"]'],
  [["", "a"], [""], '[""]'],
  [["a", "b", "a"], ["a"], "a"],
  [['["a"]', "a"], ['["a"]'], '["[\\"a\\"]"]'],
];
for (const [options, values, text] of written) {
  Deno.test(`joinChoices() writes ${JSON.stringify(values)} of ${JSON.stringify(options)}`, () => {
    assert.equal(joinChoices(of(...options), values), text);
  });
}

Deno.test("splitChoices() reads what joinChoices() wrote of all choices", () => {
  const values = ["a", "b", "c", "a,b", "b,c", "a,b,c", "", " ", ",", "[", '["a"]', '["a","b"]'];
  for (let bits = 0; bits < 2 ** values.length; bits++) {
    const chosen = values.filter((_, i) => bits & 2 ** i);
    assert.deepEqual(splitChoices(of(...values), joinChoices(of(...values), chosen)), chosen);
  }
});

Deno.test("splitChoices() reads many choices in time in line with their number", () =>
  growsInLine(
    10_000,
    (count) => Array.from({ length: count }, (_, i) => `value ${i}`),
    (values) => assert.equal(splitChoices(of(...values), values.join())?.length, values.length),
  ));

const patterns: [pattern: string, fits: string[], not: string[]][] = [
  ["a|b", ["a", "b"], ["ab", ""]],
  ["^prod-\\d+$", ["prod-1"], ["prod-", "xprod-1"]],
  ["\\A(?P<year>\\d{4})\\z", ["2026"], ["12026"]],
  ["(?<a>x)(?:y)", ["xy"], ["x"]],
  ["(?i)yes", ["YES", "yes"], ["no"]],
  ["a(?i)b|c", ["ab", "aB", "C"], ["AB"]],
  ["a(?i:b)c", ["aBc"], ["aBC"]],
  ["(?i)(a(?-i)b)c", ["AbC"], ["ABC"]],
  ["(?m)a", ["a"], ["a\nb", "b\na"]],
  ["(?m)^a$", ["a"], ["a\na"]],
  ["(?s)a.b", ["a\nb"], ["ab"]],
  ["[[:alpha:]]+", ["abc"], ["ab1", "[", ":"]],
  ["[[:^digit:]_]+", ["a_b"], ["1"]],
  ["[^[:space:]]+", ["ab"], ["a b"]],
  ["[]a]+", ["]a]"], ["b", ""]],
  ["[^]a]+", ["bc"], ["]"]],
  ["[a-]+", ["a-"], ["b"]],
  ["[\\w-.]+", ["a-b.c"], ["a b"]],
  ["[+--]+", ["+,-"], ["."]],
  ["[[a]", ["[", "a"], ["b"]],
  ["\\pL+", ["Ünï"], ["1"]],
  ["\\p{Greek}\\p{^Greek}\\PL", ["αa1"], ["aα1"]],
  ["[\\p{Lu}\\d]+", ["A1"], ["a"]],
  ["\\Qa.b|\\E+", ["a.b|", "a.b||"], ["axb|"]],
  ["\\Q[", ["["], ["a"]],
  ["\\x{1F600}\\x41\\101", ["😀AA"], ["x"]],
  ["[\\x{1F600}-\\x{1F64F}]", ["😃"], ["a"]],
  ["x{,5}", ["x{,5}"], ["xx", ""]],
  ["x{2,}y{1}", ["xxxy"], ["xy"]],
  ["{}]", ["{}]"], [""]],
  ["\\_\\#\\-\\/\\.", ["_#-/."], ["a"]],
  ["\\s\\S", [" a"], ["\u00a0a", "aa"]],
  ["[\\S]", ["a"], [" "]],
  ["\\a\\v", ["\x07\x0b"], ["av"]],
  [".", ["😀"], ["ab", "\n"]],
  ["\\bfoo\\b", ["foo"], ["fool"]],
];
for (const [pattern, fits, not] of patterns) {
  Deno.test(`compilePattern() reads ${pattern} as Go does`, () => {
    const regex = compilePattern(pattern);
    assert.ok(regex);
    for (const text of fits) assert.ok(regex.testExact(text), `${JSON.stringify(text)} fits`);
    for (const text of not) assert.ok(!regex.testExact(text), `${JSON.stringify(text)} does not fit`);
  });
}

for (
  const pattern of [
    "(",
    ")",
    "a)(b",
    "[a",
    "[z-a]",
    "*",
    "\\p{Klingon}",
    "[[:nonsense:]]",
    "\\k",
    "\\C",
    "(?=a)",
    "(a)\\1",
    "a{1001}",
    "\\",
  ]
) {
  Deno.test(`compilePattern() refuses ${pattern}`, () => assert.equal(compilePattern(pattern), null));
}

for (const [length, usable] of [[10_000, true], [10_001, false]] as const) {
  Deno.test(`a frame and compilePattern() ${usable ? "take" : "refuse"} a pattern of ${length} characters`, () => {
    const pattern = "a".repeat(length);
    const { key: _, ...input } = field({ pattern });
    const parsed = parseScriptFrame(JSON.stringify({ type: "ask", id: 1, title: "", input }));
    assert.deepEqual(["frame" in parsed, compilePattern(pattern) !== null], [usable, usable]);
  });
}

/** A pattern that a form has `times` times, and whether the last of them can still be used. */
const FORMS: readonly (readonly [what: string, pattern: string, times: number, usable: boolean])[] = [
  ["a thousand small patterns", "^[a-z]{2}-\\d+$", 1000, true],
  ["a hundred large ones", "(?:a?){1000}", 100, true],
  ["50,000 large ones", "(?:a?){1000}", 50_000, false],
];
for (const [what, pattern, times, usable] of FORMS) {
  Deno.test(`patternCheck() ${usable ? "takes" : "refuses"} ${what} in one form`, () => {
    const check = patternCheck();
    let last = true;
    for (let time = 0; time < times && last; time++) last = check(pattern);
    assert.equal(last, usable);
  });
}

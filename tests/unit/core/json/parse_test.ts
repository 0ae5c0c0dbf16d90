import { growsInLine } from "../../../support/growth.ts";
import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { parseJson, toValue } from "../../../../src/core/json/mod.ts";
import { SUITE } from "./json_test_suite.ts";

/** Returns what JSON.parse reads; undefined when the text is no JSON. */
function standard(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

for (const [expected, name, text] of SUITE) {
  Deno.test(`parseJson() ${{ y: "accepts", n: "refuses", i: "survives" }[expected]} ${name}`, () => {
    const strict = parseJson(text, { relaxed: false });
    if (expected === "y") {
      deepEqual(strict.problems, []);
      deepEqual(toValue(strict.root!), standard(text));
      deepEqual(parseJson(text).problems, []);
    }
    if (expected === "n") ok(strict.problems.length > 0);
  });
}

/** Comments and trailing commas, which only relaxed reading accepts. */
const RELAXED: readonly (readonly [string, unknown])[] = [
  ["// first\n{}", {}],
  ['{"a": 1, // one\n}', { a: 1 }],
  ["[1, 2, ] // end", [1, 2]],
  ["/* a */ [ /* b */ 1 /* c */ , /* d */ ] /* e */", [1]],
  ["{} //", {}],
  ["/**/{}/***/", {}],
];

for (const [text, value] of RELAXED) {
  Deno.test(`parseJson() reads ${JSON.stringify(text)} only when relaxed`, () => {
    const { root, problems } = parseJson(text);
    deepEqual(problems, []);
    deepEqual(toValue(root!), value);
    ok(parseJson(text, { relaxed: false }).problems.length > 0);
  });
}

/**
 * A text, then the code and offset of each problem: all are found in one pass, one for each cause.
 */
const PROBLEMS: readonly (readonly [string, ...(readonly [string, number])[]])[] = [
  ["", ["empty-file", 0]],
  [" \n// nothing", ["empty-file", 0]],
  ['{"a": 1 "b": 2}', ["expected-comma", 7]],
  ['{"a": 1\n"b": 2}', ["expected-comma", 7]],
  ["[1 2]", ["expected-comma", 2]],
  ['{"a": 1; "b": 2}', ["expected-comma", 7]],
  ['{"a" 1}', ["expected-colon", 4]],
  ['{"a" = 1}', ["expected-colon", 4]],
  ['{"a" "b": 1}', ["expected-colon", 4]],
  ['{"a"}', ["expected-colon", 4]],
  ['{"a": }', ["expected-value", 5]],
  ['{"a": , "b": 1}', ["expected-value", 5]],
  ["[1,,2]", ["expected-value", 3]],
  ['{,"a": 1}', ["expected-key", 1]],
  ['{"a": 1,,"b": 2}', ["expected-key", 8]],
  ["{1: 2}", ["quotes", 1]],
  ["{a: 2}", ["quotes", 1]],
  ["{'a': 2}", ["quotes", 1]],
  ["{a = 2}", ["quotes", 1], ["expected-colon", 2]],
  ["{“a”: 2}", ["quotes", 1]],
  ["{: 2}", ["expected-key", 1]],
  ['{"a": "b}', ["unterminated-string", 6]],
  ['{"a": "b,\n"c": 1}', ["unterminated-string", 6]],
  ['{"a": 1', ["unclosed", 0]],
  ['{"a": [1, 2}', ["unclosed", 6]],
  ['{"a": [1, 2, "b": 3}', ["key-in-list", 13]],
  ['{\n  "a": [\n    1\n  "b": 3\n}', ["unclosed", 9]],
  ['{\n  "a": [\n    "b": 3 }\n]}', ["key-in-list", 15]],
  ['{\n  "a":\n    { "b": 3 },\n    { "b": 4 }\n}', ["expected-key", 29]],
  ['[{\n  "a":\n    { "b": 3 },\n    { "b": 4 }\n}]', ["expected-key", 30]],
  ['{"a": b"}', ["quotes", 6]],
  ['{"a": b c", "d": 012"}', ["quotes", 6], ["quotes", 17]],
  ['{a": 1}', ["quotes", 1]],
  ['{\n"a: "b",\n"c": 1}', ["unterminated-string", 2]],
  ['{"a": "say "hi" now",\n"c": 1}', ["unterminated-string", 6]],
  ['{"a: {"b": 1}}', ["unterminated-string", 1]],
  ['[{"a": 1, {"a": 2}]', ["unclosed", 1]],
  ['[{"a": 1]', ["unclosed", 1]],
  ["{]", ["unclosed", 0]],
  ["{}}", ["trailing-text", 2]],
  ["{} {}", ["trailing-text", 3]],
  ['{"a": 1 // c', ["unclosed", 0]],
  ["{ /* never", ["unterminated-comment", 2]],
  ["{ / }", ["invalid-character", 2]],
  ["# hash\n{}", ["invalid-character", 0]],
  ["{\u00a0}", ["invalid-character", 1]],
  ["\u0000\u0000", ["invalid-character", 0]],
  ['["a\tb"]', ["control-character", 3]],
  ['["C:\\Users"]', ["invalid-escape", 4]],
  ["[01]", ["invalid-number", 1]],
  ["[+1]", ["invalid-number", 1]],
  ["[0x10]", ["invalid-number", 1]],
  ["[True]", ["unknown-word", 1]],
  ["[db.example.com]", ["unknown-word", 1]],
  ["[None, yes]", ["unknown-word", 1], ["unknown-word", 7]],
  ['["a": 1]', ["key-in-list", 1]],
  ["{\n  a: 1,\n  'b': 2\n  \"c\": True,\n}", ["quotes", 4], ["quotes", 12], ["expected-comma", 18], [
    "unknown-word",
    26,
  ]],
  ["[".repeat(201) + "]".repeat(201), ["nested-too-deep", 200]],
];

for (const [text, ...expected] of PROBLEMS) {
  const shown = text.length > 60 ? text.slice(0, 60) + "…" : text;
  Deno.test(`parseJson() finds ${expected.map(([code]) => code).join(", ")} in ${JSON.stringify(shown)}`, () => {
    deepEqual(parseJson(text).problems.map(({ code, offset }) => [code, offset]), expected);
  });
}

Deno.test("parseJson() says to quote a number that would lose its zeros, and how to write another", () => {
  const hint = (text: string) => parseJson(text).problems.map(({ hint }) => hint);
  deepEqual(hint('{"accountId": 012345678901}'), ['Put it in quotes to keep its zeros: "012345678901"']);
  deepEqual(hint("[01]"), ["Write 1"]);
});

/** Texts that only relaxed reading accepts, and the problem that strict reading reports. */
const STRICT: readonly (readonly [string, string, number])[] = [
  ["[1,]", "trailing-comma", 2],
  ['{"a": 1, }', "trailing-comma", 7],
  ["[1] // c", "comment", 4],
  ["[/* c */]", "comment", 1],
];

for (const [text, code, offset] of STRICT) {
  Deno.test(`parseJson() finds ${code} in ${JSON.stringify(text)} when strict`, () => {
    deepEqual(parseJson(text, { relaxed: false }).problems.map((found) => [found.code, found.offset]), [[
      code,
      offset,
    ]]);
  });
}

const json = fc.json({ maxDepth: 4, stringUnit: "binary" });

Deno.test("parseJson() gives what JSON.parse gives for any JSON", () => {
  fc.assert(
    fc.property(json, (text) => {
      const { root, problems } = parseJson(text, { relaxed: false });
      deepEqual(problems, []);
      deepEqual(toValue(root!), JSON.parse(text));
    }),
    { seed: 1, numRuns: 500 },
  );
});

Deno.test("parseJson() refuses exactly what JSON.parse refuses in damaged JSON", () => {
  const damage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    gone: fc.integer({ min: 0, max: 3 }),
    put: fc.constantFrom(
      "",
      ",",
      ":",
      "{",
      "}",
      "[",
      "]",
      '"',
      "'",
      "\\",
      "0",
      "-",
      ".",
      "e",
      "t",
      "\n",
      "\t",
      "/",
      "\u00a0",
    ),
  });
  fc.assert(
    fc.property(json, fc.array(damage, { minLength: 1, maxLength: 3 }), (text, damages) => {
      let broken = text;
      for (const { at, gone, put } of damages) {
        const i = Math.floor(at * broken.length);
        broken = broken.slice(0, i) + put + broken.slice(i + gone);
      }
      const { root, problems } = parseJson(broken, { relaxed: false });
      equal(problems.length === 0, standard(broken) !== undefined, broken);
      if (problems.length === 0) deepEqual(toValue(root!), standard(broken));
      parseJson(broken);
    }),
    { seed: 2, numRuns: 5000 },
  );
});

Deno.test("parseJson() stops at 20 problems, 250,000 values and 200 levels, and reads long texts in time in line with them", async () => {
  equal(parseJson("[" + "x ".repeat(100_000) + "]").problems.length, 20);
  deepEqual(parseJson("[" + "1,".repeat(300_000) + "1]").problems.map(({ code }) => code), [
    "too-many-values",
  ]);
  deepEqual(parseJson('{"a":'.repeat(100_000)).problems.map(({ code }) => code), ["nested-too-deep"]);
  deepEqual(parseJson('"' + "a".repeat(8_000_000) + '"').problems, []);
  const texts: readonly ((count: number) => string)[] = [
    (count) => `[${"1,".repeat(count)}1]`,
    (count) => '{"a":'.repeat(count),
    (count) => `"${"a".repeat(30 * count)}"`,
  ];
  for (const text of texts) await growsInLine(60_000, text, (long) => parseJson(long));
});

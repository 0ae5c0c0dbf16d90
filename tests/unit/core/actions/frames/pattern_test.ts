import assert from "node:assert/strict";
import { compilePattern, patternCheck } from "../../../../../src/core/actions/frames/pattern.ts";

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

/** Patterns of a form, so many times, and whether the last of them can still be used. */
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

import { growsInLine } from "../../../support/growth.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { changedPart, diffLines } from "../../../../src/ui/text/diff.ts";

/** A difference as `+x`, `-x`, ` x`. */
const signs = (before: string, after: string) =>
  diffLines([...before], [...after]).map(({ kind, text }) =>
    ({ same: " ", add: "+", remove: "-" })[kind] + text
  ).join("");

const cases: readonly [before: string, after: string, expected: string][] = [
  ["abc", "abc", " a b c"],
  ["abc", "abxc", " a b+x c"],
  ["abc", "ac", " a-b c"],
  ["abc", "axc", " a-b+x c"],
  ["", "ab", "+a+b"],
  ["ab", "", "-a-b"],
  ["abcabba", "cbabac", "-a-b c+b a b-b a+c"],
];
for (const [before, after, expected] of cases) {
  Deno.test(`diffLines() of ${before || "nothing"} and ${after || "nothing"} is ${expected}`, () => {
    assert.equal(signs(before, after), expected);
  });
}

Deno.test("diffLines() keeps both texts whole and numbers their lines", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 40 });
  fc.assert(fc.property(lines, lines, (before, after) => {
    const diff = diffLines(before, after);
    assert.deepEqual(diff.filter((line) => line.kind !== "add").map((line) => line.text), before);
    assert.deepEqual(diff.filter((line) => line.kind !== "remove").map((line) => line.text), after);
    for (const line of diff) {
      if (line.before !== undefined) assert.equal(before[line.before - 1], line.text);
      if (line.after !== undefined) assert.equal(after[line.after - 1], line.text);
    }
  }));
});

Deno.test("diffLines() of two long unlike texts shows one block for the other, in time in line with them", () =>
  growsInLine(
    20_000,
    (length) => ["old", "new"].map((word) => Array.from({ length }, (_, n) => `${word} ${n}`)),
    ([old = [], now = []]) => assert.equal(diffLines(old, now).length, 2 * old.length),
  ));

Deno.test("changedPart() finds the middle that differs", () => {
  assert.deepEqual(changedPart("a = 1;", "a = 22;"), [4, 5, 6]);
  assert.deepEqual(changedPart("aa", "aaa"), [2, 2, 3]);
});

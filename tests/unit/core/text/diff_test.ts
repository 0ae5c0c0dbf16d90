import assert from "node:assert/strict";
import fc from "fast-check";
import { changedLines, type DiffLine, diffLines } from "../../../../src/core/text/diff.ts";

const CASES: readonly (readonly [name: string, before: string, after: string, shown: string])[] = [
  ["equal texts", "abcd", "abcd", "4…"],
  ["nothing", "", "", ""],
  ["a new text", "", "ab", "+a+b"],
  ["a changed line", "abc", "aXc", " a-b+X c"],
  ["a change far away", "123456789", "12345678X", "5… 6 7 8-9+X"],
  ["one line that would be hidden", "12345", "1234X", " 1 2 3 4-5+X"],
  ["two changes", "a123456789b", "A123456789B", "-a+A 1 2 33… 7 8 9-b+B"],
];

const MARK = { same: " ", add: "+", remove: "-" };

for (const [name, before, after, expected] of CASES) {
  Deno.test(`changedLines() shows ${expected || "nothing"} for ${name}`, () => {
    const lines = [...changedLines([...before], [...after])];
    const shown = lines.map((line) =>
      line.kind === "skipped" ? `${line.count}…` : MARK[line.kind] + line.text
    );
    assert.equal(shown.join(""), expected);
  });
}

Deno.test("diffLines() and changedLines() lose no line of any two texts", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 60 });
  fc.assert(fc.property(lines, lines, (before, after) => {
    for (const all of [diffLines(before, after), [...changedLines(before, after, 1000)]]) {
      if (all.some(({ kind }) => kind === "skipped")) return assert.deepEqual(before, after);
      const known = all as DiffLine[];
      const old = known.filter(({ kind }) => kind !== "add"),
        now = known.filter(({ kind }) => kind !== "remove");
      assert.deepEqual([old, now].map((part) => part.map(({ text }) => text)), [before, after]);
      assert.deepEqual(old.map((line) => line.before), before.map((_, index) => index + 1));
      assert.deepEqual(now.map((line) => line.after), after.map((_, index) => index + 1));
    }
  }));
});

Deno.test("changedLines() counts what lies between changes of two million lines", () => {
  const before = new Array(2_000_000).fill("");
  const after = [...before, "x"];
  assert.deepEqual([...changedLines(before, after)].map((line) => line.kind), [
    "skipped",
    "same",
    "same",
    "same",
    "add",
  ]);
});

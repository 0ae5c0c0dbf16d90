import assert from "node:assert/strict";
import { diffLines, nearChanges } from "../../../../src/core/text/diff.ts";

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
  Deno.test(`nearChanges() shows ${expected || "nothing"} for ${name}`, () => {
    const lines = nearChanges(diffLines([...before], [...after]));
    const shown = lines.map((line) =>
      line.kind === "skipped" ? `${line.count}…` : MARK[line.kind] + line.text
    );
    assert.equal(shown.join(""), expected);
  });
}

import assert from "node:assert/strict";
import { seen } from "../../../../src/ui/text/visible.tsx";

const cases: [text: string, lines: boolean, plain: boolean][] = [
  ["shop-production", false, true],
  ["Łódź 日本語 é", false, true],
  ["a\u202eb", false, false],
  ["a\u200bb", true, false],
  ["two\nlines\tand a tab", false, false],
  ["two\nlines\tand a tab", true, true],
  ["\x1b[31mred", true, false],
];
for (const [text, lines, plain] of cases) {
  Deno.test(`seen() leaves ${JSON.stringify(text)} ${plain ? "a text" : "to be written out"}${lines ? ", by lines" : ""}`, () => {
    assert.equal(typeof seen(text, lines) === "string", plain);
  });
}

import assert from "node:assert/strict";
import { diffLines } from "../../../../src/core/text/diff.ts";
import { Random } from "../../../support/random.ts";

const MARK = { same: " ", added: "+", removed: "-", skipped: "…" };

const CASES: readonly (readonly [name: string, before: string, after: string, ...lines: string[]])[] = [
  ["equal texts", "a\nb\n", "a\nb\n", "… 1 2 lines not changed"],
  ["nothing", "", ""],
  ["a new text", "", "a\nb\n", "+ 1 a", "+ 2 b"],
  ["a removed text", "a\nb\n", "", "- 1 a", "- 2 b"],
  ["a changed line", "a\nb\nc\n", "a\nB\nc\n", "  1 a", "- 2 b", "+ 2 B", "  3 c"],
  ["an added line", "a\nc\n", "a\nb\nc\n", "  1 a", "+ 2 b", "  3 c"],
  ["a removed line", "a\nb\nc\n", "a\nc\n", "  1 a", "- 2 b", "  2 c"],
  ["CRLF that became LF", "a\r\nb\r\n", "a\nb\n", "… 1 2 lines not changed"],
  ["a line at the end", "a", "a\nb", "  1 a", "+ 2 b"],
  [
    "a change far away",
    "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
    "1\n2\n3\n4\n5\n6\n7\n8\nX\n",
    "… 1 5 lines not changed",
    "  6 6",
    "  7 7",
    "  8 8",
    "- 9 9",
    "+ 9 X",
  ],
  [
    "one hidden line",
    "1\n2\n3\n4\n5\n",
    "1\n2\n3\n4\nX\n",
    "  1 1",
    "  2 2",
    "  3 3",
    "  4 4",
    "- 5 5",
    "+ 5 X",
  ],
];

for (const [name, before, after, ...expected] of CASES) {
  Deno.test(`diffLines() compares ${name}`, () => {
    const lines = diffLines(before, after).map(({ kind, line, text }) => `${MARK[kind]} ${line} ${text}`);
    assert.deepEqual(lines, expected);
  });
}

Deno.test("diffLines() gives both texts back, whatever they are", () => {
  const random = new Random(7);
  for (let round = 0; round < 500; round++) {
    const text = () =>
      Array.from({ length: random.int(12) }, () => random.pick(["a", "b", "c", ""]) + "\n").join("");
    const before = text(), after = text();
    const lines = diffLines(before, after, 100);
    const side = (kind: string) => lines.filter((line) => line.kind === "same" || line.kind === kind);
    assert.equal(
      side("removed").map(({ text }) => text + "\n").join(""),
      before,
      JSON.stringify({ before, after }),
    );
    assert.equal(
      side("added").map(({ text }) => text + "\n").join(""),
      after,
      JSON.stringify({ before, after }),
    );
  }
});

Deno.test("diffLines() gives up on details rather than on time", () => {
  const text = (letter: string) =>
    Array.from({ length: 20_000 }, (_, index) => `${letter}${index}`).join("\n");
  const begin = performance.now();
  assert.equal(diffLines(text("a"), text("b")).length, 40_000);
  assert.ok(performance.now() - begin < 3000);
});

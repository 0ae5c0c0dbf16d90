import assert from "node:assert/strict";
import { type Block, blocksOf } from "../../../../src/ui/text/markdown_blocks.ts";

const paragraph = (text: string): Block => ({ is: "paragraph", text });
const list = (...items: string[]): Block => ({ is: "list", items });
const code = (text: string): Block => ({ is: "code", text });

const TEXTS: readonly (readonly [what: string, markdown: string, blocks: readonly Block[]])[] = [
  ["nothing", " \n\n", []],
  ["lines of one paragraph", "a\nb\r\n \nc", [paragraph("a b"), paragraph("c")]],
  ["a list whose items go on", "- a\n  b\n- c", [list("a b", "c")]],
  ["a list right after a line", "All:\n* a\n* b", [paragraph("All:"), list("a", "b")]],
  ["a heading", "#### A `b`", [{ is: "heading", text: "A `b`" }]],
  ["code with empty lines and marks", "a\n```sh\n- b\n\n# c\n```\nd", [
    paragraph("a"),
    code("- b\n\n# c"),
    paragraph("d"),
  ]],
  ["code without an end", "```\na", [code("a")]],
  ["a table", "| a | b |\n| - | :-: |\n| `c \\| d` | |", [
    { is: "table", rows: [["a", "b"], ["`c | d`", ""]] },
  ]],
  ["bars that are no table", "a | b\nc", [paragraph("a | b c")]],
  ["HTML and unknown marks", "<b>a</b>\n> c", [paragraph("<b>a</b> > c")]],
];

for (const [what, markdown, blocks] of TEXTS) {
  Deno.test(`blocksOf() splits ${what}`, () => assert.deepEqual(blocksOf(markdown), blocks));
}

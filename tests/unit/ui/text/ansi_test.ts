import assert from "node:assert/strict";
import { parseAnsi, plainText } from "../../../../src/ui/text/ansi.ts";

/** Tokens as `kind:text`. */
const read = (line: string) => parseAnsi(line).tokens.map(({ kind, text }) => `${kind}:${text}`);

const cases: readonly [name: string, line: string, expected: string[]][] = [
  ["plain text", "hello", [":hello"]],
  ["a colour and its end", "a\x1b[31mred\x1b[0mb", [":a", "a-1:red", ":b"]],
  ["bright colours", "\x1b[91mred", ["a-9:red"]],
  ["several codes at once", "\x1b[1;32mok", ["a-bold a-2:ok"]],
  ["an empty code as a reset", "\x1b[31ma\x1b[mb", ["a-1:a", ":b"]],
  ["the default colour", "\x1b[31ma\x1b[39mb", ["a-1:a", ":b"]],
  ["bold switched off alone", "\x1b[1;31ma\x1b[22mb", ["a-bold a-1:a", "a-1:b"]],
  ["256 colours by the nearest of sixteen", "\x1b[38;5;196mred", ["a-9:red"]],
  ["the first sixteen of 256 as they are", "\x1b[38;5;4mblue", ["a-4:blue"]],
  ["true colour by the nearest", "\x1b[38;2;20;160;30mgreen", ["a-2:green"]],
  ["greys", "\x1b[38;2;120;120;120mgrey", ["a-8:grey"]],
  ["background colours as nothing", "\x1b[48;5;196mtext", [":text"]],
  ["cursor movements as nothing", "a\x1b[2Kb\x1b[10;10Hc", [":a", ":b", ":c"]],
  ["links and titles as nothing", "\x1b]8;;https://x\x1b\\link\x1b]0;title\x07!", [":link", ":!"]],
  ["a carriage return as a new start", "10 %\r20 %\r30 %", [":30 %"]],
  ["the carriage return of a line's end", "done\r", [":done"]],
  ["an unfinished sequence as nothing", "a\x1b", [":a"]],
  ["nonsense codes as nothing", "\x1b[999;abcmx", [":bcmx"]],
];
for (const [name, line, expected] of cases) {
  Deno.test(`parseAnsi() reads ${name}`, () => assert.deepEqual(read(line), expected));
}

Deno.test("parseAnsi() hands the style on to the next line", () => {
  const first = parseAnsi("\x1b[33mwarn");
  assert.deepEqual(parseAnsi("ing\x1b[0m.", first.style).tokens, [
    { text: "ing", kind: "a-3" },
    { text: ".", kind: "" },
  ]);
});

Deno.test("plainText() leaves the text as it is seen", () => {
  assert.equal(plainText("a\x1b[31mb\x1b[0m"), "ab");
  assert.equal(plainText("same"), "same");
});

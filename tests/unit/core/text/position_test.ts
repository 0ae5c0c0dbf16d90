import assert from "node:assert/strict";
import { afterCharacters, positions } from "../../../../src/core/text/position.ts";

const CASES:
  readonly (readonly [name: string, text: string, offset: number, line: number, column: number])[] = [
    ["the first character", "ab", 0, 1, 1],
    ["the end", "ab", 2, 1, 3],
    ["past the end", "ab", 9, 1, 3],
    ["before the start", "ab", -1, 1, 1],
    ["an empty text", "", 0, 1, 1],
    ["after LF", "a\nb", 2, 2, 1],
    ["the LF itself", "a\nb", 1, 1, 2],
    ["after CRLF", "a\r\nb", 3, 2, 1],
    ["after a lone CR", "a\rb", 2, 2, 1],
    ["UTF-16 units", "😀x", 2, 1, 3],
  ];

for (const [name, text, offset, line, column] of CASES) {
  Deno.test(`positions() gives line ${line}, column ${column} for ${name}`, () => {
    assert.deepEqual(positions(text)(offset), { line, column });
  });
}

const AFTER: readonly (readonly [text: string, from: number, to: number, characters: number, at: number])[] =
  [
    ["select x", 0, 8, 7, 7],
    ["select x", 0, 8, 0, 0],
    ["select x", 0, 8, -1, 0],
    ["select x", 0, 8, 99, 8],
    ["'😀' x", 0, 6, 2, 3],
    ["a; '😀' x", 3, 9, 4, 8],
    ["a; b; c", 3, 4, 99, 4],
  ];
for (const [text, from, to, characters, at] of AFTER) {
  Deno.test(`afterCharacters() gives ${at} for ${characters} behind ${from} of ${text}, up to ${to}`, () => {
    assert.equal(afterCharacters(text, from, to, characters), at);
  });
}

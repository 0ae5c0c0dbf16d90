import assert from "node:assert/strict";
import { inOneLine } from "../../../../src/core/text/sentences.ts";

const LINES: readonly [what: string, parts: readonly (string | undefined)[], line: string][] = [
  ["a message without an end", ["It refused “app”", "Type it again."], "It refused “app”. Type it again."],
  ["a message with one", ["You are not signed in.", "Sign in."], "You are not signed in. Sign in."],
  ["a question", ["Is it there?", "Look."], "Is it there? Look."],
  ["an end inside of quotes", ["It said “no.”", "Ask."], "It said “no.” Ask."],
  ["a message alone", ["Nothing is here", undefined], "Nothing is here"],
  ["a hint alone", ["", "Sign in."], "Sign in."],
  ["nothing", [undefined], ""],
];
for (const [what, parts, line] of LINES) {
  Deno.test(`inOneLine() parts sentences when there is ${what}`, () => {
    assert.equal(inOneLine(...parts), line);
  });
}

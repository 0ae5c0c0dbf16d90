import assert from "node:assert/strict";
import { howToCall } from "../../../src/cli/on_path.ts";
import { shellWord } from "../../../src/core/platform/shell_word.ts";

const words: readonly [word: string, unix: string, windows: string][] = [
  ["hello", "hello", "hello"],
  ["/home/u/my-ext", "/home/u/my-ext", "/home/u/my-ext"],
  ["Bad Name!", "'Bad Name!'", '"Bad Name!"'],
  ["it's", "'it'\\''s'", `"it's"`],
  ["$(reboot)", "'$(reboot)'", '"$(reboot)"'],
  ["~x", "'~x'", "~x"],
  ["", "''", '""'],
];
for (const [word, unix, windows] of words) {
  Deno.test(`shellWord() quotes ${JSON.stringify(word)}`, () => {
    assert.equal(shellWord(word, false), unix);
    assert.equal(shellWord(word, true), windows);
  });
}

Deno.test("howToCall() says nothing where kedge is a command, and else how to make it one", async () => {
  assert.equal(await howToCall(() => Promise.resolve("/usr/bin/kedge")), null);
  assert.match(await howToCall(() => Promise.resolve(null)) ?? "", /not on your PATH.*main\.ts|kedge/);
});

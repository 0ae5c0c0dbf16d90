import assert from "node:assert/strict";
import { howToCall, personsCall } from "../../../src/cli/on_path.ts";
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

const NPX = "/home/u/.npm/_npx/ffb2/node_modules/deno/deno";
const CALLS: readonly (readonly [found: string | null, compiled: boolean, running: string, call: string])[] =
  [
    ["/usr/bin/kedge", false, "/usr/bin/deno", "kedge"],
    [null, true, "/opt/kedge/kedge", "/opt/kedge/kedge"],
    [null, false, "/usr/bin/deno", "deno task kedge"],
    [null, false, NPX, `npx -y deno@${Deno.version.deno} task kedge`],
  ];
for (const [found, compiled, running, call] of CALLS) {
  Deno.test(`personsCall() is ${call} when ${running} runs and kedge is ${found ?? "not on the PATH"}`, async () =>
    assert.deepEqual(await personsCall({ find: () => Promise.resolve(found), compiled, running }), {
      call,
      inFolder: call.includes(" task "),
    }));
}

import assert from "node:assert/strict";
import { runsWords } from "../../../../src/cli/start/greeting.ts";

const CASES: readonly (readonly [what: string, inTray: boolean, shortcut: string, words: string])[] = [
  [
    "tray and shortcut",
    true,
    "Ctrl+Alt+K",
    "Kedge runs. To open it: a click on the anchor in the tray or Ctrl+Alt+K. Ctrl+C here quits it.",
  ],
  ["no tray", false, "Ctrl+Alt+K", "Kedge runs. To open it: Ctrl+Alt+K. Ctrl+C here quits it."],
  ["neither", false, "", "Kedge runs. Ctrl+C here quits it."],
];
const CALLS: readonly (readonly [call: string, inFolder: boolean, from: string])[] = [
  ["kedge", false, "another terminal"],
  ["npx -y deno@2.9.5 task kedge", true, "another terminal in this folder"],
];
for (const [what, inTray, shortcut, words] of CASES) {
  Deno.test(`runsWords() says where Kedge is with ${what}, in lines that no terminal breaks`, () => {
    for (const [call, inFolder, from] of CALLS) {
      const said = runsWords(inTray, shortcut, { call, inFolder });
      assert.equal(said, `${words}\nFrom ${from} it opens by: ${call} --toggle`);
      for (const line of said.split("\n")) assert.ok(line.length <= 100, line);
    }
  });
}

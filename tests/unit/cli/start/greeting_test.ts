import assert from "node:assert/strict";
import { runsWords } from "../../../../src/cli/start/greeting.ts";

const CASES: readonly (readonly [what: string, inTray: boolean, shortcut: string, words: string])[] = [
  [
    "tray and shortcut",
    true,
    "Ctrl+Alt+K",
    "Kedge runs. To open it: a click on the anchor in the tray, Ctrl+Alt+K or kedge --toggle. Ctrl+C here quits it.",
  ],
  [
    "no tray",
    false,
    "Ctrl+Alt+K",
    "Kedge runs. To open it: Ctrl+Alt+K or kedge --toggle. Ctrl+C here quits it.",
  ],
  ["neither", false, "", "Kedge runs. To open it: kedge --toggle. Ctrl+C here quits it."],
];
for (const [what, inTray, shortcut, words] of CASES) {
  Deno.test(`runsWords() says where Kedge is with ${what}`, () =>
    assert.equal(runsWords(inTray, shortcut), words));
}

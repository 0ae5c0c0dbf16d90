import assert from "node:assert/strict";
import { createActivation } from "../../../src/tray/activation.ts";

const CASES: readonly (readonly [what: string, notes: readonly unknown[], later: number, given: unknown])[] =
  [
    ["the word that came", ["gnome-shell/Kedge/1-0_TIME12"], 0, "gnome-shell/Kedge/1-0_TIME12"],
    ["the last of several", ["first", "second"], 0, "second"],
    ["a word that is still good", ["word"], 9_999, "word"],
    ["none once it is too old", ["word"], 10_000, undefined],
    ["none when none came", [], 0, undefined],
    [
      "what came before what is no word",
      ["word", "", "two words", "x".repeat(201), "a\nb", 7, null],
      0,
      "word",
    ],
  ];
for (const [what, notes, later, given] of CASES) {
  Deno.test(`createActivation() gives ${what}, once`, () => {
    let now = 1;
    const activation = createActivation(() => now);
    for (const word of notes) activation.note(word);
    now += later;
    assert.equal(activation.take(), given);
    assert.equal(activation.take(), undefined);
  });
}

import assert from "node:assert/strict";
import { unwantedLetters } from "../../../../../src/ui/pages/query/rows/unwanted_letters.ts";

/** Keys with their ms after a row was refused; a letter meant for that row is unwanted. */
const CASES: readonly (readonly [
  does: string,
  keys: readonly (readonly [number, string?])[],
  found: readonly boolean[],
])[] = [
  ["has those that follow each other", [[100, "a"], [900, "b"], [1800, "c"]], [true, true, true]],
  ["ends with a pause", [[100, "a"], [1100, "b"], [1200, "c"]], [true, false, false]],
  ["ends with a key that is no letter", [[100], [200, "a"]], [false, false]],
  ["has the Backspace that empties a cell", [[100, ""]], [true]],
];
for (const [does, keys, found] of CASES) {
  Deno.test(`unwantedLetters() ${does}`, () => {
    let now = 5000;
    const letters = unwantedLetters(() => now);
    assert.equal(letters.isOne("a"), false);
    letters.begin();
    assert.deepEqual(keys.map(([at, text]) => (now = 5000 + at, letters.isOne(text))), found);
  });
}

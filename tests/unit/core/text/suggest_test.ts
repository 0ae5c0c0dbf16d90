import assert from "node:assert/strict";
import { suggest } from "../../../../src/core/text/suggest.ts";

const KNOWN = ["name", "label", "entry", "tooltip", "hideTooltip", "contextMode", "minAppVersion"];

const CASES: readonly (readonly [word: string, expected: string | undefined])[] = [
  ["lable", "label"],
  ["Name", "name"],
  ["ENTRY", "entry"],
  ["toolTip", "tooltip"],
  ["hidetooltip", "hideTooltip"],
  ["contextmod", "contextMode"],
  ["minAppVerison", "minAppVersion"],
  ["nme", "name"],
  ["zzz", undefined],
  ["ab", undefined],
  ["", undefined],
  ["completelyDifferent", undefined],
  ["x".repeat(5000), undefined],
];

for (const [word, expected] of CASES) {
  Deno.test(`suggest() gives ${expected} for ${word.slice(0, 20) || "nothing"}`, () => {
    assert.equal(suggest(word, KNOWN), expected);
  });
}

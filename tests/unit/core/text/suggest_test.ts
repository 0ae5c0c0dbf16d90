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
  // Two letters that lower case makes longer.
  ["\u0130\u0130ame", undefined],
];

for (const [word, expected] of CASES) {
  Deno.test(`suggest() gives ${expected} for ${word.slice(0, 20) || "nothing"}`, () => {
    assert.equal(suggest(word, KNOWN), expected);
  });
}

Deno.test("suggest() looks at no letter of words of 250 characters, whatever they are compared with", () => {
  let looks = 0;
  const known = {
    *[Symbol.iterator]() {
      for (let i = 0; i < 200; i++) {
        looks++;
        yield `${"n".repeat(247)}${i}`;
      }
    },
  };
  assert.equal(suggest(`${"n".repeat(246)}x100`, known), undefined);
  assert.equal(looks, 0);
});

Deno.test("suggest() gives the nearest of many words that are nearly the same", () => {
  const known = Array.from({ length: 198 }, (_, i) => `actions/${"n".repeat(20)}${i}.go`);
  for (const i of [0, 97, 197]) {
    assert.equal(suggest(`actions/${"n".repeat(20)}${i}.og`, known), known[i]);
  }
});

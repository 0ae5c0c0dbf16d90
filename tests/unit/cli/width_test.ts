import { deepEqual, equal } from "node:assert/strict";
import { aligned, padded, widthOf } from "../../../src/cli/width.ts";

const WIDTHS: readonly (readonly [line: string, width: number])[] = [
  ["", 0],
  ["shop-production", 15],
  ["Zürich", 6],
  ["Zu\u0308rich", 6],
  ["東京", 4],
  ["ｶﾅ", 2],
  ["한국", 4],
  ["ＡＢ", 4],
  ["🚀", 2],
  ["👩‍💻", 2],
  ["🇩🇪", 2],
  ["❤️", 2],
  ["№ → ✓ … •", 9],
];
for (const [line, width] of WIDTHS) {
  Deno.test(`widthOf() gives "${line}" ${width} columns`, () => equal(widthOf(line), width));
}

const PADDED: readonly (readonly [line: string, at: "end" | "start", padded: string])[] = [
  ["東京", "end", "東京  "],
  ["12", "start", "    12"],
  ["longer than that", "end", "longer than that"],
];
for (const [line, at, result] of PADDED) {
  Deno.test(`padded() adds the spaces that "${line}" leaves at its ${at}`, () =>
    equal(padded(line, 6, at), result));
}

Deno.test("aligned() begins the cells of a column at one place, whatever they are made of", () => {
  deepEqual(
    aligned([["prd", "東京", "1111"], ["", "shop", "2222"], ["dev", "a last one of any length"], [
      "stg",
      "z",
      "",
    ]]),
    ["prd  東京  1111", "     shop  2222", "dev  a last one of any length", "stg  z"],
  );
});

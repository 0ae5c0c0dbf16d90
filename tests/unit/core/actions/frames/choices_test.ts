import assert from "node:assert/strict";
import { joinChoices, splitChoices } from "../../../../../src/core/actions/frames/choices.ts";
import { growsInLine } from "../../../../support/growth.ts";

const of = (...values: string[]) => ({ options: values.map((value) => ({ label: value, value })) });

const read: [options: string[], text: string, values: string[] | null][] = [
  [["a", "b"], "b,a", ["a", "b"]],
  [["a", "b"], "", []],
  [["a", "b"], "a,,b", null],
  [["a", "b"], "a,c", null],
  [["a", "b", "a,b"], "a,b", ["a,b"]],
  [["a", "b", "a,b"], "b,a", ["a", "b"]],
  [["a", "b", "a,b"], '["a","b"]', ["a", "b"]],
  [["a", "b"], '["c"]', null],
  [["Paris", "Paris, Texas"], "Paris, Texas", ["Paris, Texas"]],
  // The longest value at the beginning leaves a rest that is none.
  [["a", "a,b", "b,c"], "a,b,c", ["a", "b,c"]],
  [["", "a"], ",a", ["", "a"]],
];
for (const [options, text, values] of read) {
  Deno.test(`splitChoices() reads ${JSON.stringify(text)} of ${JSON.stringify(options)}`, () => {
    assert.deepEqual(splitChoices(of(...options), text), values);
  });
}

const written: [options: string[], values: string[], text: string][] = [
  [["a", "b", "c"], ["c", "a"], "a,c"],
  [["a", "b"], [], ""],
  [["a, or c", "b"], ["b", "a, or c"], "a, or c,b"],
  [["Paris", "Paris, Texas"], ["Paris", "Paris, Texas"], "Paris,Paris, Texas"],
  [["a", "b", "a,b"], ["a", "b"], '["a","b"]'],
  [["a", "b,c", "a,b", "c"], ["a,b", "c"], '["a,b","c"]'],
  [["", "a"], [""], '[""]'],
  [['["a"]', "a"], ['["a"]'], '["[\\"a\\"]"]'],
];
for (const [options, values, text] of written) {
  Deno.test(`joinChoices() writes ${JSON.stringify(values)} of ${JSON.stringify(options)}`, () => {
    assert.equal(joinChoices(of(...options), values), text);
  });
}

Deno.test("splitChoices() reads what joinChoices() wrote of all choices", () => {
  const values = ["a", "b", "c", "a,b", "b,c", "a,b,c", "", " ", ",", "[", '["a"]', '["a","b"]'];
  for (let bits = 0; bits < 2 ** values.length; bits++) {
    const chosen = values.filter((_, i) => bits & 2 ** i);
    assert.deepEqual(splitChoices(of(...values), joinChoices(of(...values), chosen)), chosen);
  }
});

Deno.test("splitChoices() reads many choices in time in line with their number", () =>
  growsInLine(
    10_000,
    (count) => Array.from({ length: count }, (_, i) => `value ${i}`),
    (values) => assert.equal(splitChoices(of(...values), values.join())?.length, values.length),
  ));

import assert from "node:assert/strict";
import { type Diagnostic, inFileOrder } from "../../../src/core/diagnostic.ts";

/** A diagnostic that says where it stands: `file:line:column`, or only its code. */
const at = (place: string): Diagnostic => {
  const [file, line, column] = place.split(":");
  const where = line === undefined ? {} : { file: file!, line: Number(line), column: Number(column) };
  return { severity: "error", code: place, path: [], message: place, ...where };
};

/** Diagnostics as they were found, and as they are told. */
const CASES: readonly (readonly [found: readonly string[], told: readonly string[]])[] = [
  [[], []],
  [["m:3:1", "m:1:9", "m:1:2"], ["m:1:2", "m:1:9", "m:3:1"]],
  [["m:10:1", "m:9:1"], ["m:9:1", "m:10:1"]],
  [["whole", "m:2:1", "other", "m:1:1", "more-problems"], [
    "whole",
    "m:1:1",
    "other",
    "m:2:1",
    "more-problems",
  ]],
  [["m:2:1", "b:9:1", "m:1:1", "b:1:1"], ["m:1:1", "b:1:1", "m:2:1", "b:9:1"]],
];

for (const [found, told] of CASES) {
  Deno.test(`inFileOrder() tells ${told.join(", ") || "nothing"} when ${found.join(", ") || "nothing"} was found`, () => {
    assert.deepEqual(inFileOrder(found.map(at)).map(({ code }) => code), told);
  });
}

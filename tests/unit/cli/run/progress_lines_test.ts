import { deepEqual } from "node:assert/strict";
import { progressLines } from "../../../../src/cli/run/text.ts";

const progress = (fraction: number | null, label: string) => ({
  title: "Copying",
  label,
  fraction,
  cancelable: false,
});
type Told = ReturnType<typeof progress> | null;

const CASES: readonly (readonly [what: string, told: readonly Told[], lines: string[]])[] = [
  [
    "each of a thousand steps has its own label",
    Array.from({ length: 1000 }, (_, i) => progress(i / 1000, `${i} of 1000`)),
    Array.from({ length: 10 }, (_, i) => `${i * 100} of 1000 ${i * 10} %`),
  ],
  ["there is no label", [progress(0.5, "")], ["Copying 50 %"]],
  ["nobody knows how far it is", [progress(null, "a"), progress(null, "a"), progress(null, "b")], ["a", "b"]],
  ["it ends and begins anew", [progress(0.9, "a"), null, progress(0, "a")], ["a 90 %", "a 0 %"]],
];
for (const [what, told, lines] of CASES) {
  Deno.test(`progressLines() returns a line for each tenth or unmeasured step when ${what}`, () => {
    const line = progressLines();
    deepEqual(told.map(line).filter((text) => text !== null), lines);
  });
}

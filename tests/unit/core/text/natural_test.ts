import { deepEqual } from "node:assert/strict";
import { byName, sortedByName } from "../../../../src/core/text/natural.ts";

const ORDERED: readonly (readonly [what: string, ...names: string[]])[] = [
  ["by the value of numbers", "job-1", "job-2", "job-10", "job-100"],
  ["also within a name", "shop-2-db", "shop-10-db", "shop-10-web"],
  ["zeros in front do not make a number larger", "job-2", "job-03", "job-10"],
  ["names of one number by their texts", "job-01", "job-1"],
  ["letters of either case side by side", "Admin", "billing", "Reader"],
  ["names of one spelling in another case always in one order", "Job", "job"],
  ["numbers that no computer counts", `a${"9".repeat(60)}`, `b${"1".repeat(60)}`],
  ["a name before those that it begins", "job", "job-", "job-1"],
  ["nothing first", "", "0", "a"],
  ["what is not Latin behind what is", "zebra", "ärger", "日本"],
];

for (const [what, ...names] of ORDERED) {
  Deno.test(`byName() puts names in their order: ${what}`, () => {
    deepEqual(names.toReversed().sort(byName), names);
    deepEqual(
      sortedByName(names.toReversed().map((name) => ({ name })), ({ name }) => name),
      names.map((name) => ({ name })),
    );
  });
}

Deno.test("sortedByName() puts lower ranks first, each in the order of names", () => {
  const rank = (name: string) => name.startsWith("bad") ? -1 : 0;
  deepEqual(sortedByName(["job-10", "bad-11", "job-2", "bad-3"], (name) => name, rank), [
    "bad-3",
    "bad-11",
    "job-2",
    "job-10",
  ]);
});

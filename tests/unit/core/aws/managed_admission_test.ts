import { equal } from "node:assert/strict";
import { admits, type IngressRule } from "../../../../src/core/aws/managed/admission.ts";

const rules = (...all: Partial<IngressRule>[]): IngressRule[] =>
  all.map((one) => ({ from: 5432, to: 5432, ...one }));
const CASES: readonly (readonly [
  what: string,
  rules: IngressRule[],
  place: Parameters<typeof admits>[2],
  by: string,
])[] = [
  ["its group is named", rules({ group: "sg-a" }), { groups: ["sg-b", "sg-a"] }, "sg-a"],
  ["another group is", rules({ group: "sg-x" }), { groups: ["sg-a"] }, ""],
  [
    "its address is within",
    rules({ range: "10.0.0.0/16" }),
    { groups: [], address: "10.0.255.1" },
    "10.0.0.0/16",
  ],
  ["its address is beyond", rules({ range: "10.0.0.0/16" }), { groups: [], address: "10.1.0.1" }, ""],
  ["all are let in", rules({ range: "0.0.0.0/0" }), { groups: [], address: "203.0.113.9" }, "0.0.0.0/0"],
  [
    "the upper half is",
    rules({ range: "128.0.0.0/1" }),
    { groups: [], address: "200.1.1.1" },
    "128.0.0.0/1",
  ],
  ["the port is another", rules({ group: "sg-a", from: 3306, to: 3306 }), { groups: ["sg-a"] }, ""],
  ["the port is within", rules({ group: "sg-a", from: 0, to: 65_535 }), { groups: ["sg-a"] }, "sg-a"],
  [
    "both fit",
    rules({ range: "10.0.0.0/8" }, { group: "sg-a" }),
    { groups: ["sg-a"], address: "10.0.0.1" },
    "sg-a",
  ],
  ["the range is none", rules({ range: "10.0.0.0/x" }), { groups: [], address: "10.0.0.1" }, ""],
  ["nothing is known", rules({ range: "10.0.0.0/8" }), { groups: [] }, ""],
];
for (const [what, all, place, by] of CASES) {
  Deno.test(`admits() gives ${by || "null"} when ${what}`, () =>
    equal(admits(all, 5432, place)?.what ?? "", by));
}

import assert from "node:assert/strict";
import type { Json } from "../../../../../src/core/json/node.ts";
import {
  configEntries,
  differs,
  ownConfig,
  tickedOf,
  valueProblem,
} from "../../../../../src/ui/pages/configure/values.ts";

const KINDS: readonly (readonly [
  name: string,
  bundle: Json | undefined,
  own: Json | undefined,
  kind: string,
  text: string,
])[] = [
  ["text", "a", undefined, "text", "a"],
  ["an empty text", "", undefined, "text", ""],
  ["a text of several lines", "a\nb", undefined, "textarea", "a\nb"],
  ["a long text", "x".repeat(81), undefined, "textarea", "x".repeat(81)],
  ["a number", 1.5, undefined, "number", "1.5"],
  ["a switch", true, undefined, "checkbox", "true"],
  ["a list", [1, "a"], undefined, "json", '[\n  1,\n  "a"\n]'],
  ["nothing", null, undefined, "json", "null"],
  ["the user's value", "a", "b", "text", "b"],
  ["a value of another type", 1, "b", "json", '"b"'],
  ["a key of the user's alone", undefined, 5, "number", "5"],
];

for (const [name, original, own, kind, text] of KINDS) {
  Deno.test(`configEntries() shows ${name} as ${kind}`, () => {
    const [entry] = configEntries(
      original === undefined ? {} : { key: original },
      own === undefined ? {} : { key: own },
    );
    assert.deepEqual([entry!.kind, entry!.text], [kind, text]);
    assert.equal(entry!.original === undefined, original === undefined);
    assert.equal(differs(entry!, text), own !== undefined);
  });
}

const PROBLEMS: readonly (readonly [kind: "text" | "number" | "json", text: string, fine: boolean])[] = [
  ["text", "", true],
  ["number", "12", true],
  ["number", "-1.5e3", true],
  ["number", "", false],
  ["number", "1,5", false],
  ["number", "Infinity", false],
  ["number", "9007199254740991", true],
  ["number", " 1e21 ", true],
  ["number", "1234567890123456789", false],
  ["json", '{"a": [1]}', true],
  ["json", '{"a": [1e21]}', true],
  ["json", '{"a": [1234567890123456789]}', false],
  ["json", "1e999", false],
  ["json", "{a: 1}", false],
  ["json", "", false],
];

for (const [kind, text, fine] of PROBLEMS) {
  Deno.test(`valueProblem() finds ${fine ? "nothing wrong" : "a problem"} with ${kind} ${JSON.stringify(text)}`, () => {
    assert.equal(valueProblem(text, kind) === undefined, fine);
  });
}

Deno.test("ownConfig() keeps only what differs from the bundle", () => {
  const bundle = { text: "a", number: 1, list: [1, 2], off: false };
  const own = { number: 2, gone: "x" };
  const entries = configEntries(bundle, own);
  const now = new Map(entries.map(({ key, text }) => [key, text]));
  assert.deepEqual(ownConfig(entries, now), own);
  now.set("list", "[1,2]").set("text", "b").set("number", "1.0").set("off", "true").delete("gone");
  assert.deepEqual(ownConfig(entries, now), { text: "b", off: true });
});

const TICKED: readonly (readonly [
  what: string,
  now: string[],
  byHand: [string, string | null][],
  ticked: [string, string][],
])[] = [
  ["what stands now", ["a"], [], [["a", "old:1"]]],
  ["what the user ticked, where it was ticked", ["a"], [["b", "new:2"]], [["a", "old:1"], ["b", "new:2"]]],
  ["nothing that the user took away", ["a", "b"], [["a", null]], [["b", "old:1"]]],
  ["nothing that is there no more", [], [], []],
];
for (const [what, now, byHand, ticked] of TICKED) {
  Deno.test(`tickedOf() gives ${what}`, () => {
    const grants = now.map((server) => ({ server, at: "old:1" }));
    assert.deepEqual([...tickedOf(grants, new Map(byHand))], ticked);
  });
}

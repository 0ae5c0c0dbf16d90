import { deepEqual, equal } from "node:assert/strict";
import { changedSecret } from "../../../../../src/core/aws/resources/change.ts";
import { envFile } from "../../../../../src/core/aws/resources/env_file.ts";
import { secretFields } from "../../../../../src/core/aws/resources/fields.ts";

type Fields = Record<string, string>;
const CASES: [
  name: string,
  before: string,
  set: Fields,
  remove: string[],
  after: string,
  difference: string,
][] = [
  [
    "a field, and leaves every other byte",
    '{ "a": "1",\n  "b": 2 }',
    { a: "x" },
    [],
    '{ "a": "x",\n  "b": 2 }',
    "~a =1",
  ],
  ["a number into a number", '{"port": 5432}', { port: "5433" }, [], '{"port": 5433}', "~port =0"],
  ["a number into a text", '{"port": 5432}', { port: "none" }, [], '{"port": "none"}', "~port =0"],
  ["a text of digits into a text", '{"pin": "0012"}', { pin: "0013" }, [], '{"pin": "0013"}', "~pin =0"],
  ["nothing when the value is the same", '{"a": "1"}', { a: "1" }, [], '{"a": "1"}', "=1"],
  [
    "lines, with their comments",
    "# db\nexport A=1\nB=2\n",
    { A: "x y" },
    [],
    "# db\nexport A='x y'\nB=2\n",
    "~A =1",
  ],
  ["lines by one more", "A=1", { B: "2" }, [], "A=1\nB=2\n", "+B =1"],
  ["lines by one less", "A=1\nB=2\n", {}, ["A"], "B=2\n", "-A =1"],
];
for (const [name, before, set, remove, after, difference] of CASES) {
  Deno.test(`changedSecret() changes ${name}`, () => {
    const made = changedSecret(before, { set: new Map(Object.entries(set)), remove });
    equal(made?.text, after);
    const { added, changed, removed, same } = made!.difference;
    const told = [
      ...added.map((key) => `+${key}`),
      ...changed.map((key) => `~${key}`),
      ...removed.map((key) => `-${key}`),
      `=${same}`,
    ];
    equal(told.join(" "), difference);
  });
}

Deno.test("changedSecret() adds and removes keys of JSON", () => {
  const made = changedSecret('{"a": "1", "b": "2"}', { set: new Map([["c", "3"]]), remove: ["a"] });
  deepEqual(JSON.parse(made!.text), { b: "2", c: "3" });
});

Deno.test("changedSecret() treats __proto__ as a key like any other", () => {
  const made = changedSecret('{"a": "1"}', { set: new Map([["__proto__", "x"]]), remove: [] });
  equal(secretFields(made!.text)?.get("__proto__"), "x");
});

Deno.test("changedSecret() makes nothing of fields that a text has not, or has twice", () => {
  const change = { set: new Map([["a", "1"]]), remove: [] };
  equal(changedSecret("a text", change), null);
  equal(changedSecret('{"a": "1", "a": "2"}', change), null);
});

Deno.test("changedSecret() tells that a whole text is another", () => {
  equal(changedSecret("old", { text: "new" })?.difference.replaced, true);
  equal(changedSecret("old", { text: "old" })?.difference.replaced, false);
  deepEqual(changedSecret('{"a": "1"}', { text: '{"a": "1", "b": "2"}' })?.difference.added, ["b"]);
});

const VALUES: [value: string, line: string][] = [
  ["plain", "plain"],
  ["", ""],
  ["two words", "'two words'"],
  ["a$b`c", "'a$b`c'"],
  ["it's", `"it's"`],
  ['it\'s "$HOME"', `"it's \\"\\$HOME\\""`],
  ["a\nb", '"a\\nb"'],
  ["#x", "'#x'"],
];
for (const [value, line] of VALUES) {
  Deno.test(`envFile() writes ${JSON.stringify(value)} as ${line}`, () => {
    equal(envFile(new Map([["KEY", value]])), `KEY=${line}\n`);
  });
}

Deno.test("envFile() gives keys names that shells take", () => {
  equal(
    envFile(new Map([["db.host", "a"], ["2nd", "b"], ["API-KEY", "c"]])),
    "db_host=a\n_2nd=b\nAPI_KEY=c\n",
  );
});

import { deepEqual, equal } from "node:assert/strict";
import { growsInLine } from "../../../support/growth.ts";
import { type Edit, editJson, type Json } from "../../../../src/core/json/mod.ts";

const edited = (text: string, ...edits: Edit[]): string => {
  const result = editJson(text, edits);
  return result.ok ? result.text : `refused: ${result.error}`;
};

const lines = (...all: string[]) => all.join("\n") + "\n";

const LIST = lines(
  "{",
  "  // mine",
  '  "list": [',
  "    // the first",
  '    {"id": 1}, // one',
  "    // the second",
  '    {"id": 2} // two',
  "  ],",
  '  "other": true,',
  "}",
);

type Case = readonly [
  name: string,
  text: string,
  path: Edit["path"],
  value: Json | undefined,
  result: string,
];

const CASES: readonly Case[] = [
  ["replaces a number", '{ "a": 1 , "b": 2 }', ["a"], 7, '{ "a": 7 , "b": 2 }'],
  ["keeps an equal value as it is written", '{"a": 1.50e1}', ["a"], 15, '{"a": 1.50e1}'],
  ["adds to an empty object", "{}", ["a"], 1, '{\n  "a": 1\n}'],
  ["adds on one line", '{ "a": 1 }', ["b"], 2, '{ "a": 1, "b": 2 }'],
  ["adds behind a trailing comma", '{\n\t"a": 1,\n}', ["b"], 2, '{\n\t"a": 1,\n\t"b": 2,\n}'],
  [
    "adds before a closing comment",
    '{\n  "a": 1 // c\n  // end\n}',
    ["b"],
    2,
    '{\n  "a": 1, // c\n  "b": 2\n  // end\n}',
  ],
  [
    "keeps CR LF",
    '{\r\n    "a": 1\r\n}\r\n',
    ["b"],
    { c: 1 },
    '{\r\n    "a": 1,\r\n    "b": {\r\n        "c": 1\r\n    }\r\n}\r\n',
  ],
  ["keeps a byte order mark", '\ufeff{"a": 1}', ["a"], 2, '\ufeff{"a": 2}'],
  [
    "makes the containers of a path",
    "{}",
    ["a", 0, "b"],
    1,
    '{\n  "a": [\n    {\n      "b": 1\n    }\n  ]\n}',
  ],
  ["removes the only member", '{"a": 1}', ["a"], undefined, "{}"],
  ["removes a first member on one line", '{"a": 1, "b": 2}', ["a"], undefined, '{"b": 2}'],
  ["removes a last member on one line", '{"a": 1, "b": 2}', ["b"], undefined, '{"a": 1}'],
  ["removes a line with its member", '{\n  "a": 1,\n  "b": 2\n}', ["a"], undefined, '{\n  "b": 2\n}'],
  ["removes a last line with its member", '{\n  "a": 1,\n  "b": 2\n}', ["b"], undefined, '{\n  "a": 1\n}'],
  ["removes nothing where nothing is", '{"a": 1}', ["b"], undefined, '{"a": 1}'],
  [
    "removes a first entry with its comments",
    LIST,
    ["list", 0],
    undefined,
    LIST.replace(/ {4}\/\/ the first\n.*\n/, ""),
  ],
  [
    "takes the comma before a removed last entry",
    LIST,
    ["list", 1],
    undefined,
    LIST.replace('{"id": 1},', '{"id": 1}').replace(/ {4}\/\/ the second\n.*\n/, ""),
  ],
  [
    "adds an entry written like its neighbours",
    LIST,
    ["list", 2],
    { id: 3, of: ["a"] },
    LIST.replace('{"id": 2} // two', '{"id": 2}, // two\n    {"id": 3, "of": ["a"]}'),
  ],
  [
    "adds an entry in front",
    LIST,
    ["list"],
    [{ id: 0 }, { id: 1 }, { id: 2 }],
    LIST.replace('"list": [', '"list": [\n    {"id": 0},'),
  ],
  [
    "adds an entry between",
    LIST,
    ["list"],
    [{ id: 1 }, { id: 0 }, { id: 2 }],
    LIST.replace("// one", '// one\n    {"id": 0},'),
  ],
  [
    "moves entries with their comments",
    LIST,
    ["list"],
    [{ id: 2 }, { id: 1 }],
    lines(
      "{",
      "  // mine",
      '  "list": [',
      "    // the second",
      '    {"id": 2}, // two',
      "    // the first",
      '    {"id": 1} // one',
      "  ],",
      '  "other": true,',
      "}",
    ),
  ],
  [
    "changes one field of a list that is set whole",
    LIST,
    ["list"],
    [{ id: 1 }, { id: 5 }],
    LIST.replace('"id": 2', '"id": 5'),
  ],
  ["moves on one line", "[1, 2, 3]", [], [3, 1, 2], "[3, 1, 2]"],
  [
    "moves a line comment with its entry where it would swallow the end",
    "[1, 2, // two\n 3]",
    [],
    [1, 3, 2],
    "[1, 3,\n 2 // two\n]",
  ],
  ["replaces a text by a list", '{"a": "x"}', ["a"], ["y", 1], '{"a": ["y", 1]}'],
  ["sets a __proto__ key like any other", '{"__proto__": 1}', ["__proto__"], 2, '{"__proto__": 2}'],
  ["refuses a text that does not parse", '{"a": 1', ["a"], 2, "refused: The file is not parseable"],
  ["refuses a key that is set twice", '{"a": 1, "a": 2}', ["a"], 3, 'refused: "a" is set twice in the file'],
  ["refuses an entry far behind the end", "[1]", [5], 1, "refused: The list has no entry 5"],
  ["refuses to remove an entry that is not there", "[1]", [1], undefined, "refused: The list has no entry 1"],
  [
    "refuses a key inside of a number",
    '{"a": 1}',
    ["a", "b"],
    1,
    'refused: The file has something else where "b" belongs',
  ],
  [
    "refuses a key inside of a list",
    '{"a": []}',
    ["a", "b"],
    1,
    'refused: The file has something else where "b" belongs',
  ],
];

for (const [name, text, path, value, result] of CASES) {
  Deno.test(`editJson() ${name}`, () => {
    equal(edited(text, value === undefined ? { path } : { path, value }), result);
  });
}

Deno.test("editJson() refuses a place that holds something else than it did", () => {
  const text = '{"a": [{"id": 1}, {"id": 2}]}';
  const was = { path: ["a", 0], was: { id: 1 } };
  equal(edited(text, was), '{"a": [{"id": 2}]}');
  equal(edited('{"a": [{"id": 2}]}', was), "refused: It was changed in the file meanwhile");
  equal(edited('{"a": []}', { ...was, value: 5 }), "refused: It was changed in the file meanwhile");
});

Deno.test("editJson() finds an entry of a list where it is now", () => {
  const was = { path: ["a", 0], was: { id: 1 } };
  equal(edited('{"a": [{"id": 0}, {"id": 1}]}', was), '{"a": [{"id": 0}]}');
  equal(edited('{"a": [{"id": 0}, {"id": 1}]}', { ...was, value: 5 }), '{"a": [{"id": 0}, 5]}');
  equal(edited('{"a": [{"id": 1}, {"id": 1}]}', { ...was, path: ["a", 1] }), '{"a": [{"id": 1}]}');
  equal(
    edited('{"a": [{"id": 0}, {"id": 1}]}', { ...was, to: 1 }),
    "refused: It was changed in the file meanwhile",
  );
});

Deno.test("editJson() puts a new entry behind the last, though the list has grown or shrunk", () => {
  const add = { path: ["a", 1], value: 9, add: true };
  for (
    const [text, result] of [
      ['{"a": [1]}', '{"a": [1, 9]}'],
      ['{"a": [1, 2, 3]}', '{"a": [1, 2, 3, 9]}'],
      ['{"a": []}', '{"a": [9]}'],
      ["{}", '{"a": [9]}'],
    ] as const
  ) equal(JSON.stringify(JSON.parse(edited(text, add))), JSON.stringify(JSON.parse(result)), text);
});

Deno.test("editJson() moves an entry with its comments, while it is what it was", () => {
  const swapped = LIST.replace(
    / {4}\/\/ the first[^]*\/\/ two\n/,
    '    // the second\n    {"id": 2}, // two\n    // the first\n    {"id": 1} // one\n',
  );
  equal(edited(LIST, { path: ["list", 0], to: 1, was: { id: 1 } }), swapped);
  equal(
    edited(LIST, { path: ["list", 0], to: 1, was: { id: 9 } }),
    "refused: It was changed in the file meanwhile",
  );
  equal(edited(LIST, { path: ["list", 0], to: 2 }), "refused: The list has no entry 2");
  equal(edited(LIST, { path: ["list", 4], to: 0 }), "refused: The list has no entry 4");
});

Deno.test("editJson() makes all edits or none", () => {
  equal(edited("{}", { path: ["a"], value: 1 }, { path: ["b"], value: 2 }), '{\n  "a": 1,\n  "b": 2\n}');
  deepEqual(editJson("{}", [{ path: ["a"], value: 1 }, { path: ["a", "b"], value: 2 }]).ok, false);
});

Deno.test("editJson() takes time in line with a text that is one line", async () => {
  const text = (count: number) => `{"list":[${'{"id":1,"in":[2]},'.repeat(count)}3]}`;
  for (const path of [["new"], ["list", 0, "id"]]) {
    await growsInLine(3000, text, (long) => equal(editJson(long, [{ path, value: 9 }]).ok, true));
  }
});

Deno.test("editJson() takes the step of indentation from what begins its line", () => {
  equal(
    edited('{ "a": [\n      1\n  ],\n   "b": 2 }', { path: ["c"], value: { d: 1 } }),
    '{ "a": [\n      1\n  ],\n   "b": 2,\n   "c": {\n         "d": 1\n   } }',
  );
  equal(edited('\ufeff{\n\t"a": 1\n}', { path: ["a"], value: [{}] }), '\ufeff{\n\t"a": [\n\t\t{}\n\t]\n}');
});

const ADDED: readonly (readonly [text: string, result: string])[] = [
  ['{"a": [1]}', '{"a": [1, 2, 3]}'],
  ['{\n  "a": [\n    1 // one\n  ]\n}', '{\n  "a": [\n    1, // one\n    2,\n    3\n  ]\n}'],
  [
    '{\n  "a": [\n    1, // one\n    // end\n  ]\n}',
    '{\n  "a": [\n    1, // one\n    2,\n    3,\n    // end\n  ]\n}',
  ],
  ['{"a": [ /* none */ ]}', '{"a": [ /* none */\n  2,\n  3\n]}'],
];
for (const [text, result] of ADDED) {
  Deno.test(`editJson() puts several new entries behind ${text}`, () => {
    const add = (value: number) => ({ path: ["a", 1], value, add: true });
    equal(edited(text, add(2), add(3)), result);
  });
}

Deno.test("editJson() adds entries to several lists, also new ones, and refuses a list that is set twice", () => {
  const add = (list: string, value: number) => ({ path: [list, 0], value, add: true });
  const all = [add("a", 2), add("b", 3), add("b", 4), add("a", 5), { path: ["c"], value: 6 }];
  deepEqual(JSON.parse(edited('{"a": [1]}', ...all)), { a: [1, 2, 5], b: [3, 4], c: 6 });
  equal(
    edited('{"a": [], "a": []}', add("a", 1), add("a", 2)),
    'refused: "a" is set twice in the file',
  );
  equal(edited('{"a": 1}', add("a", 1), add("a", 2)), 'refused: "a" in the file is not a list');
  equal(edited('{"a": null}', add("a", 1)), 'refused: "a" in the file is not a list');
});

Deno.test("editJson() takes time in line with the entries that it adds", async () => {
  const entry = { id: 1, in: [2] };
  const adds = (count: number) =>
    Array.from({ length: count }, (): Edit => ({ path: ["a", 1], value: entry, add: true }));
  for (const text of ['{"a": [{"id": 0}]}', "{}"]) {
    await growsInLine(4000, adds, (edits) => equal(editJson(text, edits).ok, true));
  }
});

const REMOVED: readonly (readonly [what: string, text: string, indexes: number[], result: string])[] = [
  ["all entries", '{"a": [1, 2, 3]}', [2, 1, 0], '{"a": []}'],
  ["the last ones", '{"a": [1, 2, 3]}', [2, 1], '{"a": [1]}'],
  ["the first ones", '{"a": [1, 2, 3]}', [1, 0], '{"a": [3]}'],
  ["some on one line", '{"a": [1, 2, 3, 4, 5]}', [3, 1], '{"a": [1, 3, 5]}'],
  ["some on lines", '{"a": [\n  1,\n  2,\n  3,\n  4\n]}', [3, 2, 0], '{"a": [\n  2\n]}'],
  [
    "entries with comments, which go with them",
    '{"a": [\n  1, // one\n  // two\n  2,\n  // list\n\n  3, /* three */\n  4\n]}',
    [3, 2, 1],
    '{"a": [\n  1 // one\n  // list\n]}',
  ],
  ["some behind which a comma stands", '{"a": [1, 2, 3,]}', [2, 1], '{"a": [1,]}'],
];
for (const [what, text, indexes, result] of REMOVED) {
  const edits = indexes.map((index): Edit => ({ path: ["a", index] }));
  Deno.test(`editJson() removes ${what} together as one by one`, () => {
    equal(edited(text, ...edits), result);
    equal(edits.reduce((now, edit) => edited(now, edit), text), result);
  });
}

Deno.test("editJson() refuses to remove entries that are not there, and takes indexes as they come", () => {
  equal(
    edited('{"a": [1, 2]}', { path: ["a", 2] }, { path: ["a", 1] }),
    "refused: The list has no entry 2",
  );
  equal(edited('{"a": [1, 2, 3]}', { path: ["a", 0] }, { path: ["a", 1] }), '{"a": [2]}');
});

Deno.test("editJson() takes time in line with the entries that it removes", async () => {
  const make = (count: number) => ({
    text: `{"a": [${Array.from({ length: count }, (_, id) => `\n  {"id": ${id}, "in": [2]}`)}\n]}`,
    edits: Array.from({ length: count }, (_, index): Edit => ({ path: ["a", count - 1 - index] })),
  });
  await growsInLine(4000, make, ({ text, edits }) => equal(editJson(text, edits).ok, true));
});

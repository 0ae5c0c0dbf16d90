/** Tests where the comments of an entry go when it is removed, moved or renamed. */
import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { applyEdits, modify } from "jsonc-parser";
import { type Edit, editJson, type Json, parseJson, toValue } from "../../../../src/core/json/mod.ts";

const edited = (text: string, ...edits: Edit[]): string => {
  const result = editJson(text, edits);
  return result.ok ? result.text : `refused: ${result.error}`;
};

/** The result of the package `jsonc-parser` for a removal: the same, or its mistake in words. */
type Theirs = "same" | string;

const REMOVED: readonly (readonly [
  what: string,
  text: string,
  path: Edit["path"],
  result: string,
  theirs: Theirs,
])[] = [
  ["first, line above", "[\n  // a\n  1,\n  2\n]", [0], "[\n  2\n]", "leaves a"],
  ["first, on its line", "[\n  1, // a\n  2\n]", [0], "[\n  2\n]", "same"],
  ["first, above and on its line", "[\n  // a\n  1, // a\n  2 // b\n]", [0], "[\n  2 // b\n]", "leaves a"],
  ["first, below the list's own", "[ // l\n  // a\n  1,\n  2\n]", [0], "[ // l\n  2\n]", "drops the list's"],
  ["first, next one has its own", "[\n  1, // a\n  // b\n  2\n]", [0], "[\n  // b\n  2\n]", "drops b"],
  ["middle, line above", "[\n  1,\n  // b\n  2,\n  3\n]", [1], "[\n  1,\n  3\n]", "leaves b"],
  ["middle, both", "[\n  1, // a\n  // b\n  2, // b\n  3\n]", [1], "[\n  1, // a\n  3\n]", "drops a"],
  ["middle, several above", "[\n  1,\n  // b\n  /* b */\n  2,\n  3\n]", [1], "[\n  1,\n  3\n]", "leaves b"],
  ["middle, a line that goes on", "[\n  1, // a\n     // a\n  2,\n  3\n]", [0], "[\n  2,\n  3\n]", "same"],
  [
    "middle, below one that goes on",
    "[\n  1, // a\n     // a\n  2\n]",
    [1],
    "[\n  1 // a\n     // a\n]",
    "drops a",
  ],
  ["last, line above", "[\n  1,\n  // b\n  2\n]", [1], "[\n  1\n]", "same"],
  ["last, on its line", "[\n  1, // a\n  2 // b\n]", [1], "[\n  1 // a\n]", "drops a, keeps b"],
  ["last, with a comma", "[\n  1, // a\n  2, // b\n]", [1], "[\n  1, // a\n]", "drops a, keeps b"],
  ["last, above the list's own", "[\n  1,\n  2 // b\n  // end\n]", [1], "[\n  1\n  // end\n]", "keeps b"],
  ["only, both", "[\n  // a\n  1 // a\n]", [0], "[\n]", "same"],
  ["only, with a comma", "[\n  // a\n  1, // a\n]", [0], "[\n]", "same"],
  ["only, in braces", '{ "a": 1 /* a */ }', ["a"], "{ }", "keeps it"],
  ["member, both", '{\n  // a\n  "a": 1, // a\n  "b": 2\n}', ["a"], '{\n  "b": 2\n}', "same"],
  ["member, between key and value", '{"a": /* a */ 1, "b": 2}', ["a"], '{"b": 2}', "same"],
  ["member, last", '{\n  "a": 1, // a\n  // b\n  "b": 2 // b\n}', ["b"], '{\n  "a": 1 // a\n}', "keeps b"],
  ["block above", "[\n  /* a\n     a */\n  1,\n  2\n]", [0], "[\n  2\n]", "leaves a"],
  ["block before it", "[1, /* b */ 2, 3]", [1], "[1, 3]", "leaves b"],
  ["block behind it", "[1, 2 /* b */, 3]", [1], "[1, 3]", "same"],
  ["blocks of neighbours", "[1 /* a */, 2, /* c */ 3]", [1], "[1 /* a */, /* c */ 3]", "drops one"],
  ["last of a line", "[1 /* a */, 2 /* b */]", [1], "[1 /* a */]", "drops a, keeps b"],
  ["first of a line", "[/* a */ 1, 2]", [0], "[2]", "leaves a"],
  [
    "a line behind the whole list",
    '{"l": [1, 2], // l\n "b": 1}',
    ["l", 1],
    '{"l": [1], // l\n "b": 1}',
    "leaves [12]",
  ],
  ["an empty line below", "[\n  // l\n\n  1,\n  2\n]", [0], "[\n  // l\n\n  2\n]", "same"],
  ["an empty line between", "[\n  1,\n  // l\n\n  2\n]", [0], "[\n  // l\n\n  2\n]", "drops the list's"],
  ["empty lines around", "[\n  1,\n\n  // b\n  2,\n\n  3\n]", [1], "[\n  1,\n\n  3\n]", "other lines"],
  ["empty line above the last", "[\n  1,\n\n  // b\n  2\n]", [1], "[\n  1\n]", "same"],
  ["the file's head", '// head\n{\n  "a": 1,\n  "b": 2\n}', ["a"], '// head\n{\n  "b": 2\n}', "same"],
  ["CR LF", "[\r\n  // a\r\n  1, // a\r\n  2\r\n]\r\n", [0], "[\r\n  2\r\n]\r\n", "leaves a"],
  ["CR LF, empty line", "[\r\n  // l\r\n\r\n  1\r\n]", [0], "[\r\n  // l\r\n]", "leaves lines"],
  [
    "commas that begin lines",
    "[ 1 // a\n// b\n, 2 // b\n, 3 // c\n]",
    [1],
    "[ 1 // a\n, 3 // c\n]",
    "drops a, keeps b",
  ],
  [
    "nested",
    '{\n  "l": [\n    // a\n    {"id": 1}, // a\n    // b\n    {"id": 2}\n  ] // l\n}',
    ["l", 0],
    '{\n  "l": [\n    // b\n    {"id": 2}\n  ] // l\n}',
    "drops b",
  ],
  [
    "a member of an entry",
    '[\n  // e\n  { // e\n    // a\n    "a": 1,\n    "b": 2 // b\n  } // e\n]',
    [0, "a"],
    '[\n  // e\n  { // e\n    "b": 2 // b\n  } // e\n]',
    "drops e",
  ],
];
const withoutSpace = (text: string) => text.replace(/\s/g, "");
for (const [what, text, path, result, theirs] of REMOVED) {
  Deno.test(`editJson() removes an entry with its comments: ${what}`, () => {
    equal(edited(text, { path }), result);
    const made = applyEdits(text, modify(text, [...path], undefined, {}));
    equal(withoutSpace(made) === withoutSpace(result), theirs === "same", `${theirs}: ${made}`);
  });
}

const MOVED: readonly (readonly [what: string, text: string, from: number, to: number, result: string])[] = [
  ["on lines", "[\n  // a\n  1, // a\n  2 // b\n]", 0, 1, "[\n  2, // b\n  // a\n  1 // a\n]"],
  ["below the list's own", "[\n  // l\n\n  // a\n  1,\n  2\n]", 0, 1, "[\n  // l\n\n  2,\n  // a\n  1\n]"],
  ["on one line", "[/* a */ 1, 2 /* b */, 3]", 0, 2, "[2 /* b */, 3, /* a */ 1]"],
  ["to the front of a line", "[1, 2 /* b */]", 1, 0, "[2 /* b */, 1]"],
  ["above the list's own", "[\n  1, // a\n  2\n  // end\n]", 0, 1, "[\n  2,\n  1 // a\n  // end\n]"],
  ["CR LF", "[\r\n  1, // a\r\n  2,\r\n]", 0, 1, "[\r\n  2,\r\n  1, // a\r\n]"],
  ["a line's end to the front", "[1, 2, // b\n 3]", 1, 0, "[2, // b\n 1,\n 3]"],
  ["over a line's end", "[1, 2, // b\n 3]", 0, 2, "[2, // b\n 3,\n 1]"],
  ["a line's end to the end", "[1, 2, // b\n 3]", 2, 0, "[3, 1,\n 2 // b\n]"],
  ["a line above to the front", "[1,\n // b\n 2, 3]", 1, 0, "[\n // b\n 2,\n 1, 3]"],
  ["a line above to the end", "[1,\n // b\n 2, 3]", 1, 2, "[1,\n 3,\n // b\n 2]"],
  ["several lines to the front", "[1, 2, /* b\n b */ 3]", 2, 0, "[\n /* b\n b */ 3, 1, 2]"],
  ["objects behind brackets", "[{\n}, [ // b\n], // b\n3]", 1, 0, "[[ // b\n], // b\n{\n},\n3]"],
];
for (const [what, text, from, to, result] of MOVED) {
  Deno.test(`editJson() moves an entry with its comments: ${what}`, () => {
    equal(edited(text, { path: [from], to }), result);
  });
}

const ADDED: readonly (readonly [what: string, text: string, value: Json, result: string])[] = [
  ["behind a line's end", "[1, 2 // b\n]", [1, 2, 3], "[1, 2, // b\n  3\n]"],
  ["behind a line's end and a comma", "[1, 2, // b\n]", [1, 2, 3], "[1, 2, // b\n  3,\n]"],
  ["behind a comment that goes on", "[\n  1 // a\n    // a\n]", [1, 2], "[\n  1, // a\n    // a\n  2\n]"],
  ["behind a block", "[1, 2 /* b */]", [1, 2, 3], "[1, 2 /* b */, 3]"],
  ["behind a block, as a member", '{"a": 1 /* a */}', { a: 1, b: 2 }, '{"a": 1 /* a */, "b": 2}'],
  ["before a block", "[1, /* c */ 3]", [1, 2, 3], "[1, 2, /* c */ 3]"],
  ["before a line above", "[1,\n // c\n /* c */ 3]", [1, 2, 3], "[1,\n 2,\n // c\n /* c */ 3]"],
  ["below a line's end", "[1, 2, // b\n 4]", [1, 2, 3, 4], "[1, 2, // b\n 3,\n 4]"],
];
for (const [what, text, value, result] of ADDED) {
  Deno.test(`editJson() leaves comments with their entries when one comes ${what}`, () => {
    equal(edited(text, { path: [], value }), result);
  });
}

const SET: readonly (readonly [what: string, text: string, value: Json, result: string])[] = [
  [
    "a name changes",
    '[\n  // a\n  {"n": "x"}, // a\n  {"n": "y"}\n]',
    [{ n: "z" }, { n: "y" }],
    '[\n  // a\n  {"n": "z"}, // a\n  {"n": "y"}\n]',
  ],
  [
    "a key changes",
    '{\n  // a\n  "a": 1, // a\n  "b": 2\n}',
    { c: 1, b: 2 },
    '{\n  // a\n  "c": 1, // a\n  "b": 2\n}',
  ],
  [
    "another key comes",
    '{\n  // a\n  "a": 1, // a\n  "b": 2\n}',
    { b: 2, c: 3 },
    '{\n  "b": 2,\n  "c": 3\n}',
  ],
  [
    "one goes and another comes elsewhere",
    "[\n  // a\n  1,\n  // b\n  2\n]",
    [2, 3],
    "[\n  // b\n  2,\n  3\n]",
  ],
];
for (const [what, text, value, result] of SET) {
  Deno.test(`editJson() keeps comments with their entries when ${what}`, () => {
    equal(edited(text, { path: [], value }), result);
  });
}

/** An entry of a list that the test writes, with comments that bear its number. */
interface Entry {
  readonly id: number;
  readonly above: readonly number[];
  readonly free: boolean;
  readonly behind: number;
  readonly value: number;
}
interface Written {
  readonly isObject: boolean;
  readonly eol: string;
  readonly comma: boolean;
  readonly head: boolean;
  readonly entries: readonly Entry[];
}

/** Writes a list in which each comment names the entry that it belongs to. */
function write({ isObject, eol, comma, head, entries }: Written): string {
  const lines = [`${isObject ? "{" : "["} // the list's`];
  if (head) lines.push("  // the list's head", "");
  for (const [index, { id, above, free, behind, value }] of entries.entries()) {
    for (const kind of above) {
      lines.push(`  ${[`// ${id}`, `/* ${id} */`, `/* ${id}${eol}     ${id}, */`][kind]}`);
    }
    const separator = comma || index + 1 < entries.length ? "," : "";
    const text = [
      String(id),
      `{"a": ${id}, /* ${id} */ "b": []}`,
      `{ // ${id}${eol}    "a": ${id}${eol}  }`,
    ][value]!;
    const end = ["", ` // ${id}`, ` /* ${id} */`, ` // ${id}, "x": [`][behind]!;
    lines.push(`  ${isObject ? `"k${id}": ` : ""}${text}${separator}${end}`);
    if (free) lines.push("  // between entries", "");
  }
  lines.push("  // the end", isObject ? "}" : "]");
  return lines.join(eol) + eol;
}
const entry = fc.record({
  above: fc.array(fc.nat(2), { maxLength: 3 }),
  free: fc.boolean(),
  behind: fc.nat(3),
  value: fc.nat(2),
});
const written = fc.record({
  isObject: fc.boolean(),
  eol: fc.constantFrom("\n", "\r\n"),
  comma: fc.boolean(),
  head: fc.boolean(),
  entries: fc.array(entry, { minLength: 1, maxLength: 5 })
    .map((all) => all.map((one, index): Entry => ({ ...one, id: index + 1 }))),
});
Deno.test("editJson() removes what belongs to entries, and everything else is written as before", () => {
  const chosen = fc.array(fc.boolean(), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(written, chosen, (list, chosen) => {
      const goes = (index: number) => chosen[index % chosen.length]!;
      const text = write(list);
      const edits = list.entries.flatMap(({ id }, index): Edit[] =>
        goes(index) ? [{ path: [list.isObject ? `k${id}` : index] }] : []
      );
      const result = edited(text, ...edits.reverse());
      const lines = (all: string) => all.split(/\r?\n/).filter((line) => line.trim() !== "");
      // A comment between two entries belongs to neither, so it is compared separately.
      const isBetween = (line: string) => line.includes("between");
      const others = (all: string) => lines(all).filter((line) => !isBetween(line));
      const kept = write({ ...list, entries: list.entries.filter((_, index) => !goes(index)) });
      deepEqual(others(result), others(kept), text);
      equal(lines(result).filter(isBetween).length, lines(text).filter(isBetween).length, text);
      equal(parseJson(result).problems.length, 0);
      if (list.eol === "\r\n") ok(!/[^\r]\n/.test(result));
    }),
    { seed: 31, numRuns: 1500 },
  );
});

Deno.test("editJson() moves what belongs to an entry, and everything else stays where it is", () => {
  fc.assert(
    fc.property(written, fc.nat(), fc.nat(), (list, at, place) => {
      const { entries } = list, from = at % entries.length, to = place % entries.length;
      const text = write({ ...list, isObject: false });
      const moved = entries.toSpliced(from, 1).toSpliced(to, 0, entries[from]!)
        .map((one, index) => ({ ...one, free: entries[index]!.free }));
      equal(edited(text, { path: [from], to }), write({ ...list, isObject: false, entries: moved }));
    }),
    { seed: 32, numRuns: 1500 },
  );
});

Deno.test("editJson() renames a member where it stands", () => {
  fc.assert(
    fc.property(written, fc.nat(), (list, at) => {
      const text = write({ ...list, isObject: true });
      const { id } = list.entries[at % list.entries.length]!;
      const value = toValue(parseJson(text).root!) as Record<string, Json>;
      const renamed = Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key === `k${id}` ? "new" : key, inner]),
      );
      equal(edited(text, { path: [], value: renamed }), text.replace(`"k${id}"`, '"new"'));
    }),
    { seed: 33, numRuns: 500 },
  );
});

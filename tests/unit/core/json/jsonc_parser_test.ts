/** Compares Kedge's reader and editor of JSON with comments with the package `jsonc-parser`. */
import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { applyEdits, modify, parse, type ParseError } from "jsonc-parser";
import { editJson, type Json, parseJson, toValue } from "../../../../src/core/json/mod.ts";
import { anyValue, document, plain } from "../../../support/json/documents.ts";
import { SUITE } from "./json_test_suite.ts";

/** Returns what the package reads; undefined when it finds an error or throws. */
function theirs(text: string): { value: unknown } | undefined {
  const errors: ParseError[] = [];
  try {
    const value = parse(text, errors, { allowTrailingComma: true });
    return errors.length === 0 ? { value } : undefined;
  } catch {
    return undefined;
  }
}

function ours(text: string): { value: Json } | undefined {
  const { root, problems } = parseJson(text);
  return root && problems.length === 0 ? { value: toValue(root) } : undefined;
}

/** Cases in which the two differ on purpose, with the reason. */
const DIFFERENT: Readonly<Record<string, string>> = {
  "structure_500_nested_arrays": "values nested deeper than 500 levels are refused",
  "structure_UTF-8_BOM_empty_object": "a byte order mark is accepted",
};

for (const [, name, text] of SUITE) {
  Deno.test(`parseJson() reads ${name} ${name in DIFFERENT ? "unlike" : "as"} jsonc-parser`, () => {
    const same = plain(theirs(text)) === plain(ours(text));
    equal(same, !(name in DIFFERENT), DIFFERENT[name] ?? name);
  });
}

Deno.test("parseJson() reads what jsonc-parser reads in any document with comments", () => {
  fc.assert(
    fc.property(document, ({ text }) => {
      const read = theirs(text);
      ok(read, text);
      equal(plain(ours(text)?.value), plain(read.value));
    }),
    { seed: 21, numRuns: 1500 },
  );
});

Deno.test("parseJson() refuses what jsonc-parser refuses in any damaged document, and nothing else", () => {
  const damage = fc.tuple(
    document,
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom(..."{}[],:\"'/* 1ax"),
  );
  fc.assert(
    fc.property(damage, fc.nat(2), ([{ text }, share, character], kind) => {
      const at = Math.floor(share * text.length);
      const damaged = text.slice(0, at) + (kind === 0 ? "" : character) +
        text.slice(kind === 1 ? at : at + 1);
      equal(plain(ours(damaged)), plain(theirs(damaged)), damaged);
    }),
    { seed: 22, numRuns: 5000 },
  );
});

Deno.test("editJson() makes the value that jsonc-parser's edits make", () => {
  fc.assert(
    fc.property(
      document,
      fc.constantFrom("a", "b", "new"),
      fc.option(anyValue),
      ({ text, value }, key, to) => {
        if (to === null && !(key in value)) return;
        const edited = editJson(text, [to === null ? { path: [key] } : { path: [key], value: to as Json }]);
        ok(edited.ok);
        const made = applyEdits(text, modify(text, [key], to ?? undefined, {}));
        const read = theirs(made);
        // The package leaves invalid JSON when it removes "a" from `{"a": 1,}`.
        if (!read) return;
        equal(plain(ours(edited.text)?.value), plain(read.value), `${edited.text}\n---\n${made}`);
      },
    ),
    { seed: 23, numRuns: 1500 },
  );
});

/** Things that only Kedge's editor keeps, which is why Kedge has its own. */
const KEPT: readonly (readonly [
  name: string,
  text: string,
  path: (string | number)[],
  value: Json | undefined,
  kept: string,
])[] = [
  [
    "the comments of the neighbour of what goes",
    '{\n  "a": 1, // first\n  // two\n  "b": 2\n}\n',
    ["a"],
    undefined,
    '{\n  // two\n  "b": 2\n}\n',
  ],
  [
    "the lines of a list",
    '{"list": [1, 2, 3], "x": 1}',
    ["list", 1],
    undefined,
    '{"list": [1, 3], "x": 1}',
  ],
  ["a document that can be read", '{"a": 1,}', ["a"], undefined, "{}"],
  [
    "the comments in a list that grows",
    '{\n  "list": [\n    1, // one\n    2 // two\n  ]\n}\n',
    ["list"],
    [1, 2, 3],
    '{\n  "list": [\n    1, // one\n    2, // two\n    3\n  ]\n}\n',
  ],
];
for (const [name, text, path, value, kept] of KEPT) {
  Deno.test(`editJson() keeps ${name}, which jsonc-parser does not`, () => {
    const edited = editJson(text, [value === undefined ? { path } : { path, value }]);
    equal(edited.ok && edited.text, kept);
    const formattingOptions = { insertSpaces: true, tabSize: 2 };
    ok(applyEdits(text, modify(text, path, value, { formattingOptions })) !== kept);
  });
}

Deno.test("editJson() refuses a key that stands twice, of which jsonc-parser changes the one that does not count", () => {
  const text = '{"a": 1, "a": 2}';
  equal(editJson(text, [{ path: ["a"], value: 3 }]).ok, false);
  deepEqual(parse(applyEdits(text, modify(text, ["a"], 3, {}))), { a: 2 });
});

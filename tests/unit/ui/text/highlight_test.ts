import { growsInLine } from "../../../support/growth.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { highlight, type Language, languageOf } from "../../../../src/ui/text/highlight.ts";
import { splitLines } from "../../../../src/ui/text/tokens.ts";

/** The coloured tokens of a text, line by line, as `kind:text`. */
const coloured = (text: string, language: Language) =>
  highlight(text, language).map((line) =>
    line.filter((token) => token.kind !== "").map((t) => `${t.kind.slice(2)}:${t.text}`)
  );

const go: readonly [name: string, text: string, expected: string[][]][] = [
  ["keywords and calls", "func Run() error {", [["keyword:func", "name:Run", "type:error"]]],
  ["strings with escapes", 'x := "a\\"b" + c', [['string:"a\\"b"']]],
  ["a comment in a string", 'x := "// no"', [['string:"// no"']]],
  ["a string in a comment", '// say "hi"', [['comment:// say "hi"']]],
  ["an address in a string", 'get("https://x/*y*/")', [["name:get", 'string:"https://x/*y*/"']]],
  ["raw strings over lines", 'x := `a\n"b\n` + 1', [["string:`a"], ['string:"b'], ["string:`", "number:1"]]],
  ["comments over lines", "/* a\n`b */ var x", [["comment:/* a"], ["comment:`b */", "keyword:var"]]],
  ["a comment closed at once", "/**/ var", [["comment:/**/", "keyword:var"]]],
  ["an opening that is no comment yet", "/*/ var", [["comment:/*/ var"]]],
  ["runes", "case 'a', '\\'':", [["keyword:case", "string:'a'", "string:'\\''"]]],
  ["numbers", "0x1F + 1_000.5e-3", [["number:0x1F", "number:1_000.5e-3"]]],
  ["division as no comment", "a / b", [[]]],
  ["an unfinished string to its line's end", 'x := "abc\nvar', [['string:"abc'], ["keyword:var"]]],
];
for (const [name, text, expected] of go) {
  Deno.test(`highlight() knows ${name} of Go`, () => assert.deepEqual(coloured(text, "go"), expected));
}

Deno.test("highlight() knows keys, strings, numbers and words of JSON", () => {
  assert.deepEqual(coloured('{"a": "b", "c": [-1.5, true, null]}', "json"), [
    ['name:"a"', 'string:"b"', 'name:"c"', "number:-1.5", "keyword:true", "keyword:null"],
  ]);
});

for (const language of ["go", "json", "text"] as const) {
  Deno.test(`highlight() loses nothing of any ${language}`, () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const lines = highlight(text, language).map((line) => line.map((token) => token.text).join(""));
      assert.deepEqual(lines, splitLines(text));
    }));
    const hard = "a`b/*c*/\"d'//e\n".split("");
    fc.assert(fc.property(fc.array(fc.constantFrom(...hard)), (parts) => {
      const text = parts.join("");
      const lines = highlight(text, language).map((line) => line.map((token) => token.text).join(""));
      assert.deepEqual(lines, splitLines(text));
    }));
  });
}

Deno.test("highlight() takes time in line with the text", () =>
  growsInLine(
    16_000,
    (lines) => 'func f() { return "x" /* y */ } // z\n'.repeat(lines),
    (text) => highlight(text, "go"),
  ));

Deno.test("languageOf() goes by the name", () => {
  assert.deepEqual(["a/b.go", "manifest.json", "c.jsonc", "README.md"].map(languageOf), [
    "go",
    "json",
    "json",
    "text",
  ]);
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { hiddenName, pieces, sliceTokens, splitLines, wrapOffsets } from "../../../../src/ui/text/tokens.ts";

const shown = (text: string) => pieces([{ text, kind: "" }], 0, []).map((piece) => piece.text).join("");

const hidden: readonly [name: string, character: string][] = [
  ["a bidirectional override", "\u202e"],
  ["an isolate", "\u2066"],
  ["a zero-width space", "\u200b"],
  ["a zero-width joiner", "\u200d"],
  ["a byte order mark", "\ufeff"],
  ["a no-break space", "\u00a0"],
  ["a soft hyphen", "\u00ad"],
  ["a Hangul filler", "\u3164"],
  ["a variation selector", "\ufe0f"],
  ["a tag", "\u{e0041}"],
  ["an escape", "\u001b"],
  ["a carriage return within a line", "\r"],
  ["half a surrogate pair", "\ud800"],
];
for (const [name, character] of hidden) {
  Deno.test(`pieces() writes out ${name}`, () => {
    assert.equal(shown(`a${character}b`), `a${hiddenName(character)}b`);
  });
}

Deno.test("pieces() leaves visible text and tabs alone", () => {
  for (const text of ["plain", "\tindented", "Grüße", "日本語", "🙂"]) assert.equal(shown(text), text);
});

Deno.test("pieces() cuts tokens at the edges of marks", () => {
  const tokens = [{ text: "func ", kind: "k" }, { text: "Run()", kind: "n" }];
  assert.deepEqual(pieces(tokens, 10, [{ start: 13, end: 17, kind: "now" }]), [
    { text: "fun", kind: "k", mark: null },
    { text: "c ", kind: "k", mark: "now" },
    { text: "Ru", kind: "n", mark: "now" },
    { text: "n()", kind: "n", mark: null },
  ]);
});

Deno.test("sliceTokens() gives a part of a line", () => {
  const tokens = [{ text: "abc", kind: "x" }, { text: "def", kind: "y" }];
  assert.deepEqual(sliceTokens(tokens, 2, 5), [{ text: "c", kind: "x" }, { text: "de", kind: "y" }]);
});

const wraps: readonly [line: string, columns: number, offsets: number[]][] = [
  ["", 10, [0]],
  ["short", 10, [0]],
  ["0123456789", 10, [0]],
  ["0123456789a", 10, [0, 10]],
  ["\t\t12", 10, [0]],
  ["\t\t123", 10, [0, 4]],
  ["日本語日本", 4, [0, 2, 4]],
  ["ab\u202ecd", 12, [0, 4]],
];
for (const [line, columns, offsets] of wraps) {
  Deno.test(`wrapOffsets() breaks ${JSON.stringify(line)} at ${columns} into ${offsets.length}`, () => {
    assert.deepEqual(wrapOffsets(line, columns), offsets);
  });
}

Deno.test("wrapOffsets() never cuts a character in two and always goes on", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 40 }), (line, columns) => {
    const offsets = wrapOffsets(line, columns);
    assert.equal(offsets[0], 0);
    for (const [index, offset] of offsets.entries()) {
      if (index > 0) assert.ok(offset > (offsets[index - 1] ?? 0));
      assert.ok(
        !/[\udc00-\udfff]/.test(line[offset] ?? "") || !/[\ud800-\udbff]/.test(line[offset - 1] ?? ""),
      );
    }
  }));
});

Deno.test("splitLines() knows both kinds of line ends and begins no line after the last", () => {
  assert.deepEqual(splitLines("a\r\nb\nc\n"), ["a", "b", "c"]);
  assert.deepEqual(splitLines(""), [""]);
  assert.deepEqual(splitLines("\n\n"), ["", ""]);
});

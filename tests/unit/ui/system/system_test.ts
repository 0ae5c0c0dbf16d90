import assert from "node:assert/strict";
import { diffLines } from "../../../../src/core/text/diff.ts";
import { folded } from "../../../../src/ui/system/code/diff_view.tsx";
import { findIn, MAX_FOUND } from "../../../../src/ui/system/code/find.tsx";
import { keyNames, keyText, letterOf } from "../../../../src/ui/system/keys.ts";
import { movedIndex } from "../../../../src/ui/system/lists/keys.ts";
import { createWrapping, wrapLines } from "../../../../src/ui/system/code/wrapping.ts";

const moves: readonly [key: string, at: number, length: number, expected: number | null][] = [
  ["ArrowDown", 0, 3, 1],
  ["ArrowDown", 2, 3, 0],
  ["ArrowDown", -1, 3, 0],
  ["ArrowUp", 0, 3, 2],
  ["ArrowUp", -1, 3, 2],
  ["PageDown", 1, 30, 9],
  ["PageDown", 28, 30, 29],
  ["PageUp", 3, 30, 0],
  ["Enter", 1, 3, null],
  ["ArrowDown", 0, 0, null],
];
for (const [key, at, length, expected] of moves) {
  Deno.test(`movedIndex() leads from ${at} of ${length} by ${key} to ${expected}`, () => {
    assert.equal(movedIndex({ key }, at, length), expected);
  });
}

const letters: readonly [key: string, code: string, letter: string][] = [
  ["f", "KeyF", "f"],
  // Caps Lock is on.
  ["F", "KeyF", "f"],
  // The letter on the key counts, not its place: Dvorak and AZERTY.
  ["f", "KeyY", "f"],
  ["a", "KeyQ", "a"],
  // On layouts without Latin letters the place counts: Cyrillic, Greek, Hebrew, Arabic, Thai.
  ["а", "KeyF", "f"],
  ["Л", "KeyK", "k"],
  ["κ", "KeyK", "k"],
  ["ל", "KeyK", "k"],
  ["ن", "KeyK", "k"],
  ["ก", "KeyD", "d"],
  // Letters that no shortcut uses stay themselves, wherever their key is.
  ["ö", "Semicolon", ""],
  ["é", "KeyE", ""],
  ["ё", "Backquote", ""],
  ["Enter", "Enter", ""],
  ["Process", "KeyK", ""],
  ["1", "Digit1", ""],
  ["/", "Slash", ""],
];
for (const [key, code, letter] of letters) {
  Deno.test(`letterOf() tells "${letter}" when ${key} is pressed at ${code}`, () => {
    assert.equal(letterOf({ key, code }), letter);
  });
}

Deno.test("keyNames() says keys as they stand on the keyboard", () => {
  assert.deepEqual(keyNames("Mod+Shift+F", false), ["Ctrl", "Shift", "F"]);
  assert.deepEqual(keyNames("Mod+Enter", true), ["⌘", "↵"]);
  assert.deepEqual([keyText("Mod+F", false), keyText("Mod+F", true)], ["Ctrl+F", "⌘F"]);
});

Deno.test("findIn() finds every place, case ignored", () => {
  assert.deepEqual(findIn(["Key key", "", "monKEY"], "key"), [
    { line: 0, start: 0, end: 3 },
    { line: 0, start: 4, end: 7 },
    { line: 2, start: 3, end: 6 },
  ]);
  assert.deepEqual(findIn(["abc"], ""), []);
  // Lower case makes the first two letters longer, but positions must be those of the text.
  assert.deepEqual(findIn(["İİ ERROR"], "error"), [{ line: 0, start: 3, end: 8 }]);
});

Deno.test("findIn() takes :n as the n-th line, within the text", () => {
  const lines = ["one", "two", "three"];
  assert.deepEqual(findIn(lines, ":2"), [{ line: 1, start: 0, end: 3 }]);
  assert.deepEqual(findIn(lines, ":99"), [{ line: 2, start: 0, end: 5 }]);
  assert.deepEqual(findIn(lines, ":0"), [{ line: 0, start: 0, end: 3 }]);
  assert.deepEqual(findIn([], ":1"), []);
});

Deno.test("findIn() stops counting at its limit", () => {
  assert.equal(findIn(["a".repeat(50_000)], "a").length, MAX_FOUND);
});

Deno.test("wrapLines() leads from rows to lines and back", () => {
  const wrapping = wrapLines(["short", "0123456789abcdefghijKL", ""], 10);
  assert.equal(wrapping.rows, 5);
  assert.deepEqual(wrapping.at(0), { line: 0, start: 0, end: 5 });
  assert.deepEqual(wrapping.at(2), { line: 1, start: 10, end: 20 });
  assert.deepEqual(wrapping.at(3), { line: 1, start: 20, end: 22 });
  assert.deepEqual(wrapping.at(4), { line: 2, start: 0, end: 0 });
  assert.equal(wrapping.rowOf(1), 1);
  assert.equal(wrapping.rowOf(1, 21), 3);
  assert.equal(wrapping.rowOf(2), 4);
});

Deno.test("createWrapping() forgets its beginning, and what is left stays as it was", () => {
  const wrapping = createWrapping(10);
  for (const line of ["a".repeat(25), "b", "c".repeat(15), "ü".repeat(12)]) wrapping.add(line);
  wrapping.drop(2);
  assert.equal(wrapping.rows, 4);
  assert.deepEqual([0, 1, 2, 3].map((row) => wrapping.at(row)), [
    { line: 0, start: 0, end: 10 },
    { line: 0, start: 10, end: 15 },
    { line: 1, start: 0, end: 10 },
    { line: 1, start: 10, end: 12 },
  ]);
  assert.deepEqual([wrapping.rowOf(0, 12), wrapping.rowOf(1)], [1, 2]);
  wrapping.add("d");
  assert.deepEqual(wrapping.at(4), { line: 2, start: 0, end: 1 });
  wrapping.drop(3);
  assert.equal(wrapping.rows, 0);
  wrapping.add("e");
  assert.deepEqual([wrapping.rows, wrapping.at(0).line, wrapping.rowOf(0)], [1, 0, 0]);
});

Deno.test("folded() hides long unchanged runs but never a change", () => {
  const before = Array.from({ length: 60 }, (_, n) => `line ${n}`);
  const after = before.with(30, "changed");
  const lines = diffLines(before, after);
  const view = folded(lines, new Set());
  assert.deepEqual(view.filter((line) => line.kind === "fold"), [
    { kind: "fold", from: 0, lines: 26 },
    { kind: "fold", from: 32, lines: 25 },
  ]);
  assert.equal(view.filter((line) => line.kind === "add").length, 1);
  assert.equal(folded(lines, new Set([0, 32])).length, lines.length);
});

Deno.test("views take files of two million lines and lines of two million characters", () => {
  const before = Array.from({ length: 500_000 }, () => "");
  const after = Array.from({ length: 500_000 }, () => "x");
  assert.equal(folded(diffLines(before, after), new Set()).length, 1_000_000);
  const same = diffLines(before, before);
  assert.equal(folded(same, new Set([0])).length, 500_000);
  assert.equal(wrapLines(["x".repeat(2_000_000)], 80).rows, 25_000);
});

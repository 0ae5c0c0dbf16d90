import assert from "node:assert/strict";
import type { EditsState } from "../../../../../src/core/state/query_window.ts";
import {
  changesInWords,
  isLong,
  problemWords,
  textOfCell,
  typedValue,
  untyped,
} from "../../../../../src/ui/pages/query/rows/cell_values.ts";
import { editKey } from "../../../../../src/ui/pages/query/rows/edit_keys.ts";
import { sentDrafts } from "../../../../../src/ui/pages/query/rows/sent_drafts.ts";
import { whyNot } from "../../../../../src/ui/pages/query/rows/why_not.ts";

const KEYS: readonly (readonly [keys: string, does: string | null])[] = [
  ["F2", "edit"],
  ["Enter", "edit"],
  ["Shift+Enter", "whole"],
  ["Shift+F2", "whole"],
  ["Control+Enter", null],
  ["Delete", "null"],
  ["Alt+Delete", "default"],
  ["Shift+Delete", null],
  ["Control+Delete", "remove"],
  ["Meta+Backspace", "remove"],
  ["Insert", "add"],
  ["Shift+Insert", null],
  ["Control+d", "copy"],
  ["Control+Shift+d", null],
  ["Control+z", "undo"],
  ["Control+Shift+Z", "redo"],
  ["Control+y", "redo"],
  ["Control+c", null],
  ["a", "type a"],
  ["Ä", "type Ä"],
  ["Shift+A", "type A"],
  [" ", "type  "],
  ["Backspace", "type "],
  ["Alt+s", null],
  ["ArrowDown", null],
  ["F9", null],
  ["Tab", null],
  ["Dead", null],
];
for (const [keys, does] of KEYS) {
  Deno.test(`editKey() of ${keys} is ${does}`, () => {
    const parts = keys.split("+");
    const key = parts.at(-1)!;
    const has = (name: string) => parts.slice(0, -1).includes(name);
    const found = editKey({
      ...{ key, code: "", ctrlKey: has("Control"), metaKey: has("Meta") },
      ...{ shiftKey: has("Shift"), altKey: has("Alt") },
    });
    assert.equal(found && ("text" in found ? `type ${found.text}` : found.do), does);
  });
}

const TYPED: readonly (readonly [
  kind: string,
  nullable: boolean,
  text: string,
  value: string | null,
  choices?: string[],
])[] = [
  ["text", true, "", ""],
  ["text", true, " a ", " a "],
  ["integer", true, " 5 ", "5"],
  ["integer", true, "", null],
  ["integer", false, "", ""],
  ["time", true, "", null],
  ["json", true, "", null],
  ["json", true, ' {"a": 1}\n', ' {"a": 1}\n'],
  ["boolean", true, "true", "t", ["true", "false"]],
  ["boolean", true, "", null, ["true", "false"]],
  ["text", true, "", null, ["open", "held"]],
  ["text", true, "", "", ["", "open"]],
];
for (const [kind, nullable, text, value, choices] of TYPED) {
  Deno.test(`typedValue() of ${JSON.stringify(text)} is ${JSON.stringify(value)} for ${kind}${nullable ? "" : " not null"}${choices ? ` of ${choices}` : ""}`, () =>
    assert.equal(typedValue(text, { name: "c", kind, type: kind, nullable, choices }), value));
}

for (
  const [cell, kind, long] of [
    [null, "text", false],
    ["short", "text", false],
    ["two\nlines", "text", true],
    ["x".repeat(121), "text", true],
    ['{"a": "' + "x".repeat(60) + '"}', "json", true],
  ] as const
) {
  Deno.test(`isLong() is ${long} for ${kind} of ${cell?.length ?? "no"} characters`, () =>
    assert.equal(isLong(cell, { kind }), long));
}

Deno.test("textOfCell() writes booleans as their choices and NULL as nothing", () =>
  assert.deepEqual([textOfCell("t", { kind: "boolean" }), textOfCell(null, { kind: "text" })], ["true", ""]));

for (const [kind, told] of [["blob", /holds bytes/], ["binary", /holds bytes/], ["text", null]] as const) {
  Deno.test(`untyped() ${told ? "refuses" : "lets through"} ${kind}`, () => {
    const found = untyped({ name: "c", kind });
    if (told) assert.match(found ?? "", told);
    else assert.equal(found, null);
  });
}

for (
  const [changed, added, removed, words] of [
    [0, 0, 0, ""],
    [1, 0, 0, "1 row changed"],
    [2, 1, 0, "2 rows changed, 1 added"],
    [0, 0, 3, "3 rows removed"],
    [1, 2, 1, "1 row changed, 2 added, 1 removed"],
  ] as const
) {
  Deno.test(`changesInWords() of ${changed}, ${added}, ${removed} is "${words}"`, () =>
    assert.equal(changesInWords({ changed, added, removed }), words));
}

Deno.test("problemWords() tells what others have made of a row", () => {
  const problem = { rowNumber: 0, column: 1, message: "Changed.", hint: "", now: [[1, null]] as const };
  assert.equal(problemWords(problem, [{ name: "id" }, { name: "name" }]), "Changed. Now name: NULL.");
});

const OPEN: EditsState = {
  ...{ table: "t", why: null, fixed: { 2: "c is computed." }, nullable: [], choices: {}, rows: null },
  ...{
    changed: 0,
    added: 0,
    removed: 0,
    canUndo: false,
    canRedo: false,
    status: "open",
    problems: [],
    version: 0,
  },
};
const WHY: readonly (readonly [
  name: string,
  edits: EditsState | undefined,
  column: number | null,
  edit: string | null,
  why: RegExp | null,
])[] = [
  ["nothing is known yet", undefined, 0, null, null],
  ["the column can be set", OPEN, 0, null, null],
  ["the column is computed", OPEN, 2, null, /computed/],
  ["rows are added", OPEN, null, null, null],
  ["the table has no key", { ...OPEN, why: "No key." }, 0, null, /No key/],
  ["the changes wait", { ...OPEN, status: "held" }, 0, null, /wait for Commit/],
  ["the changes run", { ...OPEN, status: "running" }, 0, null, /being run/],
  ["the row goes", OPEN, 0, "remove", /is to be removed/],
  ["the row is gone", OPEN, 0, "gone", /was removed/],
  ["the row is changed", OPEN, 0, "change", null],
];
for (const [name, edits, column, edit, why] of WHY) {
  Deno.test(`whyNot() tells ${why ?? "nothing"} when ${name}`, () => {
    const row = { cells: [], ...edit ? { edit: { kind: edit as "change", columns: [] } } : {} };
    const found = whyNot(edits, column, row);
    if (why) assert.match(found ?? "", why);
    else assert.equal(found, null);
  });
}

Deno.test("sentDrafts() shows a value until rows came after it was taken", () => {
  const drafts = sentDrafts();
  const draft = drafts.add(1, 2, "x");
  drafts.answered();
  assert.equal(drafts.of(1, 2), "x", "rows that were asked for before");
  drafts.sent([draft], true);
  assert.equal(drafts.of(1, 2), "x");
  drafts.answered();
  assert.equal(drafts.of(1, 2), undefined);
});

Deno.test("sentDrafts() drops a value that was refused, and no newer one", () => {
  const drafts = sentDrafts();
  const old = drafts.add(1, 2, "x");
  drafts.add(1, 2, "y");
  drafts.sent([old], false);
  assert.equal(drafts.of(1, 2), "y");
});

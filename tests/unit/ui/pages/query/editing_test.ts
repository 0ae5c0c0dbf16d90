import assert from "node:assert/strict";
import type { EditsState } from "../../../../../src/core/state/query_window.ts";
import {
  changesInWords,
  endsInCrlf,
  isLong,
  problemWords,
  textOfCell,
  typedValue,
  whyNot,
  whyNotTyped,
} from "../../../../../src/ui/pages/query/rows/cell_values.ts";
import { editKey } from "../../../../../src/ui/pages/query/rows/edit_keys.ts";
import { sentDrafts } from "../../../../../src/ui/pages/query/rows/sent_drafts.ts";
import { cellAsJson } from "../../../../../src/ui/pages/query/rows/json_cells.ts";
import { copied } from "../../../../../src/ui/pages/query/rows/formats.ts";
import { keepCopied, pastedCells, pasteOf } from "../../../../../src/ui/pages/query/rows/pasted.ts";
import { boxOf, whyTooLarge } from "../../../../../src/ui/pages/query/rows/selection.ts";

const KEYS: readonly (readonly [keys: string, does: string | null, onMac?: true])[] = [
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
  ["Alt+[", null],
  ["Alt+[", "type [", true],
  ["Alt+Shift+Å", "type Å", true],
  ["Alt+Backspace", null, true],
  ["Alt+Dead", null, true],
  ["ArrowDown", null],
  ["F9", null],
  ["Tab", null],
  ["Dead", null],
];
for (const [keys, does, onMac = false] of KEYS) {
  Deno.test(`editKey() of ${keys} is ${does}${onMac ? " on macOS" : ""}`, () => {
    const parts = keys.split("+");
    const key = parts.at(-1)!;
    const has = (name: string) => parts.slice(0, -1).includes(name);
    const found = editKey({
      ...{ key, code: "", ctrlKey: has("Control"), metaKey: has("Meta") },
      ...{ shiftKey: has("Shift"), altKey: has("Alt") },
    }, onMac);
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

for (
  const [cell, all] of [
    [null, false],
    ["one line", false],
    ["a\r\nb\r\n", true],
    ["a\nb", false],
    ["a\r\nb\nc", false],
    ["\na\r\n", false],
    ["a\rb\r\n", false],
  ] as const
) {
  Deno.test(`endsInCrlf() is ${all} for ${JSON.stringify(cell)}`, () => assert.equal(endsInCrlf(cell), all));
}

Deno.test("textOfCell() writes booleans as their choices and NULL as nothing", () =>
  assert.deepEqual([textOfCell("t", { kind: "boolean" }), textOfCell(null, { kind: "text" })], ["true", ""]));

for (const [kind, told] of [["blob", /holds bytes/], ["binary", /holds bytes/], ["text", null]] as const) {
  Deno.test(`whyNotTyped() ${told ? "refuses" : "lets through"} ${kind}`, () => {
    const found = whyNotTyped({ name: "c", kind });
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
  ...{ changed: 0, added: 0, removed: 0, canUndo: false, canRedo: false },
  ...{ status: "open", problems: [], version: 0 },
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

const CELLS: readonly (readonly [type: string, kind: string, cell: string | null, json: string])[] = [
  ["jsonb", "json", null, "null"],
  [
    "jsonb",
    "json",
    '{"a": 12345678901234567890, "b": 1.50, "a": 2}',
    '{"a": 12345678901234567890, "b": 1.50, "a": 2}',
  ],
  ["json", "json", '{\n  "a": "b\\nc",\r\n  "d": []\n}\n', '{ "a": "b\\nc", "d": [] }'],
  ["json", "json", '[\r\n\n \t\r\n  1,\n\n  "a  b"\n]', '[ 1, "a  b" ]'],
  ["json", "json", '"text"', '"text"'],
  ["json", "json", "null", "null"],
  ["json", "json", "{a", '"{a"'],
  ["integer[]", "text", "{1,-2,NULL}", "[1, -2, null]"],
  ["bigint[]", "text", "{9007199254740993}", '["9007199254740993"]'],
  ["numeric(10,2)[]", "text", "{1.50,NaN}", '[1.50, "NaN"]'],
  ["double precision[]", "text", "{1e-07,Infinity}", '[1e-07, "Infinity"]'],
  ["boolean[]", "text", "{t,f}", "[true, false]"],
  ["integer[]", "text", "{{1,2},{3,4}}", "[[1, 2], [3, 4]]"],
  ["integer[]", "text", "[0:1][-1:0]={{1,2},{3,4}}", "[[1, 2], [3, 4]]"],
  ["text[]", "text", "{}", "[]"],
  [
    "text[]",
    "text",
    '{a b,"c,d","NULL",null,"e\\"f\\\\g","","{h}"}',
    '["a b", "c,d", "NULL", null, "e\\"f\\\\g", "", "{h}"]',
  ],
  ["jsonb[]", "text", '{"{\\"a\\": [1, 2]}",NULL}', '[{"a": [1, 2]}, null]'],
  ["timestamp(0) without time zone[]", "text", '{"2026-01-02 03:04:05"}', '["2026-01-02 03:04:05"]'],
  ["text[]", "text", "{a", '"{a"'],
  ["text[]", "text", "a", '"a"'],
  ["text[]", "text", "{a}}", '"{a}}"'],
  ["double precision", "float", "0.12345678901234568", "0.12345678901234568"],
  ["double precision", "float", "1e+20", "1e+20"],
  ["double precision", "float", "-Infinity", '"-Infinity"'],
  ["numeric", "decimal", "0.10000000000000000001", '"0.10000000000000000001"'],
  ["numeric", "decimal", "1.50", "1.50"],
  ["boolean", "boolean", "f", "false"],
  ["character varying(9)", "text", "{1}", '"{1}"'],
];
for (const [type, kind, cell, json] of CELLS) {
  Deno.test(`cellAsJson() makes ${JSON.stringify(json)} of ${type} ${JSON.stringify(cell)}`, () => {
    const made = cellAsJson({ type, kind }, cell);
    assert.equal(made, json);
    JSON.parse(made);
  });
}

Deno.test("cellAsJson() takes long arrays, and keeps arrays that are nested too deeply as text", () => {
  const type = { type: "text[]", kind: "text" };
  const long = "x\\\\y".repeat(200_000);
  assert.deepEqual(
    JSON.parse(cellAsJson(type, `{"${long}",${long}}`)),
    [0, 1].map(() => long.replaceAll("\\\\", "\\")),
  );
  const deep = "{".repeat(1_000_000);
  assert.equal(JSON.parse(cellAsJson(type, deep)), deep);
  assert.equal(JSON.parse(cellAsJson({ type: "json", kind: "json" }, deep)), deep);
});

Deno.test("cellAsJson() takes documents with many spaces in a text", () => {
  const text = `"a${" ".repeat(1_000_000)}b"`;
  assert.equal(cellAsJson({ type: "json", kind: "json" }, text), text);
});

const COLUMNS = [
  { name: "id", type: "integer", kind: "integer" },
  { name: "name", type: "text", kind: "text" },
  { name: "qty", type: "integer", kind: "integer" },
  { name: "total", type: "integer", kind: "integer" },
];

const TEXTS:
  readonly (readonly [what: string, text: string, cells: readonly (readonly (string | null)[])[]])[] = [
    ["one word", "Anna", [["Anna"]]],
    ["a line's end behind the last row", "Anna\n", [["Anna"]]],
    ["tabs", "1\tAnna\r\n2\tBert\r\n", [["1", "Anna"], ["2", "Bert"]]],
    ["an empty row between others", "a\n\nb", [["a"], [""], ["b"]]],
    ["empty cells", "\t\t", [["", "", ""]]],
    ["commas without a head that names columns", "Hello, world\nand, so on", [["Hello, world"], [
      "and, so on",
    ]]],
    ["a line's end in quotes", '1\t"two\nlines"\t3', [["1", "two\nlines", "3"]]],
    ["a tab in quotes", '"a\tb"\tc', [["a\tb", "c"]]],
    ["quotes that are the cell's own", '"Anna"\t5" pipe\t""', [['"Anna"', '5" pipe', '""']]],
    ["doubled quotes beside a line's end", '"say ""so""\nor not"', [['say "so"\nor not']]],
    ["a quote that does not end", '"a\tb', [['"a', "b"]]],
    ["CSV with its head", 'name,qty\nAnna,5\n"Bert, B.",\n"",7\n', [
      ["name", "qty"],
      ["Anna", "5"],
      ["Bert, B.", null],
      ["", "7"],
    ]],
  ];
for (const [what, text, cells] of TEXTS) {
  Deno.test(`pastedCells() reads ${what}`, () => assert.deepEqual(pastedCells(text, COLUMNS), cells));
}

Deno.test("pastedCells() gives what was copied here with its NULLs", () => {
  const cells = { columns: COLUMNS.slice(1, 3), rows: [["", null], [null, "5"]] };
  const text = copied(cells, "text", "postgres");
  keepCopied(text, cells);
  assert.deepEqual(pastedCells(text.replaceAll("\n", "\r\n"), COLUMNS), cells.rows);
  assert.deepEqual(pastedCells(`${text}x`, COLUMNS), [["", ""], ["", "5x"]]);
});

const EDITS: EditsState = {
  ...OPEN,
  table: "items",
  nullable: [1, 2, 3],
  fixed: { 3: "total is generated by the server." },
};
const at = (row: number, column: number, bottom = row, right = column) => ({
  anchor: { row, column },
  head: { row: bottom, column: right },
});

for (
  const [rows, columns, what, why] of [
    [1000, 20, "cells", null],
    [1000, 21, "cells", "At most 20,000 cells are changed at a time, and these are 21,000."],
    [1000, 21, "rows", null],
    [1001, 1, "cells", "At most 1,000 rows are changed at a time, and these are 1,001."],
    [1001, 1, "rows", "At most 1,000 rows are changed at a time, and these are 1,001."],
  ] as const
) {
  Deno.test(`whyTooLarge() ${why ? "refuses" : "takes"} ${what} of ${rows} × ${columns}`, () =>
    assert.equal(whyTooLarge(boxOf(at(0, 0, rows - 1, columns - 1)), what), why));
}

/** Returns what is pasted as `row:column=value`; new rows as `+column=value`. */
function told(
  text: string,
  selection = at(0, 0),
  more: { isPart?: boolean; edits?: Partial<EditsState> } = {},
) {
  const pasted = pasteOf(text, {
    ...{ columns: COLUMNS, engine: "postgres", count: 3, isPart: more.isPart ?? false, selection },
    edits: { ...EDITS, ...more.edits },
  });
  if (typeof pasted === "string") return pasted;
  const cell = ({ column, value }: { column: number; value?: string | null }) => `${column}=${value}`;
  return [
    ...pasted.cells.map((one) => `${one.row}:${cell(one)}`),
    ...pasted.rows.map((row) => `+${row.map(cell).join(",")}`),
    pasted.leftOut,
  ].filter((part) => part !== "").join(" ");
}

const PASTES: readonly (readonly [what: string, does: string, ...Parameters<typeof told>])[] = [
  ["a word into a cell", "1:1=Anna", "Anna", at(1, 1)],
  ["a word into each selected cell", "0:1=x 1:1=x", "x", at(1, 1, 0, 1)],
  ["rows from the selected cell on", "1:1=a 1:2=1 2:1=b 2:2=2", "a\t1\nb\t2", at(1, 1)],
  ["a row into each selected row", "0:1=a 0:2=1 1:1=a 1:2=1", "a\t1", at(0, 1, 1, 2)],
  ["rows over a selection that is no multiple", "0:1=a 1:1=b", "a\nb", at(0, 1, 2, 1)],
  ["rows behind the last one as new ones", "2:1=a +1=b +1=c", "a\nb\nc", at(2, 1)],
  ["rows by the names of their columns", "1:2=5 1:1=a 2:2=6 2:1=b", "QTY\tname\n5\ta\n6\tb", at(1, 3)],
  ["CSV by the names of its columns", "0:1=a, b 0:2=5 1:1=null 1:2=6", 'name,qty\n"a, b",5\n,6', at(0, 0)],
  ["rows that are shorter than the head", "0:0=1 0:1=Anna", "id\tname\tqty\n1\tAnna", at(0, 0)],
  ["an empty cell among others as NULL", "0:1=null 0:2=1", "\t1", at(0, 1)],
  ["numbers without their spaces", "0:2=5", " 5 ", at(0, 2)],
  ["a row that is shorter than others", "0:1=a 0:2=1 1:1=b", "a\t1\nb", at(0, 1)],
  [
    "all but what the server makes, and tells that",
    "0:2=1 1:2=2 Left out: total. total is generated by the server.",
    "1\t9\n2\t9",
    at(0, 2),
  ],
  ["nothing where the server makes all of it", "total is generated by the server.", "5", at(0, 3)],
  ["nothing of an empty clipboard", "There is no text in the clipboard.", "", at(0, 0)],
  [
    "nothing where a value is none",
    "Row 2 of what is pasted: qty takes whole numbers.",
    "a\t1\nb\tx",
    at(0, 1),
  ],
  ["nothing where the only value is none", "qty takes whole numbers.", "x", at(0, 2)],
  ["nothing of more columns", "These are 3 columns, and 2 are there from this one on.", "a\tb\tc", at(0, 2)],
  [
    "nothing of rows with more cells than the head",
    "Row 2 of what is pasted has 3 cells, and its head names 2 columns.",
    "name\tqty\na\t1\nb\t2\t3",
    at(0, 0),
  ],
  [
    "nothing behind the last row where the server has more",
    "1 of these rows would stand behind the last one, and the server has more rows there: fetch them, or paste into a new row.",
    "a\nb",
    at(2, 1),
    { isPart: true },
  ],
  ["no new row where none is added", "no rows here", "a\nb", at(2, 1), { edits: { rows: "no rows here" } }],
  [
    "nothing of 1,001 rows",
    "At most 1,000 rows are pasted at a time, and these are 1,001.",
    "x\n".repeat(1001),
    at(0, 1),
  ],
  [
    "nothing of a text beyond all",
    "The clipboard has more text than is pasted at once.",
    "x".repeat(400_001),
  ],
];
for (const [what, does, ...how] of PASTES) {
  Deno.test(`pasteOf() pastes ${what}`, () => assert.equal(told(...how), does));
}

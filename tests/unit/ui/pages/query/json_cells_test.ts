import assert from "node:assert/strict";
import { cellAsJson } from "../../../../../src/ui/pages/query/rows/json_cells.ts";

const CELLS: readonly (readonly [type: string, kind: string, cell: string | null, json: string])[] = [
  ["jsonb", "json", null, "null"],
  [
    "jsonb",
    "json",
    '{"a": 12345678901234567890, "b": 1.50, "a": 2}',
    '{"a": 12345678901234567890, "b": 1.50, "a": 2}',
  ],
  ["json", "json", '{\n  "a": "b\\nc",\r\n  "d": []\n}\n', '{ "a": "b\\nc", "d": [] }'],
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

Deno.test("cellAsJson() takes arrays that are long, and those that are too deep for one", () => {
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

import assert from "node:assert/strict";
import { asChosen, asShown, valueFault } from "../../../../../src/core/sql/edit/value_fault.ts";
import type { Engine } from "../../../../../src/core/sql/engines/mod.ts";

const COLUMNS: Readonly<Record<string, { readonly kind: string; readonly type: string }>> = {
  text: { kind: "text", type: "text" },
  short: { kind: "text", type: "character varying(3)" },
  small: { kind: "integer", type: "smallint" },
  int: { kind: "integer", type: "integer" },
  unsigned: { kind: "integer", type: "int unsigned" },
  big: { kind: "integer", type: "bigint" },
  decimal: { kind: "decimal", type: "numeric(10,2)" },
  float: { kind: "float", type: "double precision" },
  json: { kind: "json", type: "jsonb" },
  date: { kind: "time", type: "date" },
  stamp: { kind: "time", type: "timestamp with time zone" },
  bytes: { kind: "blob", type: "blob" },
};

const CASES:
  readonly (readonly [column: string, value: string | null, fault: RegExp | null, engine?: Engine])[] = [
    ["text", "", null],
    ["text", null, null],
    ["text", "a\0b", /zero byte/],
    ["text", "a\0b", null, "mysql"],
    ["short", "abc", null],
    ["short", "abc   ", null],
    ["short", "äöü", null],
    ["short", "abcd", /at most 3 characters, and these are 4/],
    ["small", "32767", null],
    ["small", "32768", /from -32768 to 32767/],
    ["int", " 12 ", null],
    ["int", "+7", null],
    ["int", "1.5", /whole numbers/],
    ["int", "", /whole numbers/],
    ["int", "0x10", /whole numbers/],
    ["int", "-2147483648", null],
    ["int", "-2147483649", /from -2147483648/],
    ["unsigned", "-1", /from 0 to 4294967295/, "mysql"],
    ["big", "9223372036854775807", null],
    ["big", "9223372036854775808", /to 9223372036854775807/],
    ["decimal", "12.50", null],
    ["decimal", "1e3", null],
    ["decimal", "12,50", /12\.5/],
    ["float", "NaN", null],
    ["float", "NaN", /numbers/, "mysql"],
    ["float", "-infinity", null],
    ["json", '{"a": [1, null]}', null],
    ["json", "{a: 1}", /takes JSON, and this is none/],
    ["json", "", /takes JSON/],
    ["date", "2024-02-29", null],
    ["date", "2026-02-29", /no day 2026-02-29/],
    ["date", "2026-13-01", /no day 2026-13-01/],
    ["date", "2026-00-00", null, "mysql"],
    ["date", "today", null],
    ["date", "today", /takes dates: “today” is none/, "mysql"],
    ["date", "soon", /takes dates: “soon” is none/],
    ["date", "", /takes dates: empty text is none/],
    ["stamp", "2026-11-24 10:00+01", null],
    ["stamp", "2026-11-31 10:00", /no day/],
    ["stamp", "infinity", null],
    ["bytes", "0x00ff", null, "mysql"],
    ["bytes", "hello", /0x and two digits/, "mysql"],
  ];
for (const [column, value, fault, engine = "postgres"] of CASES) {
  Deno.test(`valueFault() of ${engine} ${fault ? "refuses" : "takes"} ${JSON.stringify(value)} for ${column}`, () => {
    const found = valueFault(value, { name: "c", nullable: true, ...COLUMNS[column]! }, engine);
    if (fault === null) assert.equal(found, null);
    else assert.match(found ?? "", fault);
  });
}

Deno.test("valueFault() refuses NULL where the column takes none", () =>
  assert.equal(
    valueFault(null, { name: "c", nullable: false, ...COLUMNS.text! }, "mysql"),
    "c may not be NULL.",
  ));

const STATES = ["open", "held"];
for (
  const [kind, choices, value, fault] of [
    ["text", STATES, "open", null],
    ["text", STATES, "Open", "c takes one of open, held."],
    ["boolean", ["true", "false"], "t", null],
    ["boolean", ["true", "false"], "No", null],
    ["boolean", ["true", "false"], "maybe", "c takes one of true, false."],
  ] as const
) {
  Deno.test(`valueFault() ${fault ? "refuses" : "takes"} ${value} of a ${kind} with choices`, () => {
    const column = { name: "c", kind, type: kind, nullable: false, choices };
    assert.equal(valueFault(value, column, "postgres"), fault);
  });
}

for (
  const [value, kind, shown, chosen] of [
    ["true", "boolean", "t", "true"],
    ["f", "boolean", "f", "false"],
    ["true", "text", "true", "true"],
    ["odd", "boolean", "odd", "odd"],
  ] as const
) {
  Deno.test(`asShown() and asChosen() of ${value} as ${kind} are ${shown} and ${chosen}`, () =>
    assert.deepEqual([asShown(value, kind), asChosen(value, kind)], [shown, chosen]));
}

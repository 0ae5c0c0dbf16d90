import assert from "node:assert/strict";
import { dialectOf } from "../../../../../src/core/sql/text/dialect.ts";
import { tableOf, tablesIn } from "../../../../../src/ui/pages/query/editor/tables.ts";
import { formatSql } from "../../../../../src/ui/pages/query/editor/format_sql.ts";
import { ticksOf } from "../../../../../src/ui/pages/query/rows/chart.tsx";
import { copied, type CopyFormat } from "../../../../../src/ui/pages/query/rows/formats.ts";
import {
  columnsBetween,
  leftsOf,
  rowing,
  scrollFor,
  widthsOf,
} from "../../../../../src/ui/pages/query/rows/layout.ts";
import { isMisjudged, type PlanNode, planOf } from "../../../../../src/ui/pages/query/rows/plan_tree.ts";
import { moved, START } from "../../../../../src/ui/pages/query/rows/selection.ts";
import { sumOf } from "../../../../../src/ui/pages/query/transaction_bar.tsx";

const CELLS = {
  columns: [
    { name: "n", type: "int", kind: "integer" },
    { name: "the s", type: "text", kind: "text" },
    { name: "b", type: "bool", kind: "boolean" },
  ],
  rows: [["12345678901234567890", 'it\'s, "so"|\n', "t"], [null, "", null]],
};
const COPIED: Readonly<Record<CopyFormat, string>> = {
  text: '12345678901234567890\t"it\'s, ""so""|\n"\tt\n\t\t',
  csv: 'n,the s,b\n12345678901234567890,"it\'s, ""so""|\n",t\n,"",\n',
  json:
    `[\n  {"n": "12345678901234567890", "the s": "it's, \\"so\\"|\\n", "b": true},\n  {"n": null, "the s": "", "b": null}\n]`,
  markdown:
    '| n | the s | b |\n| ---: | --- | --- |\n| 12345678901234567890 | it\'s, "so"\\|<br> | t |\n| *NULL* |  | *NULL* |',
  insert:
    "insert into \"table\" (n, \"the s\", b) values\n  (12345678901234567890, 'it''s, \"so\"|\n', true),\n  (null, '', null);",
};
Deno.test("copied() keeps every column of equal names in JSON", () => {
  const twice = { columns: [CELLS.columns[0]!, CELLS.columns[0]!], rows: [["1", "2"]] };
  assert.deepEqual(JSON.parse(copied(twice, "json", "postgres")), [{ n: 1, n_2: 2 }]);
});

Deno.test("copied() puts documents and arrays of the server into JSON as such", () => {
  const columns = [{ name: "d", type: "jsonb", kind: "json" }, {
    name: "a",
    type: "integer[]",
    kind: "text",
  }];
  const rows = [['{"big": 12345678901234567890}', "{1,NULL}"]];
  const text = '[\n  {"d": {"big": 12345678901234567890}, "a": [1, null]}\n]';
  assert.equal(copied({ columns, rows }, "json", "postgres"), text);
});

const ARRAYS: readonly (readonly [type: string, cell: string, json: string])[] = [
  ["text[]", "{a,b}", '["a", "b"]'],
  ["box[]", "{(1,1),(0,0);(3,3),(2,2)}", '"{(1,1),(0,0);(3,3),(2,2)}"'],
  ["geometry(Point,4326)[]", "{0101:0102}", '"{0101:0102}"'],
  ["public.geography[]", "{0101:0102}", '"{0101:0102}"'],
  ["box_kind[]", "{a,b}", '["a", "b"]'],
];
for (const [type, cell, json] of ARRAYS) {
  Deno.test(`copied() writes ${type} as ${json}`, () => {
    const cells = { columns: [{ name: "a", type, kind: "text" }], rows: [[cell]] };
    assert.equal(copied(cells, "json", "postgres"), `[\n  {"a": ${json}}\n]`);
  });
}

for (
  const [engine, backslash, literal] of [
    ["mysql", undefined, "'a\\\\b'"],
    ["mysql", false, "'a\\b'"],
    ["postgres", undefined, "'a\\b'"],
    ["postgres", true, "'a\\\\b'"],
  ] as const
) {
  Deno.test(`copied() writes a backslash as ${literal} where ${engine} says ${backslash}`, () => {
    const cells = { columns: [{ name: "s", type: "text", kind: "text" }], rows: [["a\\b"]] };
    assert.equal(
      copied(cells, "insert", engine, "t", backslash),
      `insert into t (s) values\n  (${literal});`,
    );
  });
}

for (const [format, text] of Object.entries(COPIED)) {
  Deno.test(`copied() writes cells as ${format}`, () => {
    assert.equal(copied(CELLS, format as CopyFormat, "postgres"), text);
  });
}

Deno.test("copied() leaves a cell that is copied alone as it is", () => {
  const alone = { columns: [CELLS.columns[1]!], rows: [['"a"\tb\n']] };
  assert.equal(copied(alone, "text", "postgres"), '"a"\tb\n');
});

Deno.test("copied() names the table that the cells are of", () => {
  const text = copied(CELLS, "insert", "postgres", "sales.orders");
  assert.equal(text.slice(0, text.indexOf("\n")), 'insert into sales.orders (n, "the s", b) values');
});

const BYTES: readonly (readonly [cell: string | null, literal: string])[] = [
  ["0x00ff27", "x'00ff27'"],
  ["0x", "''"],
  [null, "null"],
];
for (const [cell, literal] of BYTES) {
  Deno.test(`copied() writes the bytes ${cell} as ${literal} of SQL`, () => {
    const cells = { columns: [{ name: "b", type: "blob", kind: "blob" }], rows: [[cell]] };
    assert.equal(copied(cells, "insert", "mysql", "t"), `insert into t (b) values\n  (${literal});`);
  });
}

const OF_ONE: readonly (readonly [sql: string, table: string | null])[] = [
  ["select * from Orders o where x", "Orders"],
  ['select a from "My S" . "T" limit 3', '"My S"."T"'],
  ["select * from a join b on x", null],
  ["with a as (select 1 from t) select * from a", null],
  ["select 1", null],
  ["select * from a where x = 'it is lo…", null],
];
for (const [sql, table] of OF_ONE) {
  Deno.test(`tableOf() is ${table} for ${sql}`, () =>
    assert.equal(tableOf(sql, dialectOf("postgres")), table));
}

const TABLES: readonly (readonly [sql: string, tables: string])[] = [
  ["select * from a, s.b as x join c y on ", "a.a s.b.x c.y"],
  ["update t set ", "t.t"],
  ['insert into "My T" (', "My T.My T"],
  ["select a from ", ""],
  ["select * from t where x in (select y from u)", "t.t u.u"],
];
for (const [sql, tables] of TABLES) {
  Deno.test(`tablesIn() finds the tables of ${sql}`, () => {
    const found = tablesIn(sql, dialectOf("postgres"));
    assert.equal(
      found.map(({ schema, name, alias }) => [schema, name, alias].filter(Boolean).join(".")).join(" "),
      tables,
    );
  });
}

const key = (key: string, parts: object = {}) => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...parts,
});
const size = { rows: 1000, columns: 4, page: 20 };
const MOVES: readonly (readonly [string, ReturnType<typeof key>, [number, number, number, number] | null])[] =
  [
    ["down", key("ArrowDown"), [1, 0, 1, 0]],
    ["not over the edge", key("ArrowLeft"), [0, 0, 0, 0]],
    ["further with Shift", key("ArrowRight", { shiftKey: true }), [0, 0, 0, 1]],
    ["to the end of the column", key("ArrowDown", { ctrlKey: true }), [999, 0, 999, 0]],
    ["a page", key("PageDown"), [20, 0, 20, 0]],
    ["to the last cell", key("End", { ctrlKey: true }), [999, 3, 999, 3]],
    ["to everything", key("a", { ctrlKey: true }), [0, 0, 999, 3]],
    ["to everything, by a Greek keyboard", key("α", { code: "KeyA", ctrlKey: true }), [0, 0, 999, 3]],
    ["not with another key", key("x"), null],
  ];
for (const [name, event, expected] of MOVES) {
  Deno.test(`moved() goes ${name}`, () => {
    const next = moved(START, event, size);
    assert.deepEqual(
      next && [next.anchor.row, next.anchor.column, next.head.row, next.head.column],
      expected,
    );
  });
}

Deno.test("rowing() shows the first and the last of ten million rows", () => {
  const count = 10_000_000, seen = 480;
  const start = rowing(count, 0, seen);
  assert.deepEqual([start.first, start.top(0)], [0, 0]);
  const end = rowing(count, start.height - seen, seen);
  assert.equal(end.last, count);
  assert.ok(Math.abs(end.top(count - 1) + 24 - start.height) < 1, `${end.top(count - 1)}`);
  assert.ok(start.height <= 33_554_428, "both engines cut what is higher");
  const place = scrollFor(count, 5_000_000, 0, seen)!;
  const there = rowing(count, place, seen);
  assert.ok(there.first <= 5_000_000 && there.last > 5_000_000);
});

const text = (name: string) => ({ name, type: "text", kind: "text" });
const WIDTHS: readonly (readonly [name: string, cells: readonly string[], room: number, widths: number[]])[] =
  [
    ["no more than it needs", ["x".repeat(50), "y"], 2000, [387, 56]],
    ["the rest to a wide one", ["x".repeat(300), "y"], 1000, [944, 56]],
    ["what one leaves to the other", ["x".repeat(50), "x".repeat(300)], 1000, [387, 613]],
    ["no more where there is no room", ["x".repeat(300), "y".repeat(300)], 500, [340, 340]],
    ["the marks of lines their room", ["two\nlines"], 0, [103]],
  ];
for (const [name, cells, room, widths] of WIDTHS) {
  Deno.test(`widthsOf() gives ${name}`, () =>
    assert.deepEqual(widthsOf(cells.map((_, n) => text(`c${n}`)), [{ cells }], { room }), widths));
}

Deno.test("widthsOf() leaves room for DEFAULT where rows may be added", () =>
  assert.ok(widthsOf([text("c")], [{ cells: ["1"] }], { written: true })[0]! > "DEFAULT".length * 7.3));

Deno.test("columnsBetween() draws the columns that are seen of thousands", () => {
  const lefts = leftsOf(Array.from({ length: 5000 }, () => 100));
  assert.deepEqual(columnsBetween(lefts, 100_000, 100_800), [998, 1008]);
  assert.deepEqual(columnsBetween(lefts, -50, 300), [0, 3]);
});

const outline = (node: PlanNode): string =>
  `${node.title}${node.share === null ? "" : ` ${Math.round(node.share * 100)}`}${
    node.children.length === 0 ? "" : ` (${node.children.map(outline).join(", ")})`
  }`;
const PLANS: readonly (readonly [name: string, text: string, tree: string | null])[] = [
  [
    "PostgreSQL",
    '[{"Plan":{"Node Type":"Limit","Total Cost":100,"Plans":[{"Node Type":"Seq Scan","Relation Name":"t","Total Cost":90}]}}]',
    "Limit 10 (Seq Scan on t 90)",
  ],
  [
    "a plan that was measured",
    '[{"Plan":{"Node Type":"Hash Join","Join Type":"Left","Actual Total Time":10,"Actual Loops":1,"Plans":[{"Node Type":"Seq Scan","Actual Total Time":2,"Actual Loops":4}]}}]',
    "Hash Join (Left) 20 (Seq Scan 80)",
  ],
  [
    "MariaDB",
    '{"query_block":{"select_id":1,"nested_loop":[{"table":{"table_name":"a","access_type":"ALL","rows":90}},{"table":{"table_name":"b","access_type":"ref","rows":10}}]}}',
    "query 0 (ALL on a 90, ref on b 10)",
  ],
  [
    "Redshift",
    "XN Limit  (cost=0.00..10.00 rows=5 width=4)\n  ->  XN Seq Scan on t  (cost=0.00..9.00 rows=5 width=4)\n        Filter: (a > 1)",
    "XN Limit 10 (XN Seq Scan on t 90)",
  ],
  ["what is none", "nothing of the kind", null],
];
for (const [name, text, tree] of PLANS) {
  Deno.test(`planOf() reads ${name}`, () => {
    const plan = planOf(text);
    assert.equal(plan && outline(plan.root), tree);
  });
}

const ROWS: readonly (readonly [name: string, step: string, rows: number, actual: number | null])[] = [
  ["of all loops, where it was measured", '"Plan Rows":2,"Actual Rows":2,"Actual Loops":500', 1000, 1000],
  ["of a step that never ran", '"Plan Rows":200,"Actual Rows":0,"Actual Loops":0', 0, 0],
  ["of one loop, where it was not measured", '"Plan Rows":2', 2, null],
];
for (const [name, step, rows, actual] of ROWS) {
  Deno.test(`planOf() expects the rows ${name}`, () => {
    const { root } = planOf(`[{"Plan":{"Node Type":"Index Scan",${step}}}]`)!;
    assert.deepEqual([root.rows, root.actual], [rows, actual]);
  });
}

const JUDGED:
  readonly (readonly [rows: number | null, actual: number | null, loops: number, off: boolean])[] = [
    [1, 20, 1, false],
    [1, 21, 1, true],
    [20, 1, 1, false],
    [21, 1, 1, true],
    [500, 0, 500, false],
    [5001, 0, 500, true],
    [null, 100, 1, false],
    [100, null, 1, false],
  ];
for (const [rows, actual, loops, off] of JUDGED) {
  Deno.test(`isMisjudged() is ${off} of ${rows} expected and ${actual} actual rows in ${loops} loops`, () =>
    assert.equal(isMisjudged({ rows, actual, loops }), off));
}

const TICKS: readonly (readonly [values: number[], ticks: number[]])[] = [
  [[3, 7, 9], [0, 2, 4, 6, 8, 10]],
  [[-4, 4], [-4, -2, 0, 2, 4]],
  [[0], [0]],
];
for (const [values, ticks] of TICKS) {
  Deno.test(`ticksOf() has round numbers around ${values}`, () => {
    const made = ticksOf(values);
    assert.ok(made[0]! <= Math.min(0, ...values) && made.at(-1)! >= Math.max(0, ...values), String(made));
    assert.deepEqual(made.slice(0, ticks.length), ticks);
  });
}

Deno.test("formatSql() changes nothing but space, and refuses what it cannot read", async () => {
  assert.equal(
    await formatSql("select a,b from t where x=1", "postgres"),
    "select\n  a,\n  b\nfrom\n  t\nwhere\n  x = 1",
  );
  for (const text of ["select 'open", "delimiter //\nselect 1//", "select {{x}}"]) {
    assert.ok(await formatSql(text, "mysql") instanceof Error, text);
  }
});

/** Statements whose meaning the formatter would change. */
const UNFORMATTED: readonly (readonly [engine: "postgres" | "mysql" | "redshift", sql: string])[] = [
  ["postgres", "select 1 as \u00a0$a$, 7 as \u00a0$a$"],
  ["postgres", "select 1_$a$,  7 as _$a$"],
  ["mysql", "select N'a', 7 as \u00a0b"],
  ["mysql", "select _utf8mb4'a'"],
  ["redshift", "select U&'a  b'"],
];
for (const [engine, sql] of UNFORMATTED) {
  Deno.test(`formatSql() leaves ${JSON.stringify(sql)} as it is for ${engine}`, async () =>
    assert.ok(await formatSql(sql, engine) instanceof Error));
}
for (
  const [engine, sql, formatted] of [
    [
      "postgres",
      "select 1 - -1,'a'||E'\\'' -- x\nfrom  t",
      "select\n  1 - -1,\n  'a' || E'\\'' -- x\nfrom\n  t",
    ],
    ["mysql", "select `a`.b,1e5 /* c\n  d */ from t", "select\n  `a`.b,\n  1e5\n  /* c\n  d */\nfrom\n  t"],
  ] as const
) {
  Deno.test(`formatSql() puts ${JSON.stringify(sql)} of ${engine} on lines`, async () =>
    assert.equal(await formatSql(sql, engine), formatted));
}

const SUMS: readonly (readonly [writes: readonly { affected?: number; changed?: number }[], sum: string])[] =
  [
    [[], "nothing was written yet"],
    [[{ affected: 2 }, { affected: 3, changed: 1 }], "2 statements, 3 rows"],
    [[{ affected: 0 }], "1 statement, 0 rows"],
    [[{}], "1 statement"],
    [[{}, { affected: 1 }], "2 statements, at least 1 row"],
  ];
for (const [writes, sum] of SUMS) {
  Deno.test(`sumOf() is “${sum}” for ${JSON.stringify(writes)}`, () => {
    const write = { result: "r", title: "t", verb: "update", everyRow: false };
    assert.equal(sumOf(writes.map((counts) => ({ ...write, ...counts }))), sum);
  });
}

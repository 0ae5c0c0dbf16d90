import assert from "node:assert/strict";
import type { CatalogTable } from "../../../../src/core/sql/catalog/mod.ts";
import { columnWords, tableRow } from "../../../../src/core/sql/query_window/catalog_row.ts";
import { detailRows } from "../../../../src/core/sql/query_window/detail_rows.ts";
import { keysOfLast } from "../../../../src/core/sql/query_window/joins.ts";
import { MAX_OFFERS, offeredNames } from "../../../../src/core/sql/query_window/offers.ts";
import { nameFit } from "../../../../src/core/sql/text/name_fit.ts";

const FITS: readonly (readonly [name: string, typed: string, rank: 0 | 1 | null])[] = [
  ["orders", "ord", 0],
  ["Orders", "ord", 0],
  ["open_orders", "ord", 1],
  ["Old Orders", "ord", 1],
  ["openOrders", "ord", 1],
  ["records", "ord", null],
  ["RECORDS", "ord", null],
  ["open_orders", "o", 0],
  ["the_orders", "o", null],
  ["orders", "", 0],
];
for (const [name, typed, rank] of FITS) {
  Deno.test(`nameFit() tells how well “${typed}” is found in ${name}`, () =>
    assert.equal(nameFit(name, typed), rank));
}

const table = (path: string): CatalogTable => {
  const [schema = "", name = ""] = path.split(".");
  return { schema, name, kind: "table", rows: null };
};
const HELD = {
  tables: ["audit.old_orders", "audit.orders", "public.open_orders", "public.orders_kept"].map(table),
  routines: [{ schema: "audit", name: "order_of", kind: "function", parameters: "n integer" }],
  reached: ["public"],
};
const OFFERS: readonly (readonly [schema: string, typed: string, names: string])[] = [
  ["", "ord", "orders_kept audit.orders audit.order_of open_orders audit.old_orders"],
  ["audit", "ord", "orders order_of old_orders"],
  ["", "au", "audit"],
];
for (const [schema, typed, names] of OFFERS) {
  Deno.test(`offeredNames() offers ${names} for ${schema && `${schema}.`}${typed}`, () => {
    const found = offeredNames(HELD, schema, typed);
    assert.equal(found.map((row) => row.elsewhere ? `${row.schema}.${row.name}` : row.name).join(" "), names);
  });
}

Deno.test("offeredNames() offers what needs no schema however much there is elsewhere", () => {
  const many = Array.from({ length: MAX_OFFERS + 1 }, (_, n) => table(`audit.t_${n}`));
  const found = offeredNames({ ...HELD, tables: [...many, table("public.t_of_mine")] }, "", "t");
  assert.equal(found[0]?.name, "t_of_mine");
  assert.equal(found.length, MAX_OFFERS);
});

const COLUMNS = [
  [{ name: "a", type: "text", nullable: true }, "text"],
  [
    { name: "a", type: "int", nullable: false, default: "0", comment: "How many" },
    "int not null default 0 · How many",
  ],
  [{ name: "a", type: "int", nullable: true, default: "NULL" }, "int"],
  [
    { name: "a", type: "int", nullable: false, generated: "generated always as identity" },
    "int not null generated always as identity",
  ],
] as const;
for (const [column, words] of COLUMNS) {
  Deno.test(`columnWords() says “${words}”`, () => assert.equal(columnWords(column), words));
}

const KEYS: readonly (readonly [kind: string, definition: string, words: string])[] = [
  ["primary key", "PRIMARY KEY (id)", "(id)"],
  [
    "foreign key",
    "FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE",
    "(customer_id) → customers(id) ON DELETE CASCADE",
  ],
  ["foreign key", "(customer) references app.customers (id)", "(customer) → app.customers (id)"],
  ["check", "CHECK ((total >= (0)::numeric))", "((total >= (0)::numeric))"],
  ["unique", "(a, b)", "(a, b)"],
];
for (const [kind, definition, words] of KEYS) {
  Deno.test(`detailRows() says “${words}” of a ${kind}`, () => {
    const detail = { columns: [], keys: [{ name: "k", kind, definition }], indexes: [] };
    const rows = detailRows(detail, tableRow(table("public.t"), 0, new Set()));
    assert.deepEqual(rows.map(({ name, detail }) => [name, detail]), [[kind, words]]);
  });
}

const INDEXES: readonly (readonly [unique: boolean, definition: string, words: string])[] = [
  [false, "CREATE INDEX i ON public.t USING btree (a) WHERE (b IS NULL)", "(a) WHERE (b IS NULL)"],
  [true, 'CREATE UNIQUE INDEX i ON public."t ""x""" USING btree (a, b DESC)', "unique (a, b DESC)"],
  [false, "hash (a)", "hash (a)"],
];
for (const [unique, definition, words] of INDEXES) {
  Deno.test(`detailRows() says “${words}” of an index`, () => {
    const detail = { columns: [], keys: [], indexes: [{ name: "i", unique, definition }] };
    const rows = detailRows(detail, tableRow(table("public.t"), 0, new Set()));
    assert.deepEqual(rows.map(({ name, detail }) => [name, detail]), [["i", words]]);
  });
}

Deno.test("keysOfLast() begins with the nearest table, and with the key whose column bears its name", () => {
  const path = (name: string) => ({ schema: "public", name });
  const key = (column: string, to: string) => ({
    name: `t_${column}`,
    from: path("orders"),
    to: path(to),
    columns: [{ from: column, to: "id" }],
  });
  const keys = [key("billed_to", "customers"), key("customer_id", "customers"), key("id", "shops")];
  const found = keysOfLast(["shops", "customers", "orders"].map(path), [[], [], keys]);
  assert.deepEqual(found.map(({ name, from, to }) => `${name} ${from} ${to}`), [
    "t_customer_id 2 1",
    "t_billed_to 2 1",
    "t_id 2 0",
  ]);
});

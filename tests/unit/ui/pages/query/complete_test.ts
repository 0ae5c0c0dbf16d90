import { CompletionContext } from "@codemirror/autocomplete";
import { PostgreSQL } from "@codemirror/lang-sql";
import { EditorState } from "@codemirror/state";
import assert from "node:assert/strict";
import { dialectOf } from "../../../../../src/core/sql/text/dialect.ts";
import { completeNames, type Offer } from "../../../../../src/ui/pages/query/editor/complete.ts";
import { withNames } from "../../../../../src/ui/pages/query/editor/tables.ts";
import { writtenAt } from "../../../../../src/ui/pages/query/editor/written.ts";

const WRITTEN: readonly (readonly [engine: "postgres" | "mysql", text: string, written: string | null])[] = [
  ["postgres", "select na", "na"],
  ["postgres", "select s.t.na", "s.t.na"],
  ["postgres", "select größe", "größe"],
  ["postgres", "from sales.", "sales."],
  ["postgres", 'from "Odd ""Names"."Or', 'Odd "Names."Or'],
  ["postgres", "from ", ""],
  ["postgres", "where name = 'some na", null],
  ["postgres", "where name = 'some'", null],
  ["postgres", "select 1 -- na", null],
  ["postgres", "select /* na", null],
  ["postgres", "do $$ na", null],
  ["postgres", "limit 1", null],
  ["mysql", "from `Odd Na", '"Odd Na'],
  ["mysql", 'where name = "some na', null],
  ["mysql", "select 1 # na", null],
];
for (const [engine, text, written] of WRITTEN) {
  Deno.test(`writtenAt() finds ${written === null ? "no name" : `“${written}”`} in ${engine}'s ${text}`, () => {
    const found = writtenAt(text, dialectOf(engine));
    const typed = found && `${found.quoted ? '"' : ""}${found.typed}`;
    assert.equal(found && [...found.path, typed].join("."), written);
  });
}

const WITHS: readonly (readonly [sql: string, names: string])[] = [
  ["with a as (select 1), b (x, y) as not materialized (select 2) select ", "a b"],
  ['with recursive "A b" as (select 1) select 1', "A b"],
  ["select cast(a as (b)), sum(x) over w from t window w as (order by x)", ""],
];
for (const [sql, names] of WITHS) {
  Deno.test(`withNames() finds “${names}” in ${sql}`, () => {
    assert.equal(withNames(sql, dialectOf("postgres")).join(" "), names);
  });
}

/** What a server with the table `orders` of a schema `sales` offers. */
const ask = ({ schema, table, prefix }: { schema: string; table: string; prefix: string }) => {
  const orders: Offer = { kind: "table", name: "orders", detail: "", schema: "sales" };
  const found: Offer[] = table === "orders"
    ? ["id", "Total"].map((name) => ({ kind: "column", name, detail: "int", schema: "sales" }))
    : schema === "sales"
    ? [orders]
    : table === ""
    ? [{ ...orders, elsewhere: true }]
    : [];
  return Promise.resolve(found.filter(({ name }) => name.toLowerCase().startsWith(prefix)));
};
// `|` is the cursor.
const COMPLETED: readonly (readonly [text: string, first: string | null])[] = [
  ["select * from ord|", "select * from sales.orders"],
  ["select * from sales.|", "select * from sales.orders"],
  ["select * from sales.orders o where o.|", "select * from sales.orders o where o.id"],
  ["select t| from sales.orders", 'select "Total" from sales.orders'],
  ['select "t|" from sales.orders', 'select "Total" from sales.orders'],
  ["with newest as (select 1) select * from new|", "with newest as (select 1) select * from newest"],
  ["select * from sales.orders called where cal|", "select * from sales.orders called where called"],
  ["select 'ord|'", null],
  ["select 1; -- ord|", null],
];
for (const [text, wanted] of COMPLETED) {
  Deno.test(`completeNames() makes ${wanted} of ${text}`, async () => {
    const at = text.indexOf("|");
    const state = EditorState.create({ doc: text.replace("|", "") });
    const source = completeNames(ask, "postgres", dialectOf("postgres"), PostgreSQL);
    const result = await source(new CompletionContext(state, at, false));
    const [first] = result?.options ?? [];
    const doc = state.doc.toString();
    const done = result && first && doc.slice(0, result.from) + first.label + doc.slice(result.to ?? at);
    assert.equal(done ?? null, wanted);
  });
}

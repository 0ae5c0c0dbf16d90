import { CompletionContext } from "@codemirror/autocomplete";
import { PostgreSQL } from "@codemirror/lang-sql";
import { EditorState } from "@codemirror/state";
import assert from "node:assert/strict";
import { dialectOf } from "../../../../../src/core/sql/text/dialect.ts";
import { keysOfLast } from "../../../../../src/core/sql/query_window/joins.ts";
import type { AskJoins } from "../../../../../src/ui/pages/query/editor/joins.ts";
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

/** Answers as a server with a table `orders` in a schema `sales`. */
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
/** Foreign keys of the server's tables: both tables and the joined columns. */
const KEYS = [
  ["orders", "customers", [["customer_id", "id"]]],
  ["orders", "addresses", [["billed_to", "id"]]],
  ["orders", "addresses", [["sent_to", "id"]]],
  ["lines", "orders", [["shop", "shop"], ["Order", "id"]]],
  ["people", "people", [["chief", "id"]]],
] as const;
const askJoins: AskJoins = (tables) => {
  const known = tables.map(({ name }) => ({ schema: "sales", name: name.toLowerCase() }));
  const keys = known.map(({ name }) =>
    KEYS.filter(([from]) => from === name).map(([from, to, columns], n) => ({
      name: `key_${n}`,
      from: { schema: "sales", name: from },
      to: { schema: "sales", name: to },
      columns: columns.map(([from, to]) => ({ from, to })),
    }))
  );
  return Promise.resolve(keysOfLast(known, keys));
};
/** Returns the completions at the `|` in the text. */
async function offersAt(text: string) {
  const state = EditorState.create({ doc: text.replace("|", "") });
  const parts = { ask, askJoins, engine: "postgres", dialect: dialectOf("postgres") } as const;
  return await completeNames(parts, PostgreSQL)(new CompletionContext(state, text.indexOf("|"), false));
}
// The join conditions that appear without a request; they come before all other completions.
const JOINED: readonly (readonly [text: string, conditions: string])[] = [
  ["select * from customers c join orders o |", "on o.customer_id = c.id"],
  ["select * from customers c join orders o on |", "o.customer_id = c.id"],
  ["select * from customers c join orders o on (|", "o.customer_id = c.id"],
  ["select * from customers c join orders o o|", "on o.customer_id = c.id"],
  ["select * from customers c join orders o on o|", "o.customer_id = c.id"],
  ["select * from customers c join orders o on c|", "c.id = o.customer_id"],
  ["select * from customers c join orders o on o.|", "customer_id = c.id"],
  ["select * from customers c join orders o on c.i|", "id = o.customer_id"],
  ["select * from customers c join orders o on x.|", ""],
  ["select * from orders o left join customers as c |", "on c.id = o.customer_id"],
  ["SELECT * FROM orders JOIN customers C |", "ON C.id = orders.customer_id"],
  ["select * from customers join sales.orders |", "on orders.customer_id = customers.id"],
  ["select * from customers join orders on|", "on orders.customer_id = customers.id"],
  ["select * from orders o join addresses a |", "on a.id = o.billed_to; on a.id = o.sent_to"],
  ["select * from orders o join lines l |", 'on l.shop = o.shop and l."Order" = o.id'],
  ["select * from people p join people chief |", "on chief.chief = p.id; on chief.id = p.chief"],
  [
    "select * from customers c join orders o on true join addresses a |",
    "on a.id = o.billed_to; on a.id = o.sent_to",
  ],
  [
    "select * from orders o join far.orders x on true join customers |",
    "on customers.id = x.customer_id; on customers.id = o.customer_id",
  ],
  [
    "select * from a.orders join b.orders on true join customers c |",
    "on c.id = b.orders.customer_id; on c.id = a.orders.customer_id",
  ],
  ["with customers as (select 1) select * from customers c join orders o |", ""],
  ["select * from customers c cross join orders o |", ""],
  ["select * from customers c join orders o | on o.id = c.id", ""],
  ["select * from customers c join orders o | where c.id = 1", "on o.customer_id = c.id"],
  ["select * from customers c join orders o on | o.id = 1", ""],
  ["select * from customers c join orders o on o.id = |", ""],
  ["select * from customers c join orders o|", ""],
  ["select * from customers c join |", ""],
  ["select * from nothing n join orders o |", ""],
  ["select * from customers c, orders o |", ""],
];
for (const [text, conditions] of JOINED) {
  Deno.test(`completeNames() offers “${conditions}” for ${text}`, async () => {
    const result = await offersAt(text);
    const joins = result?.options.filter(({ type }) => type === "join") ?? [];
    assert.equal(joins.map(({ label }) => label).join("; "), conditions);
    assert.deepEqual(result?.options.slice(0, joins.length) ?? [], joins);
  });
}

// An alias or a keyword follows a table, so no name of the server is offered there.
for (
  const [text, first] of [["select * from orders t|", "t"], ["select * from orders wh|", "when"]] as const
) {
  Deno.test(`completeNames() offers “${first}” first, and no names, for ${text}`, async () => {
    const result = await offersAt(text);
    const labels = result?.options.map(({ label }) => label) ?? [];
    assert.equal(labels[0], first);
    assert.ok(labels.length > 1, "words of the language");
    assert.ok(!labels.includes("Total") && !labels.includes("sales.orders"), labels.join(" "));
  });
}

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
    const result = await offersAt(text);
    const [first] = result?.options ?? [];
    const doc = text.replace("|", "");
    const end = result?.to ?? text.indexOf("|");
    const done = result && first && doc.slice(0, result.from) + first.label + doc.slice(end);
    assert.equal(done ?? null, wanted);
  });
}

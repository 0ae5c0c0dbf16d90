import { equal } from "node:assert/strict";
import { tabNameOf } from "../../../../src/core/sql/query_window/title.ts";
import { dialectOf } from "../../../../src/core/sql/text/dialect.ts";

const NAMES: readonly (readonly [sql: string, name: string])[] = [
  ["select * from orders where id = 7", "orders"],
  ["-- of this week\nselect * from public.orders o join customers c on true", "orders"],
  ['select * from "My Shop"."Order lines"', "Order lines"],
  ["with x as (select 1 from customers) select * from x", "customers"],
  ["select * from (select * from orders) o", "orders"],
  ["update only orders set a = 1", "update orders"],
  ["delete from orders", "delete orders"],
  ["insert into orders values (1)", "insert orders"],
  ["create table if not exists orders (n int)", "create orders"],
  ["select 7 as seven", "select 7 as seven"],
  ["select extract(year from placed_at) from orders", "orders"],
  [`select * from ${"t".repeat(60)}`, `${"t".repeat(39)}…`],
  ["", ""],
];
for (const [sql, name] of NAMES) {
  Deno.test(`tabNameOf() calls a tab after ${JSON.stringify(sql).slice(0, 60)} ${JSON.stringify(name)}`, () =>
    equal(tabNameOf(sql, dialectOf("postgres")), name));
}

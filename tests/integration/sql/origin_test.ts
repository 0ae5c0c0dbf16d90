import assert from "node:assert/strict";
import type { Origin } from "../../../src/core/sql/driver/mod.ts";
import { textRows } from "../../../src/core/sql/values.ts";
import { sessionOn } from "../../support/sql/ask.ts";
import { startEveryServer } from "../../support/sql/every_server.ts";

const never = new AbortController().signal;

/** Statements, and the origin of each of their columns: `table.column` or null. */
const STATEMENTS: readonly (readonly [sql: string, origins: readonly (string | null)[]])[] = [
  ["select id as other, s from one", ["one.id", "one.s"]],
  ["select x.* from one x where id in (select one_id from two)", ["one.id", "one.s"]],
  ["select upper(s), id + 1, 7, null, s from one", [null, null, null, null, "one.s"]],
  ["select o.s, t.id from one o left join two t on t.one_id = o.id", ["one.s", "two.id"]],
  ["select id from one union all select id from two", [null]],
  ["select max(id), count(*) from one", [null, null]],
  ["select distinct s from one order by s", ["one.s"]],
];

Deno.test("a column tells which column of which table it shows, on every server", async (t) => {
  const { servers, stop } = await startEveryServer();
  try {
    for (const { name, server, real } of servers) {
      await t.step(name, async () => {
        const { engine, database } = server;
        await real.sql(
          `create table one (id int primary key, gone int, s varchar(9)); alter table one drop column gone;
          create table two (id int primary key, one_id int); create view seen as select id, s from one;
          insert into one values (1, 'a'), (2, 'b')`,
          database!,
        );
        const session = await sessionOn(real, server);
        const ask = async (sql: string, args?: string[]) => {
          const { sink, columns } = textRows();
          const end = await session.run({ sql, write: false, ...(args ? { args } : {}) }, sink, never);
          assert.ok(end.ok, `${sql}: ${JSON.stringify(end)}`);
          return columns();
        };
        /** Returns the origin of a column, with the names from the server. */
        const named = async ({ origin }: { readonly origin?: Origin }): Promise<string | null> => {
          if (origin === undefined) return null;
          if ("schema" in origin) {
            assert.equal(origin.schema, database);
            return `${origin.table}.${origin.column}`;
          }
          const text = await real.sql(
            `select c.relname || '.' || a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
            where c.oid = ${origin.table} and a.attnum = ${origin.column}`,
            database!,
          );
          return text.trim();
        };
        try {
          for (const [sql, origins] of STATEMENTS) {
            assert.deepEqual(await Promise.all((await ask(sql)).map(named)), origins, sql);
          }
          // MariaDB names the alias of a subquery in FROM, so Kedge also checks the statement
          // before it relies on an origin.
          const derived = name.startsWith("MariaDB") ? "q.id" : "one.id";
          const query = await ask("select q.id from (select id from one) q");
          assert.deepEqual(await Promise.all(query.map(named)), [derived]);
          // For a view, the origin is the view, which has no key.
          assert.deepEqual(await Promise.all((await ask("select id, s from seen")).map(named)), [
            "seen.id",
            "seen.s",
          ]);
          const mark = engine === "postgres" ? "$1" : "?";
          const args = await ask(`select id from one where s = ${mark}`, ["a"]);
          assert.deepEqual(await Promise.all(args.map(named)), ["one.id"], "with parameters");
          if (engine === "postgres") {
            // System columns have no origin in the table.
            assert.deepEqual(await Promise.all((await ask("select ctid from one")).map(named)), [null]);
          }
        } finally {
          await session.close();
        }
      });
    }
  } finally {
    await stop();
  }
});

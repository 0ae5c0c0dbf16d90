/**
 * Statements that try to read hidden columns, through the session that agents get, on real servers.
 */
import assert from "node:assert/strict";
import { agentSession } from "../../../src/core/gate/agent_session.ts";
import type { Session } from "../../../src/core/sql/session/mod.ts";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { startMysql } from "../../support/servers/mysql.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { sessionOn } from "../../support/sql/ask.ts";
import { AS_MYSQL, AS_MYSQL_USERS, type Case, email, HIDDEN, VALUE } from "./hidden_mysql.ts";

const attmissingval = /pg_attribute\.attmissingval can tell/;

const POSTGRES: readonly Case[] = [
  ["select id, name from customers where id = 1", null],
  ["select count(*), max(id) from customers group by name", null],
  ["select o.id, c.name from orders o join customers c on c.id = o.customer", null],
  ["select 'customers.email' as email", null],
  ["select email from suppliers", null],
  ["with c as (select id from customers) select c.* from c", null],
  ["select id from seen", null],
  ["select count(*) from seen", null],
  ["select id, name from names order by 1", null],
  ["select table_name, column_name from information_schema.columns where column_name = 'email'", null],
  ["select relname from pg_class where relname = 'customers'", null],
  ["show server_version", null],
  ["values (1), (2)", null],
  ["select id from customers -- email", null],
  ["select id from customers;", null],
  ["select id from customers -- email\n; ;\r\n", null],
  ["select email from customers ;\n", email],
  ["select md5(upper(name)) || id::text from customers where name ~ 'a' and id in (1, 2)", null],
  ["select email from customers", email],
  ["select email as id from customers", email],
  ["select * from customers", email],
  ["select c.* from customers c", email],
  ["table customers", email],
  ["select c from customers c", email],
  ["select row_to_json(c) from customers c", email],
  ["select to_jsonb(customers) from customers", email],
  ["select (c).email from customers c", email],
  ["select email(c) from customers c", email],
  ["select customers::text from customers", email],
  ["select x from (select email as x from customers) t", email],
  ["with t as (select email from customers) select 1 from t", email],
  ["with t(a, b, c, d) as (select * from customers) select a from t", email],
  ["select id from customers where email like 'a%'", email],
  ["select id from customers order by email", email],
  ["select count(*) from customers group by email", email],
  ["select count(*) filter (where email > 'm') from customers", email],
  [
    "select id from customers c where exists (select 1 from customers d where d.email = 'x' and d.id = c.id)",
    email,
  ],
  ["select 1 from orders o join customers c on c.email = o.note", email],
  ["select 1 from customers natural join suppliers", email],
  ["select 1 from customers join suppliers using (email)", email],
  ["select id from customers union select length(email) from customers", email],
  ["select 1/(case when (select email from customers limit 1) like 'a%' then 0 else 1 end)", email],
  ["select lag(email) over (order by id) from customers", email],
  ["select l.e from customers c, lateral (select c.email as e) l", email],
  ["select j from (customers c join orders o on o.customer = c.id) as j", email],
  ["select count(c) from customers c", email],
  ["select 1 from customers c where c is not null", email],
  ["select distinct on (c) id from customers c", email],
  ["select id from customers c order by c", email],
  ["select row_to_json(s) from seen s", /view public\.seen/],
  ["select row_to_json(n) from names n", null],
  ["select id from customers where row(id, email) > row(0, 'm')", email],
  ["select id from customers where id in (select id from customers where email = any (array['x']))", email],
  ["select * from json_to_recordset((select json_agg(c) from customers c)) as x(email text)", email],
  ["select id::text::int + 1, id::bigint, name::char(2) from customers", null],
  ["select domain from customers", /customers\.domain is hidden/],
  ["select id from logins", null],
  ["select hint from logins", /logins\.hint is hidden/],
  ["select mail from seen", /view public\.seen needs what is hidden.*customers\.email/],
  ["select * from seen", /view public\.seen/],
  ["select mail from again", /view public\.again/],
  ["select n from lengths", /view public\.lengths/],
  ["select x from both_kinds", /view public\.both_kinds/],
  ["select mail from kept", /view public\.kept/],
  ["select email from customers_eu", /customers_eu\.email is hidden/],
  ["select * from only customers", email],
  ["select reveal()", /reveal\(\) may read hidden/],
  ["select id from customers where leaks(id)", /leaks\(\) may read hidden/],
  ["select id from customers where id === 1", /leaks_same\(\) may read hidden/],
  ["select id from through", /reveal\(\) may read hidden/],
  ["select * from pg_stats", /pg_stats can tell/],
  ["select most_common_vals::text from pg_catalog.pg_stats where attname = 'email'", /pg_stats can tell/],
  ["select * from statistics_of", /pg_stats can tell/],
  ["select query from pg_stat_activity", /pg_stat_activity can tell/],
  ["select ('postgresql.conf'::text).pg_read_file", /pg_read_file\(\) may read/],
  ["select * from pg_statistic", /pg_statistic can tell/],
  ["select attname, atttypid from pg_attribute where attrelid = 'accounts'::regclass", null],
  ["select count(*) from pg_attribute where attrelid = 'accounts'::regclass", null],
  ["select attmissingval from pg_attribute where attrelid = 'accounts'::regclass", attmissingval],
  ["select 1 from pg_catalog.pg_attribute where attmissingval::text like '{a%'", attmissingval],
  ["select * from pg_attribute where attrelid = 'accounts'::regclass", attmissingval],
  ["select to_jsonb(a) from pg_attribute a where attrelid = 'accounts'::regclass", attmissingval],
  ["select m from missing_of", /view public\.missing_of/],
  ["select attname from missing_of", null],
  ["select query_to_xml('select email from customers', true, true, '')", /runs a text as SQL/],
  ["select table_to_xml('customers', true, true, '')", /table_to_xml\(\) may read/],
  ["select database_to_xml(true, true, '')", /database_to_xml\(\) may read/],
  ["select * from ts_stat('select to_tsvector(email) from customers')", /runs a text as SQL/],
  ["select * from elsewhere", /elsewhere is a foreign table/],
  ["explain select id from customers where email > 'a'", /plan tells/],
  ["explain (verbose, analyze) select email from customers", /plan tells/],
  ["copy customers to stdout", /Only statements that read/],
  ["select 1) as k, (select email from customers", /brackets/],
  ["select 1) as k; select (1", /brackets/],
  ["select password_hash from accounts", /accounts\.password_hash is hidden/],
  ['select "email" from "public"."customers"', email],
  ["select e /* */ from (values (1)) v(i), lateral (select email e from customers) q", email],
  ["select id from customers tablesample system (100) where email is not null", email],
  ["select max(email) from customers", email],
  ["select string_agg(c.email, ',') from customers c", email],
  ["select other from customers", /column "other" does not exist/],
];

const AS_POSTGRES = `
  create table customers (id int primary key, email text, name text,
    domain text generated always as (split_part(email, '@', 2)) stored);
  create table customers_eu () inherits (customers);
  do $$ begin
    if current_setting('server_version_num')::int < 160000 then create table logins (id int, password text, hint text);
    else create table logins (id int, password text, hint text generated always as ('none') stored); end if;
  end $$;
  create table logins_eu (hint text generated always as (upper(password)) stored) inherits (logins);
  create table suppliers (id int, email text);
  create table orders (id int, customer int, note text);
  create table accounts (id int, password_hash text);
  insert into customers values (1, '${VALUE}', 'Anna'), (2, 'b@example.com', 'Bo');
  insert into accounts values (1, '${VALUE}');
  alter table accounts add column old_password text default '${VALUE}';
  alter table accounts alter old_password drop default;
  create view missing_of as select attname, attmissingval::text as m from pg_attribute;
  create view seen as select id, email as mail from customers;
  create view again as select * from seen;
  create view names as select id, name from customers;
  create view lengths as select length(email) as n from customers;
  create view both_kinds as select name as x from customers union select email from customers;
  create materialized view kept as select email as mail from customers;
  create view statistics_of as select attname, most_common_vals::text from pg_stats;
  create function reveal() returns text language sql as 'select email from customers limit 1';
  create function leaks(int) returns boolean language sql as 'select exists (select from customers where email > $$m$$)';
  create function leaks_same(int, int) returns boolean language sql as 'select $1 = $2';
  create operator === (leftarg = int, rightarg = int, function = leaks_same);
  create view through as select id, reveal() as r from orders;
  create foreign data wrapper w; create server s foreign data wrapper w;
  create foreign table elsewhere (id int) server s;
  analyze;
  create role u login password 'p'; grant select on all tables in schema public to u;`;

/**
 * The tables for a PostgreSQL that has no generated columns and no stored defaults for new columns.
 */
const AS_OLD_POSTGRES = AS_POSTGRES.replaceAll(/ generated always as .* stored/g, "")
  .replace("attmissingval", "attname")
  .replace("function = leaks_same", "procedure = leaks_same");
const OLD_POSTGRES = POSTGRES.filter(([sql, says]) =>
  !/\b(domain|hint|missing_of)\b/.test(sql) && says !== attmissingval
);

/** Returns a PostgreSQL of this version, by default the system's. */
const postgres = (version?: "9.6" | "14" | "18") =>
  ({
    engine: "postgres",
    database: "postgres",
    start: () => startPostgres({ version }),
    made: AS_POSTGRES,
    users: { u: POSTGRES },
  }) as const;
const mysql = { engine: "mysql", database: "app", made: AS_MYSQL, users: AS_MYSQL_USERS } as const;

const SERVERS = [
  { name: "PostgreSQL", ...postgres() },
  // Before PostgreSQL 11 plans number columns differently.
  { name: "PostgreSQL 9.6", ...postgres("9.6"), made: AS_OLD_POSTGRES, users: { u: OLD_POSTGRES } },
  // Before PostgreSQL 15 tables and expressions of columns are described differently.
  { name: "PostgreSQL 14", ...postgres("14") },
  // Since PostgreSQL 16 the permissions that a statement needs are stored elsewhere.
  { name: "PostgreSQL 18", ...postgres("18") },
  { name: "MySQL", ...mysql, start: startMysql },
  { name: "MariaDB", ...mysql, start: startMariadb },
];

for (const { name, engine, database, start, made, users } of SERVERS) {
  Deno.test(`agentSession() reads nothing that needs a hidden column, on a real ${name}`, async (t) => {
    const real = await start();
    const { signal } = new AbortController();
    const sessions: Session[] = [];
    try {
      await real.sql(made, database);
      for (const [user, cases] of Object.entries(users)) {
        const entry = { engine, database, allowCleartextPassword: true };
        const opened = await sessionOn({ ...real, user, password: "p" }, entry);
        sessions.push(opened);
        const agent = await agentSession({ engine, agents: { hidden: HIDDEN } }, opened, signal);
        assert.ok(agent.ok, JSON.stringify(agent));
        for (const [sql, says] of cases) {
          await t.step(`${says === null ? "reads" : "refuses"} ${sql}, as ${user}`, async () => {
            const told: string[] = [];
            const end = await agent.run({ sql, write: false }, {
              columns: () => {},
              row(bytes, bounds) {
                told.push(bytes.toString("utf8", Math.max(0, bounds[0]!), bounds.at(-1)));
                return true;
              },
            }, signal);
            assert.ok(!told.join().includes(VALUE), "a hidden value was told");
            if (says === null) return assert.ok(end.ok, JSON.stringify(end));
            assert.ok(!end.ok && told.length === 0, "rows were told");
            assert.match(end.message, says);
          });
        }
      }
    } finally {
      for (const session of sessions) await session.close();
      await real.stop();
    }
  });
}

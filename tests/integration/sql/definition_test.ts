import assert from "node:assert/strict";
import { Secret } from "../../../src/core/secret.ts";
import { createServerCatalog } from "../../../src/core/sql/query_window/mod.ts";
import { REAL_MARIADB, REAL_POSTGRES, type RealServer } from "../../support/sql/real_servers.ts";

interface Engine extends RealServer {
  readonly schema: string;
  readonly setup: string;
  /** Requested definitions, and parts that each text must have. */
  readonly texts: readonly (readonly [
    kind: string,
    name: string,
    has: readonly RegExp[],
    parameters?: string,
  ])[];
  /** Remarks at the end of a table's definition about tables that refer to it. */
  readonly keys: readonly (readonly [table: string, remarks: readonly string[]])[];
  /** The rows of the tree below the first one. */
  readonly rows: readonly string[];
  /** Keys that join the last of some tables with the others: positions and columns. */
  readonly joins: readonly (readonly [tables: readonly string[], keys: string])[];
  /** Suggestions after `ord`, and whether each needs its schema. */
  readonly offered: readonly (readonly [path: string, elsewhere: boolean])[];
}

const ENGINES: readonly Engine[] = [
  {
    ...REAL_POSTGRES,
    schema: "public",
    setup:
      `create table "Order" (id int generated always as identity primary key, name text not null default 'x');
      create index by_name on "Order" (name); create view named as select name from "Order";
      create function twice(n int) returns int language sql as 'select 2 * n';
      create procedure nothing() language sql as 'select 1';
      create function twice(n text) returns text language sql as 'select n || n';
      create schema far; create table far.orders (net int not null, gross int generated always as (net * 2) stored);
      comment on table far.orders is 'It''s far'; comment on column far.orders.net is 'In euros';
      create function far.note() returns trigger language plpgsql as 'begin return new; end';
      create trigger noted before insert on far.orders for each row execute function far.note();
      create materialized view kept as select 1 as one;
      create table far.lines ("Order id" int, shop int, number int unique,
        constraint "of
order" foreign key ("Order id") references "Order" (id) on delete cascade);
      create table visits (at int, id int, unique (at, id), first int constraint opened references "Order")
        partition by range (at);
      create table visits_1 partition of visits for values from (1) to (9);
      create table rests (at int, visit int, constraint of_visit foreign key (at, visit) references visits (at, id));`,
    keys: [
      ["public.Order", [
        "-- Referenced by:",
        '--   "far"."lines" ("Order id") references ("id") on delete cascade, constraint "of order"',
        '--   "public"."visits" ("first") references ("id"), constraint "opened"',
      ]],
      ["public.visits", [
        "-- Referenced by:",
        '--   "public"."rests" ("at", "visit") references ("at", "id"), constraint "of_visit"',
      ]],
    ],
    rows: ["lines far · Order id → id · on delete cascade", "visits first → id"],
    joins: [
      [["order", "LINES"], "1.Order id=0.id"],
      [["far.lines", "Order"], "0.Order id=1.id"],
      [["rests", "visits"], "0.at=1.at,0.visit=1.id"],
      [["visits", "rests"], "1.at=0.at,1.visit=0.id"],
      [["visits_1", "Order"], ""],
      [["rests", "Order"], ""],
      [["Order", "nothing"], ""],
    ],
    offered: [["public.Order", false], ["far.orders", true]],
    texts: [
      ["table", "Order", [
        /^create table "public"\."Order" \(\n {2}"id" integer not null generated always as identity,/,
        /"name" text not null default 'x'::text/,
        /constraint "Order_pkey" PRIMARY KEY \(id\)/,
        /CREATE INDEX by_name/,
      ]],
      ["view", "named", [/^create view "public"\."named" as\n\s*SELECT/]],
      ["view", "kept", [/^create materialized view "public"\."kept" as\n\s*SELECT/]],
      ["function", "twice", [/CREATE OR REPLACE FUNCTION public\.twice\(n integer\)[^]*2 \* n/]],
      ["function", "twice", [/FUNCTION public\.twice\(n text\)[^]*n \|\| n/], "n text"],
      ["procedure", "nothing", [/CREATE OR REPLACE PROCEDURE public\.nothing\(\)/]],
    ],
  },
  {
    ...REAL_MARIADB,
    schema: "app",
    setup:
      `create table \`Order\` (id int primary key auto_increment, name varchar(9) not null default 'x', index by_name (name));
      create view named as select name from \`Order\`;
      create function twice(n int) returns int return 2 * n;
      create procedure nothing() select 1;
      create database far; create table far.orders (n int);
      create table far.\`my lines\` (\`Order id\` int, shop int, key (shop, \`Order id\`),
        constraint of_order foreign key (\`Order id\`) references app.\`Order\` (id) on delete cascade);
      create table visits (at int, id int, primary key (at, id), first int,
        constraint opened foreign key (first) references \`Order\` (id));
      create table rests (at int, visit int, constraint of_visit foreign key (at, visit) references visits (at, id));`,
    keys: [
      ["app.Order", [
        "-- Referenced by:",
        "--   \`app\`.\`visits\` (\`first\`) references (\`id\`), constraint \`opened\`",
        "--   \`far\`.\`my lines\` (\`Order id\`) references (\`id\`) on delete cascade, constraint \`of_order\`",
      ]],
      ["app.visits", [
        "-- Referenced by:",
        "--   \`app\`.\`rests\` (\`at\`, \`visit\`) references (\`at\`, \`id\`), constraint \`of_visit\`",
      ]],
    ],
    rows: ["visits first → id", "my lines far · Order id → id · on delete cascade"],
    joins: [
      [["order", "MY LINES"], "1.Order id=0.id"],
      [["far.my lines", "Order"], "0.Order id=1.id"],
      [["rests", "visits"], "0.at=1.at,0.visit=1.id"],
      [["visits", "rests"], "1.at=0.at,1.visit=0.id"],
      [["rests", "Order"], ""],
      [["Order", "nothing"], ""],
    ],
    offered: [["app.Order", false], ["far.orders", true]],
    texts: [
      ["table", "Order", [/^CREATE TABLE `Order` \(/, /KEY `by_name`/]],
      ["view", "named", [/VIEW `named` AS select/]],
      ["function", "twice", [/FUNCTION `twice`[^]*2 \* n/]],
      ["procedure", "nothing", [/PROCEDURE `nothing`/]],
    ],
  },
];

/** The complete definition of a table in PostgreSQL. */
const FAR = `create table "far"."orders" (
  "net" integer not null,
  "gross" integer generated always as ((net * 2)) stored
);
CREATE TRIGGER noted BEFORE INSERT ON far.orders FOR EACH ROW EXECUTE FUNCTION far.note();
comment on table "far"."orders" is 'It''s far';
comment on column "far"."orders".net is 'In euros';`;

for (const { engine, database, schema, start, setup, texts, offered, keys, rows, joins } of ENGINES) {
  Deno.test(`the texts of tables, views and routines of a real ${engine}`, async () => {
    const real = await start();
    await real.sql(setup, database);
    const server = { name: "x", engine, host: real.host, port: real.port, database, tls: false };
    const password = new Secret(real.password);
    const catalog = createServerCatalog(
      server,
      () => Promise.resolve({ user: real.user, password, keep: () => Promise.resolve() }),
    );
    const { signal } = new AbortController();
    try {
      for (const [kind, name, has, parameters] of texts) {
        const read = await catalog.definition(schema, name, kind, parameters).read(0, 1, signal);
        assert.ok(read.ok, JSON.stringify(read));
        for (const pattern of has) assert.match(read.rows[0]!, pattern);
      }
      const names = await catalog.complete("", "", "ord").read(0, 9, signal);
      assert.deepEqual(
        names.ok && names.rows.map((row) => [`${row.schema}.${row.name}`, row.elsewhere ?? false]),
        offered,
      );
      if (engine === "postgres") {
        const far = await catalog.definition("far", "orders", "table").read(0, 1, signal);
        assert.equal(far.ok && far.rows[0], FAR);
      }
      for (const [table, remarks] of keys) {
        const [schema = "", name = ""] = table.split(".");
        const read = await catalog.definition(schema, name, "table").read(0, 1, signal);
        const text = read.ok ? read.rows[0]! : JSON.stringify(read);
        assert.deepEqual(text.slice(Math.max(0, text.indexOf("-- Ref"))).split("\n"), remarks);
      }
      const table = `t:${JSON.stringify([schema, "Order"])}`;
      const tree = await catalog.rows("order", [table, `${table}:f`]).read(0, 99, signal);
      assert.ok(tree.ok, JSON.stringify(tree));
      assert.deepEqual(
        tree.rows.filter(({ id }) => id.startsWith(`${table}:f:`)).map(({ kind, name, detail }) =>
          `${kind} ${name} ${detail}`
        ),
        rows.map((row) => `table ${row}`),
      );
      for (const [tables, keys] of joins) {
        const named = tables.map((path) => path.split(".")).map(([schema, name]) =>
          name === undefined ? { schema: "", name: schema! } : { schema: schema!, name }
        );
        const read = await catalog.joins(named).read(0, 9, signal);
        assert.ok(read.ok, JSON.stringify(read));
        const told = read.rows.map(({ from, to, columns }) =>
          columns.map((one) => `${from}.${one.from}=${to}.${one.to}`).join(",")
        );
        assert.equal(told.join("; "), keys, tables.join(" "));
      }
      // A missing object gives the server's error or Kedge's.
      const none = await catalog.definition(schema, "nothing_of_this_name", "view").read(0, 1, signal);
      assert.ok(!none.ok && /exist|not tell/.test(none.error), JSON.stringify(none));
    } finally {
      await catalog.close();
      await real.stop();
    }
  });
}

import assert from "node:assert/strict";
import type { Server } from "../../../src/core/config/config.ts";
import { Secret } from "../../../src/core/secret.ts";
import { createServerCatalog } from "../../../src/core/sql/desk/mod.ts";
import { type DatabaseServer, startMariadb } from "../../support/servers/mariadb.ts";
import { startPostgres } from "../../support/servers/postgres.ts";

interface Engine {
  readonly engine: Server["engine"];
  readonly database: string;
  readonly schema: string;
  readonly start: () => Promise<DatabaseServer>;
  readonly setup: string;
  /** What is asked for, and what its text has. */
  readonly texts: readonly (readonly [kind: string, name: string, has: readonly RegExp[]])[];
}

const ENGINES: readonly Engine[] = [
  {
    engine: "postgres",
    database: "postgres",
    schema: "public",
    start: startPostgres,
    setup:
      `create table "Order" (id int generated always as identity primary key, name text not null default 'x');
      create index by_name on "Order" (name); create view named as select name from "Order";
      create function twice(n int) returns int language sql as 'select 2 * n';
      create procedure nothing() language sql as 'select 1';`,
    texts: [
      ["table", "Order", [
        /^create table "public"\."Order" \(/,
        /"name" text not null default 'x'::text/,
        /constraint "Order_pkey" PRIMARY KEY \(id\)/,
        /CREATE INDEX by_name/,
      ]],
      ["view", "named", [/^create view "public"\."named" as\n\s*SELECT/]],
      ["function", "twice", [/CREATE OR REPLACE FUNCTION public\.twice\(n integer\)[^]*2 \* n/]],
      ["procedure", "nothing", [/CREATE OR REPLACE PROCEDURE public\.nothing\(\)/]],
    ],
  },
  {
    engine: "mysql",
    database: "app",
    schema: "app",
    start: startMariadb,
    setup:
      `create table \`Order\` (id int primary key auto_increment, name varchar(9) not null default 'x', index by_name (name));
      create view named as select name from \`Order\`;
      create function twice(n int) returns int return 2 * n;
      create procedure nothing() select 1;`,
    texts: [
      ["table", "Order", [/^CREATE TABLE `Order` \(/, /KEY `by_name`/]],
      ["view", "named", [/VIEW `named` AS select/]],
      ["function", "twice", [/FUNCTION `twice`[^]*2 \* n/]],
      ["procedure", "nothing", [/PROCEDURE `nothing`/]],
    ],
  },
];

for (const { engine, database, schema, start, setup, texts } of ENGINES) {
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
      for (const [kind, name, has] of texts) {
        const read = await catalog.definition(schema, name, kind).read(0, 1, signal);
        assert.ok(read.ok, JSON.stringify(read));
        for (const pattern of has) assert.match(read.rows[0]!, pattern);
      }
      // What is not there is told in the server's words, or in Kedge's.
      const none = await catalog.definition(schema, "nothing_of_this_name", "view").read(0, 1, signal);
      assert.ok(!none.ok && /exist|not tell/.test(none.error), JSON.stringify(none));
    } finally {
      await catalog.close();
      await real.stop();
    }
  });
}

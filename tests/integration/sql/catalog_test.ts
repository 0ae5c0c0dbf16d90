import assert from "node:assert/strict";
import { createCatalog, type TableDetail } from "../../../src/core/sql/catalog/mod.ts";
import { readingFault } from "../../../src/core/sql/text/reading.ts";
import { questionsFor } from "../../../src/core/sql/catalog/questions.ts";
import { ENGINE_IDS } from "../../../src/core/sql/engines/mod.ts";
import { REAL_MARIADB, REAL_POSTGRES, type RealServer } from "../../support/sql/real_servers.ts";
import { sessionOn } from "../../support/sql/ask.ts";

const { signal } = new AbortController();

interface Engine extends RealServer {
  readonly schema: string;
  readonly setup: string;
  readonly tables: readonly (readonly [name: string, kind: string, rows: number | null, comment?: string])[];
  readonly routines: readonly (readonly [name: string, kind: string, parameters: string, result?: string])[];
  readonly orders: TableDetail;
  /** Creates 10,000 tables, or as many as the server creates in a few seconds. */
  readonly many: readonly [count: number, sql: string];
}

const ENGINES: readonly Engine[] = [
  {
    ...REAL_POSTGRES,
    schema: "public",
    setup: `create table customers (id bigint primary key, name text not null);
      create table "orders ""x""" (id int generated always as identity primary key,
        customer bigint references customers (id), total numeric(10,2) default 0 check (total >= 0), tags text[]);
      create unique index by_customer on "orders ""x""" (customer, id desc);
      comment on table customers is 'Who buys'; comment on column "orders ""x""".total is 'In euros';
      insert into customers select n, 'x' from generate_series(1, 500) n; analyze customers;
      create view paid as select * from customers; create materialized view old as select 1 as n;
      create function add(a int, b int) returns int language sql as 'select a + b';
      create procedure clean(days int) language sql as 'select 1';
      create table parted (n int) partition by range (n);
      create table parted_1 partition of parted for values from (1) to (2);`,
    tables: [
      ["customers", "table", 500, "Who buys"],
      ["old", "materialized view", null],
      ['orders "x"', "table", null],
      ["paid", "view", null],
      ["parted", "table", null],
    ],
    routines: [
      ["add", "function", "a integer, b integer", "integer"],
      ["clean", "procedure", "IN days integer"],
    ],
    orders: {
      columns: [
        { name: "id", type: "integer", nullable: false, generated: "generated always as identity" },
        { name: "customer", type: "bigint", nullable: true },
        { name: "total", type: "numeric(10,2)", nullable: true, default: "0", comment: "In euros" },
        { name: "tags", type: "text[]", nullable: true },
      ],
      keys: [
        { name: 'orders "x"_pkey', kind: "primary key", definition: "PRIMARY KEY (id)" },
        {
          name: 'orders "x"_customer_fkey',
          kind: "foreign key",
          definition: "FOREIGN KEY (customer) REFERENCES customers(id)",
        },
        { name: 'orders "x"_total_check', kind: "check", definition: "CHECK ((total >= (0)::numeric))" },
      ],
      indexes: [
        {
          name: "by_customer",
          unique: true,
          definition:
            'CREATE UNIQUE INDEX by_customer ON public."orders ""x""" USING btree (customer, id DESC)',
        },
        {
          name: 'orders "x"_pkey',
          unique: true,
          definition: 'CREATE UNIQUE INDEX "orders ""x""_pkey" ON public."orders ""x""" USING btree (id)',
        },
      ],
    },
    many: [
      10_000,
      // A short type needs no additional table for long values.
      "select format('create table many_%s (id int, name varchar(9))', n) from generate_series(1, 10000) n \\gexec",
    ],
  },
  {
    ...REAL_MARIADB,
    schema: "app",
    setup: "create table customers (id bigint primary key, name varchar(20) not null);" +
      'create table `orders "x"` (id int auto_increment primary key, customer bigint, total decimal(10,2) default 0 ' +
      "comment 'In euros', tags json, unique by_customer (customer, id), " +
      "constraint who foreign key (customer) references customers (id));" +
      "insert into customers select seq, 'x' from seq_1_to_500; analyze table customers;" +
      "create view paid as select * from customers;" +
      "create function plus(a int, b int) returns int return a + b;" +
      "create procedure clean(days int) select 1;",
    tables: [
      ["customers", "table", 500],
      ['orders "x"', "table", 0],
      ["paid", "view", null],
    ],
    routines: [
      ["clean", "procedure", "days int(11)"],
      ["plus", "function", "a int(11), b int(11)", "int(11)"],
    ],
    orders: {
      columns: [
        { name: "id", type: "int(11)", nullable: false, generated: "auto_increment" },
        { name: "customer", type: "bigint(20)", nullable: true },
        { name: "total", type: "decimal(10,2)", nullable: true, default: "0.00", comment: "In euros" },
        { name: "tags", type: "longtext", nullable: true },
      ],
      keys: [
        { name: "PRIMARY", kind: "primary key", definition: "(id)" },
        { name: "by_customer", kind: "unique", definition: "(customer, id)" },
        { name: "who", kind: "foreign key", definition: "(customer) references app.customers (id)" },
      ],
      indexes: [
        { name: "by_customer", unique: true, definition: "btree (customer, id)" },
        { name: "PRIMARY", unique: true, definition: "btree (id)" },
      ],
    },
    many: [
      2000,
      Array.from({ length: 2000 }, (_, i) => `create table many_${i} (id int, name text);`).join("\n"),
    ],
  },
];

for (const { engine, database, schema, start, setup, tables, routines, orders, many } of ENGINES) {
  Deno.test(`createCatalog() reads what a real ${engine} holds`, async (t) => {
    const real = await start();
    const open = () => sessionOn(real, { engine, database });
    const session = await open();
    const catalog = createCatalog(session, engine);
    try {
      await real.sql(setup, database);
      await t.step("tables and views, with rows and comments", async () => {
        const read = await catalog.tables(signal);
        assert.ok(read.ok, JSON.stringify(read));
        assert.deepEqual(
          read.value.entries,
          tables.map(([name, kind, rows, comment]) => ({
            schema,
            name,
            kind,
            rows,
            ...(comment && { comment }),
          })),
        );
      });
      await t.step("routines", async () => {
        const read = await catalog.routines(signal);
        assert.ok(read.ok, JSON.stringify(read));
        assert.deepEqual(
          read.value.entries,
          routines.map(([name, kind, parameters, result]) => ({
            schema,
            name,
            kind,
            parameters,
            ...(result && { result }),
          })),
        );
      });
      await t.step("columns, keys and indexes of a table with an odd name", async () => {
        const read = await catalog.table(schema, 'orders "x"', signal);
        assert.ok(read.ok, JSON.stringify(read));
        assert.deepEqual(read.value, orders);
      });
      await t.step("nothing of a table that is not there", async () => {
        const read = await catalog.table(schema, "'; drop table customers; --", signal);
        assert.ok(read.ok && read.value.columns.length === 0, JSON.stringify(read));
      });
      await t.step(`all of ${many[0]} tables`, async () => {
        await real.sql(many[1], database);
        const read = await catalog.tables(signal);
        assert.ok(read.ok, JSON.stringify(read));
        assert.equal(read.value.entries.length, many[0] + tables.length);
      });
    } finally {
      await session.close();
      await real.stop();
    }
  });
}

/** Versions for which the queries differ. */
const VERSIONS = {
  postgres: ["9.6.24", "10.23", "18.1"],
  mysql: ["5.6.51", "8.0.12", "8.0.36", "5.5.5-10.1.48-MariaDB", "10.11.6-MariaDB"],
  redshift: ["8.0.2"],
  athena: [""],
  logs: [],
};
for (const engine of ENGINE_IDS) {
  for (const version of VERSIONS[engine]) {
    for (const [name, sql] of Object.entries(questionsFor(engine, version))) {
      Deno.test(`the question of ${engine} ${version} for ${name} only reads`, () =>
        assert.equal(readingFault(sql, engine), null));
    }
  }
}

/** Versions of MySQL and MariaDB, and whether they have the columns that a query may name. */
const MYSQL_VERSIONS: readonly (readonly [version: string, generated: boolean, expressions: boolean])[] = [
  ["", true, false],
  ["5.5.62", false, false],
  ["5.6.51", false, false],
  ["5.7.44", true, false],
  ["5.7.mysql_aurora.2.11.2", true, false],
  ["8.0.12", true, false],
  ["8.0.13", true, true],
  ["8.0.36-log", true, true],
  ["9.1.0", true, true],
  ["5.5.68-MariaDB", false, false],
  ["5.5.5-10.1.48-MariaDB", false, false],
  ["10.2.6-MariaDB", false, false],
  ["5.5.5-10.2.7-MariaDB", true, false],
  ["5.5.5-10.11.6-MariaDB-log", true, false],
  ["11.4.2-MariaDB", true, false],
];
for (const [version, generated, expressions] of MYSQL_VERSIONS) {
  Deno.test(`questionsFor() names only columns that there are when MySQL is ${version || "silent"}`, () => {
    const { columns, indexes } = questionsFor("mysql", version);
    assert.equal(columns.includes("generation_expression"), generated);
    assert.equal(indexes.includes(" expression,"), expressions);
  });
}

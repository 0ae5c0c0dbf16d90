import assert from "node:assert/strict";
import type { Server } from "../../../src/core/config/config.ts";
import { Secret } from "../../../src/core/secret.ts";
import { type Cell, MOST_ROWS, runQuery } from "../../../src/core/sql/query.ts";
import { type DatabaseServer, startMariadb } from "../../support/mariadb.ts";
import { startPostgres } from "../../support/postgres.ts";

/** One suite for every real server: only the words of SQL differ. */
interface Dialect {
  readonly engine: Server["engine"];
  readonly start: () => Promise<DatabaseServer>;
  readonly database: string;
  readonly table: string;
  readonly values: string;
  readonly cells: readonly Cell[];
  readonly parameters: string;
  readonly series: (count: number) => string;
  readonly sleep: string;
  readonly writes: readonly string[];
  /** Writes 20,000 rows and gives them back. */
  readonly many: string;
}

const DIALECTS: readonly Dialect[] = [
  {
    engine: "postgres",
    start: startPostgres,
    database: "postgres",
    table: "create table t (n int); insert into t values (1)",
    values: `select 1::int as a, 9007199254740993::bigint as a, 1.50::numeric, true, null, 'é', 1.5::float8,
      'NaN'::float8, '2024-02-29'::date, '{"b":1.0}'::json, '\\xff'::bytea, array[1,2]`,
    cells: [
      1,
      "9007199254740993",
      "1.50",
      true,
      null,
      "é",
      1.5,
      "NaN",
      "2024-02-29",
      '{"b":1.0}',
      "\\xff",
      "{1,2}",
    ],
    parameters: "select $1::text, $2::int, $3::bool, $4::text",
    series: (count) => `select n from generate_series(1, ${count}) n`,
    sleep: "select pg_sleep(30)",
    writes: [
      "insert into t values (2)",
      "create table u (n int)",
      "select 1; insert into t values (2)",
      "select 1; commit; insert into t values (2)",
      "do $$ begin insert into t values (2); end $$",
      "with x as (insert into t values (2) returning n) select * from x",
      "set transaction read write",
      "drop table t",
    ],
    many: "insert into t select generate_series(1, 20000) returning n",
  },
  {
    engine: "mysql",
    start: startMariadb,
    database: "app",
    table: "create table t (n int); insert into t values (1)",
    values: `select 1 as a, 9007199254740993 as a, cast(1.50 as decimal(5,2)), true, null, 'é', 1.5e0,
      cast('2024-02-29' as date), x'ff'`,
    cells: [1, "9007199254740993", "1.50", 1, null, "é", 1.5, "2024-02-29", "0xff"],
    parameters: "select ?, ?, ?, ?",
    series: (count) => `select seq from seq_1_to_${count}`,
    sleep: "select sleep(30)",
    writes: [
      "insert into t values (2)",
      "create table u (n int)",
      "select 1; insert into t values (2)",
      "start transaction read write",
      "set session transaction read write",
      "/* select */ insert into t values (2)",
      "select 1 /*! into outfile '/tmp/kedge-out' */",
      "select 1 into  outfile '/tmp/kedge-out'",
      "commit",
      "drop table t",
    ],
    many: "insert into t select seq from seq_1_to_20000 returning n",
  },
];

for (const dialect of DIALECTS) {
  Deno.test(`runQuery() on a real ${dialect.engine}`, async (t) => {
    const real = await dialect.start();
    const server: Server = {
      name: "real",
      engine: dialect.engine,
      host: real.host,
      port: real.port,
      database: dialect.database,
      tls: false,
    };
    const login = { user: real.user, password: new Secret(real.password) };
    const query = (
      sql: string,
      args: Cell[] = [],
      change: Partial<Server> = {},
      signal = new AbortController().signal,
    ) => runQuery({ server: { ...server, ...change }, login, sql, args, write: false }, signal);
    const count = async () => (await real.sql("select count(*) from t", dialect.database)).trim();
    try {
      await real.sql(dialect.table, dialect.database);

      await t.step("gives exact values, and columns of the same name", async () => {
        const result = await query(dialect.values);
        assert.ok(result.ok, JSON.stringify(result));
        assert.deepEqual(result.rows, [dialect.cells]);
        assert.deepEqual(result.columns.slice(0, 2), ["a", "a"]);
        assert.equal(result.truncated, false);
      });
      await t.step("fills parameters as values, never as SQL", async () => {
        const result = await query(dialect.parameters, ["'; drop table t; --", 7, true, null]);
        assert.ok(result.ok, JSON.stringify(result));
        assert.equal(result.rows[0]![0], "'; drop table t; --");
        assert.equal(Number(result.rows[0]![1]), 7);
        assert.equal(result.rows[0]![3], null);
      });
      await t.step("works over TLS", async () => {
        assert.ok((await query("select 1", [], { tls: true })).ok);
      });
      await t.step("says that there are more rows than it takes", async () => {
        const since = performance.now();
        const result = await query(dialect.series(1_000_000));
        assert.ok(result.ok, JSON.stringify(result));
        assert.equal(result.rows.length, MOST_ROWS);
        assert.equal(result.truncated, true);
        assert.ok(performance.now() - since < 8000);
        const whole = await query(dialect.series(MOST_ROWS));
        assert.ok(whole.ok && !whole.truncated && whole.rows.length === MOST_ROWS);
      });
      await t.step("gives columns without rows", async () => {
        const result = await query("select n from t where n < 0");
        assert.ok(result.ok);
        assert.deepEqual([result.columns, result.rows], [["n"], []]);
      });
      for (const write of dialect.writes) {
        await t.step(`does not write: ${write}`, async () => {
          const before = await count();
          const result = await query(write);
          if (result.ok) assert.match(write, /^(set transaction|commit)/);
          else assert.equal(result.kind, "query", JSON.stringify(result));
          assert.equal(await count(), before);
        });
      }
      await t.step("writes when it may", async () => {
        const write = (sql: string) =>
          runQuery({ server, login, sql, args: [], write: true }, new AbortController().signal);
        const inserted = await write("insert into t values (2)");
        assert.ok(inserted.ok, JSON.stringify(inserted));
        assert.deepEqual([inserted.columns, inserted.rows], [[], []]);
        assert.equal(await count(), "2");
        assert.ok(!(await write("insert into nowhere values (2)")).ok);
        const many = await write(dialect.many);
        assert.ok(many.ok, JSON.stringify(many));
        assert.equal(many.truncated, true);
        assert.equal(await count(), "20002");
      });
      await t.step("tells a wrong statement from a wrong login", async () => {
        const wrong = await query("select nothing from nowhere");
        assert.ok(
          !wrong.ok && wrong.kind === "query" && /nowhere/.test(wrong.message),
          JSON.stringify(wrong),
        );
        const refused = await runQuery(
          {
            server,
            login: { user: real.user, password: new Secret("wrong-password") },
            sql: "select 1",
            args: [],
            write: false,
          },
          new AbortController().signal,
        );
        assert.ok(!refused.ok && refused.kind === "password", JSON.stringify(refused));
        assert.doesNotMatch(JSON.stringify(refused), /wrong-password/);
      });
      await t.step("ends at once when the run ends", async () => {
        const stop = new AbortController();
        const since = performance.now();
        setTimeout(() => stop.abort(), 300);
        const result = await query(dialect.sleep, [], {}, stop.signal);
        assert.ok(!result.ok && result.kind === "stopped", JSON.stringify(result));
        assert.ok(performance.now() - since < 2000);
      });
    } finally {
      await real.stop();
    }
  });
}

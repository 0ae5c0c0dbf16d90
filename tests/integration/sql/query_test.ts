import assert from "node:assert/strict";
import type { Server } from "../../../src/core/config/config.ts";
import { Secret } from "../../../src/core/secret.ts";
import { type Cell, MAX_ROWS, runQuery } from "../../../src/core/sql/query.ts";
import { beginWait } from "../../runner/slowness.ts";
import { REAL_MARIADB, REAL_POSTGRES, type RealServer } from "../../support/sql/real_servers.ts";

/** The words of a database system; the tests are the same for all. */
interface Dialect extends RealServer {
  readonly values: readonly (readonly [sql: string, cell: Cell])[];
  /** A statement with four parameters: a text, an integer, a boolean, NULL. */
  readonly parameters: string;
  readonly series: (count: number) => string;
  readonly sleep: string;
  /** A statement that writes 20,000 rows and returns them. */
  readonly many: string;
  /** A statement that ends its own session. */
  readonly kill: string;
}

const DIALECTS: readonly Dialect[] = [
  {
    ...REAL_POSTGRES,
    values: [
      ["1::int", 1],
      ["9007199254740993::bigint", "9007199254740993"],
      ["-9007199254740991::bigint", -9007199254740991],
      ["1.50::numeric", "1.50"],
      ["'NaN'::numeric", "NaN"],
      ["true", true],
      ["null", null],
      ["''", ""],
      ["'é😀'", "é😀"],
      ["1.5::float8", 1.5],
      ["0.1::float4", 0.1],
      ["'NaN'::float8", "NaN"],
      ["'-infinity'::float8", "-Infinity"],
      ["'2024-02-29'::date", "2024-02-29"],
      ["'infinity'::date", "infinity"],
      ["'294276-01-01 00:00:00.000001'::timestamp", "294276-01-01 00:00:00.000001"],
      ["'1 year 2 days 03:00'::interval", "1 year 2 days 03:00:00"],
      [`'{"b":1.0}'::json`, '{"b":1.0}'],
      ["'\\xff'::bytea", "\\xff"],
      ["array[1,2]", "{1,2}"],
      ["b'101'", "101"],
      ["'a'::name", "a"],
    ],
    parameters: "select $1::text, $2::int, $3::bool, $4::text",
    series: (count) => `select generate_series(1, ${count})`,
    sleep: "select pg_sleep(600)",
    many: "insert into t select generate_series(1, 20000) returning n",
    kill: "select pg_terminate_backend(pg_backend_pid())",
  },
  {
    ...REAL_MARIADB,
    values: [
      ["1", 1],
      ["9007199254740993", "9007199254740993"],
      ["18446744073709551615", "18446744073709551615"],
      ["cast(1.50 as decimal(5,2))", "1.50"],
      ["true", 1],
      ["null", null],
      ["''", ""],
      ["'é😀'", "é😀"],
      ["1.5e0", 1.5],
      ["cast('2024-02-29' as date)", "2024-02-29"],
      ["cast('0000-00-00' as date)", "0000-00-00"],
      ["timestamp'2024-02-29 01:02:03.000004'", "2024-02-29 01:02:03.000004"],
      ["time'-838:59:59'", "-838:59:59"],
      ["x'00ff'", "0x00ff"],
      ["b'101'", "0x05"],
      [`json_object('b', 1.0)`, '{"b": 1.0}'],
      ["point(1, 2)", "0x000000000101000000000000000000f03f0000000000000040"],
    ],
    parameters: "select ?, ?, ?, ?",
    series: (count) => `select seq from seq_1_to_${count}`,
    sleep: "select sleep(600)",
    many: "insert into t select seq from seq_1_to_20000 returning n",
    kill: "kill connection_id()",
  },
];

for (const dialect of DIALECTS) {
  Deno.test(`runQuery() on a real ${dialect.engine}`, async (t) => {
    const real = await dialect.start();
    const { engine, database } = dialect;
    const server: Server = { name: "real", engine, host: real.host, port: real.port, database, tls: false };
    const login = { user: real.user, password: new Secret(real.password) };
    const query = (
      sql: string,
      { args = [], tls = false, write = false, signal = new AbortController().signal }: {
        args?: Cell[];
        tls?: boolean;
        write?: boolean;
        signal?: AbortSignal;
      } = {},
    ) => runQuery({ server: { ...server, tls }, login, sql, args, write }, signal);
    const write = (sql: string) => query(sql, { write: true });
    const count = async () => (await real.sql("select count(*) from t", database)).trim();
    try {
      await real.sql("create table t (n int); insert into t values (1)", database);

      for (const tls of [false, true]) {
        await t.step(`gives exact values ${tls ? "with" : "without"} TLS`, async () => {
          const sql = `select ${dialect.values.map(([value]) => value).join(", ")}`;
          const result = await query(sql, { tls });
          assert.ok(result.ok, JSON.stringify(result));
          assert.deepEqual(result.rows, [dialect.values.map(([, cell]) => cell)]);
          assert.equal(result.truncated, false);
        });
        await t.step(
          `fills parameters as values, never as SQL, ${tls ? "with" : "without"} TLS`,
          async () => {
            const args = ["'; drop table t; --", 7, true, null];
            const result = await query(dialect.parameters, { args, tls });
            assert.ok(result.ok, JSON.stringify(result));
            const yes = engine === "mysql" ? 1 : true;
            assert.deepEqual(result.rows, [["'; drop table t; --", 7, yes, null]]);
          },
        );
      }
      if (engine === "mysql") {
        await t.step("gives the same texts with and without parameters", async () => {
          const values = dialect.values.map(([value]) => value);
          const result = await query(`select ${values.join(", ")}, ?`, { args: [-1.5] });
          assert.ok(result.ok, JSON.stringify(result));
          assert.deepEqual(result.rows, [[...dialect.values.map(([, cell]) => cell), -1.5]]);
        });
        await t.step("says how many parameters a statement has", async () => {
          const result = await query("select ?", { args: [1, 2] });
          assert.ok(!result.ok && /1 parameters, and 2 values/.test(result.message), JSON.stringify(result));
        });
      }
      await t.step("keeps columns of the same name apart", async () => {
        const result = await query("select 1 as a, 2 as a, 3 as __proto__");
        assert.ok(result.ok, JSON.stringify(result));
        assert.deepEqual([result.columns, result.rows], [["a", "a", "__proto__"], [[1, 2, 3]]]);
      });
      await t.step("says that there are more rows than it takes", async () => {
        // Reading all of them would take minutes.
        const result = await query(dialect.series(1_000_000_000));
        assert.ok(result.ok, JSON.stringify(result));
        assert.equal(result.rows.length, MAX_ROWS);
        assert.equal(result.truncated, true);
        const whole = await query(dialect.series(MAX_ROWS));
        assert.ok(whole.ok && !whole.truncated && whole.rows.length === MAX_ROWS);
      });
      await t.step("gives columns without rows", async () => {
        const result = await query("select n from t where n < 0");
        assert.ok(result.ok);
        assert.deepEqual([result.columns, result.rows], [["n"], []]);
      });
      await t.step("writes when it may", async () => {
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
      await t.step("ends at once when the run ends, on the server too", async () => {
        const stop = new AbortController();
        const running = query(dialect.sleep, { signal: stop.signal });
        const sleeping = engine === "mysql"
          ? "select count(*) from information_schema.processlist where info = 'select sleep(600)'"
          : "select count(*) from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'";
        const until = async (wanted: string) => {
          for (const isOver = beginWait(60_000); (await real.sql(sleeping)).trim() !== wanted;) {
            assert.ok(!isOver(), `not ${wanted} in time`);
          }
        };
        await until("1");
        stop.abort();
        // Unless it is stopped, the statement sleeps for ten minutes and succeeds.
        const result = await running;
        assert.ok(!result.ok && result.kind === "stopped", JSON.stringify(result));
        await until("0");
      });
      await t.step("says that the server ended the session", async () => {
        const result = await write(dialect.kill);
        assert.ok(!result.ok && (result.kind === "lost" || result.kind === "query"), JSON.stringify(result));
      });
      const copies = engine === "mysql"
        ? ["load data local infile '/etc/passwd' into table t"]
        : ["copy t to stdout", "copy t from stdin", "copy (select 1) to stdout (format csv)"];
      for (const copy of copies) {
        await t.step(`neither sends nor takes files: ${copy}`, async () => {
          const before = await count();
          const result = await write(copy);
          assert.ok(!result.ok && result.kind === "query", JSON.stringify(result));
          assert.equal(await count(), before);
        });
      }
    } finally {
      await real.stop();
    }
  });
}

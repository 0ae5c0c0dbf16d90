import assert from "node:assert/strict";
import type { Server } from "../../../src/core/config/config.ts";
import type { Transaction } from "../../../src/core/sql/session/mod.ts";
import { type DatabaseServer, startMariadb } from "../../support/servers/mariadb.ts";
import { startMysql } from "../../support/servers/mysql.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { sessionOn } from "../../support/sql/ask.ts";

interface Engine {
  readonly name: string;
  readonly engine: Server["engine"];
  readonly database: string;
  readonly start: () => Promise<DatabaseServer>;
  readonly kill: string;
  readonly sleep: string;
  /** A statement that fails only at the commit; undefined if there is none. */
  readonly late?: string;
  /** Whether it has no INSERT … RETURNING, so that inserted rows are not shown. */
  readonly mute?: boolean;
}

const ENGINES: readonly Engine[] = [
  {
    name: "PostgreSQL",
    engine: "postgres",
    database: "postgres",
    start: startPostgres,
    kill: "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kedge'",
    sleep: "select pg_sleep(600)",
    late: "insert into u values (77)",
  },
  ...[{ name: "MySQL", start: startMysql, mute: true }, { name: "MariaDB", start: startMariadb }].map((
    one,
  ): Engine => ({
    ...one,
    engine: "mysql",
    database: "app",
    kill:
      "set @kill = (select concat('kill ', max(id)) from information_schema.processlist where user = 'app'); " +
      "prepare killing from @kill; execute killing",
    sleep: "select sleep(600)",
  })),
];

const SETUP = (engine: string) =>
  `create table t (n int primary key, s text)${engine === "mysql" ? " engine=innodb" : ""};
  insert into t values (1, 'a'), (2, 'b'), (3, 'c');` +
  (engine === "mysql"
    ? "create table m (n int) engine=myisam; create table s (n int) engine=innodb;\ndelimiter //\n" +
      "create function writes_m() returns int begin insert into m values (1); return 1; end //\ndelimiter ;\n"
    : "create table u (n int references t (n) deferrable initially deferred);");

for (const { name, engine, database, start, kill, sleep, late, mute = false } of ENGINES) {
  Deno.test(`a transaction on a real ${name} holds several statements until the user decides`, async (t) => {
    const real = await start();
    const open = () => sessionOn(real, { engine, database });
    const { signal } = new AbortController();
    const seen = async () => (await real.sql("select n, s from t order by n", database)).trim();
    let session = await open();
    const begin = async (limits = {}, modes = ""): Promise<Transaction> => {
      const begun = await session.begin({ modes, readOnly: false }, { limits });
      assert.ok(begun.ok, JSON.stringify(begun));
      return begun;
    };
    const rowsOf = async (
      transaction: Transaction,
      sql: string,
      kind: "read" | "write" | "control" = "write",
    ) => {
      const rows: string[] = [];
      const end = await transaction.run({ sql, kind }, {
        columns: () => {},
        row: (bytes, bounds) => (rows.push(bytes.toString("utf8", bounds[0], bounds[1])), true),
      }, signal);
      return { end, rows };
    };
    const run = async (transaction: Transaction, sql: string, kind?: "read" | "write" | "control") => {
      const { end } = await rowsOf(transaction, sql, kind);
      assert.ok(end.ok, JSON.stringify(end));
      return end;
    };
    try {
      await real.sql(SETUP(engine), database);
      const before = await seen();

      await t.step(
        "what it did is seen within and nowhere else, and rolling back leaves nothing",
        async () => {
          const one = await begin();
          assert.equal((await run(one, "update t set s = 'x' where n < 3")).outcome.affected, 2);
          assert.equal((await run(one, "delete from t where n = 3")).outcome.affected, 1);
          const inserted = (await run(one, "insert into t values (4, 'd')")).sample?.pairs.length;
          assert.equal(inserted, mute ? undefined : 1);
          assert.deepEqual((await rowsOf(one, "select count(*) from t where s = 'x'", "read")).rows, ["2"]);
          assert.equal(await seen(), before);
          assert.deepEqual(await one.rollback(), { kind: "rolled-back", by: "user" });
          assert.equal(await seen(), before);
          assert.deepEqual(await one.commit(), { kind: "rolled-back", by: "user" });
        },
      );

      await t.step("committing makes all of it count at once", async () => {
        const one = await begin();
        await run(one, "update t set s = 'y' where n = 1");
        const { sample } = await run(one, "update t set s = 'z' where n = 2");
        assert.deepEqual(sample?.pairs, [{ before: ["2", "b"], after: ["2", "z"] }]);
        assert.deepEqual(await one.commit(), { kind: "committed" });
        assert.match(await seen(), /1\W+y\W+2\W+z\W+3\W+c/);
        await real.sql("update t set s = 'a' where n = 1; update t set s = 'b' where n = 2", database);
      });

      await t.step("a statement that fails is undone alone, and what stood before it waits on", async () => {
        const one = await begin();
        await run(one, "update t set s = 'x' where n = 1");
        for (
          const wrong of ["insert into t values (9, 'i'), (2, 'twice')", "selct", "update nope set n = 1"]
        ) {
          const { end } = await rowsOf(one, wrong);
          assert.equal(end.ok, false);
        }
        assert.deepEqual((await rowsOf(one, "select s from t order by n", "read")).rows, ["x", "b", "c"]);
        assert.deepEqual(await one.commit(), { kind: "committed" });
        await real.sql("update t set s = 'a' where n = 1", database);
      });

      await t.step("a savepoint is gone back to, also after an error and twice", async () => {
        const one = await begin();
        await run(one, "update t set s = 'x' where n = 1");
        await run(one, "savepoint a", "control");
        await run(one, "delete from t");
        await run(one, "rollback to savepoint a", "control");
        const { end } = await rowsOf(one, "rollback to nowhere", "control");
        assert.equal(end.ok, false);
        await run(one, "delete from t where n = 3");
        await run(one, "rollback to a", "control");
        await run(one, "release savepoint a", "control");
        assert.deepEqual((await rowsOf(one, "select s from t order by n", "read")).rows, ["x", "b", "c"]);
        await one.rollback();
        assert.equal(await seen(), before);
      });

      await t.step(
        "nothing else runs on its connection meanwhile, and everything does after it",
        async () => {
          const one = await begin();
          const none = { columns: () => {}, row: () => true };
          const end = await session.run({ sql: "select 1", write: false }, none, signal);
          assert.equal(!end.ok && end.kind, "refused");
          await one.rollback();
          assert.ok((await session.run({ sql: "select 1", write: false }, none, signal)).ok);
        },
      );

      await t.step("it is rolled back without a decision, counted from the last statement", async () => {
        const one = await begin({ idle: 700 });
        const first = one.until!;
        await new Promise((resolve) => setTimeout(resolve, 50));
        await run(one, "delete from t");
        assert.ok(one.until! > first);
        assert.deepEqual(await one.ended, { kind: "rolled-back", by: "time" });
        assert.equal(await seen(), before);
      });

      await t.step("a statement that is stopped is undone alone", async () => {
        const one = await begin();
        await run(one, "delete from t where n = 1");
        const stop = new AbortController();
        const sleeping = one.run(
          { sql: sleep, kind: "read" },
          { columns: () => {}, row: () => true },
          stop.signal,
        );
        const busy = engine === "postgres"
          ? "select count(*) from pg_stat_activity where application_name = 'kedge' and wait_event = 'PgSleep'"
          : "select count(*) from information_schema.processlist where user = 'app' and state like '%sleep%'";
        while ((await real.sql(busy)).trim() === "0") await new Promise((resolve) => setTimeout(resolve, 20));
        stop.abort();
        const end = await sleeping;
        // MariaDB's sleep() returns a value when it is interrupted.
        if (engine === "postgres") assert.equal(end.ok, false);
        assert.deepEqual((await rowsOf(one, "select count(*) from t", "read")).rows, ["2"]);
        await one.rollback();
      });

      if (late !== undefined) {
        await t.step(
          "errors that would come at the commit are reported, and can still be corrected",
          async () => {
            const one = await begin();
            await run(one, late);
            assert.equal(await one.commit(), null);
            assert.match(one.problem ?? "", /foreign key/);
            await run(one, "insert into t values (77, 'mended')");
            assert.deepEqual(await one.commit(), { kind: "committed" });
            await real.sql("delete from u; delete from t where n = 77", database);
          },
        );

        await t.step("its isolation is what was asked for", async () => {
          const one = await begin({}, "isolation level serializable");
          assert.deepEqual((await rowsOf(one, "show transaction_isolation", "read")).rows, ["serializable"]);
          await one.rollback();
        });
      }

      if (engine === "mysql") {
        await t.step("rows that stay in tables without transactions are reported", async () => {
          // Only the server knows what a function writes.
          const one = await begin();
          await run(one, "insert into s values (writes_m())");
          const end = await one.rollback();
          assert.ok(
            end.kind === "rolled-back" && /non-transactional/i.test(end.stays ?? ""),
            JSON.stringify(end),
          );
        });

        await t.step("a deadlock rolls all of it back, and is reported as such", async () => {
          const other = await open();
          const one = await begin();
          const two = await other.begin({ modes: "", readOnly: false });
          assert.ok(two.ok);
          await run(one, "update t set s = 'x' where n = 1");
          await run(two, "update t set s = 'x' where n = 2");
          const ends = await Promise.all([
            rowsOf(one, "update t set s = 'y' where n = 2"),
            rowsOf(two, "update t set s = 'y' where n = 1"),
          ]);
          const lost = ends[0].end.ok ? two : one;
          assert.deepEqual(await lost.ended, { kind: "rolled-back", by: "server" });
          await (lost === one ? two : one).rollback();
          await other.close();
          assert.equal(await seen(), before);
        });
      }

      await t.step("a connection that goes has rolled it back", async () => {
        const one = await begin();
        await run(one, "delete from t");
        await real.sql(kill, database);
        assert.deepEqual(await one.ended, { kind: "rolled-back", by: "loss" });
        assert.equal(await seen(), before);
        await session.close();
        session = await open();
      });
    } finally {
      await session.close();
      await real.stop();
    }
  });
}

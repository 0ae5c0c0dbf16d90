import assert from "node:assert/strict";
import type { Server } from "../../../src/core/config/config.ts";
import { type HeldWrite, isRefusal } from "../../../src/core/sql/session/mod.ts";
import { REAL_MARIADB, REAL_POSTGRES, type RealServer } from "../../support/sql/real_servers.ts";
import type { DatabaseServer } from "../../support/servers/mariadb.ts";
import { sessionOn } from "../../support/sql/ask.ts";

interface Engine extends RealServer {
  readonly setup: string;
  /** A statement that ends every session of Kedge. */
  readonly kill: string;
}

const ENGINES: readonly Engine[] = [
  {
    ...REAL_POSTGRES,
    // An included column may change; it does not belong to the key.
    setup:
      `create table t (n int, s text, primary key (n) include (s)); insert into t values (1, 'a'), (2, 'b'), (3, 'c');
      create table u (n int references t (n) deferrable initially deferred);
      create table d (n serial primary key, s text, w text default 'new');
      create role blind; grant insert on d to blind; grant usage on sequence d_n_seq to blind;`,
    kill: "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kedge'",
  },
  {
    ...REAL_MARIADB,
    setup:
      `create table t (n int primary key, s text) engine=innodb; insert into t values (1, 'a'), (2, 'b'), (3, 'c');
      create table m (n int) engine=myisam;
      create table d (n int primary key auto_increment, s text, w varchar(9) default 'new') engine=innodb;`,
    kill: "set @id = (select max(id) from information_schema.processlist where user = 'app'); " +
      "execute immediate concat('kill ', @id)",
  },
];

/** Waits until the server sleeps in a statement of Kedge. */
async function waitForStatement(real: DatabaseServer, engine: Server["engine"]): Promise<void> {
  const sql = engine === "postgres"
    ? "select count(*) from pg_stat_activity where application_name = 'kedge' and wait_event = 'PgSleep'"
    : "select count(*) from information_schema.processlist where user = 'app' and state like '%sleep%'";
  while ((await real.sql(sql)).trim() === "0") await new Promise((resolve) => setTimeout(resolve, 20));
}

for (const { engine, database, start, setup, kill } of ENGINES) {
  for (const tls of [false, true]) {
    Deno.test(`a write on a real ${engine}${tls ? " over TLS" : ""} is held until the user decides`, async (t) => {
      const real = await start();
      const open = () => sessionOn(real, { engine, database, tls });
      const { signal } = new AbortController();
      const none = { columns: () => {}, row: () => true };
      const seen = async () => (await real.sql("select n, s from t order by n", database)).trim();
      let session = await open();
      const hold = async (sql: string, limits = {}): Promise<HeldWrite> => {
        const held = await session.hold({ sql }, none, { limits });
        assert.ok(held.ok, JSON.stringify(held));
        return held;
      };
      try {
        await real.sql(setup, database);
        const before = await seen();

        await t.step("no other session sees it, and rolling back leaves nothing", async () => {
          const held = await hold("update t set s = 'x' where n < 3");
          assert.deepEqual([held.held, held.outcome.affected, await seen()], [true, 2, before]);
          assert.deepEqual(await held.rollback(), { kind: "rolled-back", by: "user" });
          assert.equal(await seen(), before);
          // A late decision gets the result of the first one.
          assert.deepEqual(await held.commit(), { kind: "rolled-back", by: "user" });
        });
        await t.step("rows are shown as they were and as they are", async () => {
          const update = await hold("update t set s = upper(s) where n < 3");
          assert.deepEqual(update.sample, {
            columns: ["n", "s"],
            kinds: ["integer", "text"],
            of: 2,
            pairs: [
              { before: ["1", "a"], after: ["1", "A"] },
              { before: ["2", "b"], after: ["2", "B"] },
            ],
          });
          await update.rollback();
          const all = await hold("delete from t");
          assert.deepEqual(all.sample?.pairs.map(({ before, after }) => [before?.[1], after]), [
            ["a", null],
            ["b", null],
            ["c", null],
          ]);
          await all.rollback();
          // A write whose rows cannot be shown is still held.
          const odd = await hold("update t as x set s = 'q' where x.n = (select max(n) from t as y)");
          assert.equal(odd.outcome.affected, 1);
          await odd.rollback();
          assert.equal(await seen(), before);
        });
        await t.step("new rows are shown as they become, also where others must tell them", async () => {
          const held = await hold("insert into d (s) values ('a'), ('b') -- two");
          assert.equal(held.outcome.affected, 2);
          assert.deepEqual(held.sample?.columns, ["n", "s", "w"]);
          assert.deepEqual(held.sample?.kinds, ["integer", "text", "text"]);
          assert.deepEqual(held.sample?.pairs.map(({ before, after }) => [before, after?.slice(1)]), [
            [null, ["a", "new"]],
            [null, ["b", "new"]],
          ]);
          await held.rollback();
          // Without the right to read the table, the row is inserted once and not shown.
          const blind = await open();
          if (engine === "postgres") {
            await blind.run({ sql: "set role blind", write: true }, none, signal);
            const told = await blind.hold({ sql: "insert into d (s) values ('c')" }, none);
            assert.ok(told.ok, JSON.stringify(told));
            assert.deepEqual([told.sample, told.outcome.affected], [null, 1]);
            await told.commit();
            assert.equal((await real.sql("select count(*) from d", database)).trim(), "1");
          }
          await blind.close();
          const own = await hold("insert into t values (7, 'q'), (8, 'r')");
          assert.equal(own.sample?.pairs.length, 2);
          await own.rollback();
          assert.equal(await seen(), before);
        });
        await t.step("a write that is broken off leaves nothing, and the session goes on", async () => {
          const stop = new AbortController();
          const sleep = engine === "postgres" ? "pg_sleep(60)" : "sleep(60)";
          const holding = session.hold(
            { sql: `update t set s = concat('x', ${sleep}) where n = 1` },
            none,
            { signal: stop.signal },
          );
          await waitForStatement(real, engine);
          stop.abort();
          const held = await holding;
          if (held.ok) await held.rollback();
          assert.equal(await seen(), before);
          assert.equal((await session.run({ sql: "select 1", write: false }, none, signal)).ok, true);
        });
        await t.step("committing makes it count", async () => {
          const held = await hold("insert into t values (4, 'd')");
          assert.deepEqual(await held.commit(), { kind: "committed" });
          assert.notEqual(await seen(), before);
          assert.deepEqual(await (await hold("delete from t where n = 4")).commit(), { kind: "committed" });
          assert.equal(await seen(), before);
        });
        await t.step("later statements do not have the limits of a write", async () => {
          const limits = engine === "postgres"
            ? "select current_setting('lock_timeout'), current_setting('statement_timeout')"
            : "select @@lock_wait_timeout, @@max_statement_time, @@idle_transaction_timeout";
          const read = async () => {
            let row = "";
            const end = await session.run({ sql: limits, write: false }, {
              columns: () => {},
              row(bytes, bounds) {
                row = Array.from(
                  { length: bounds.length / 2 },
                  (_, i) => bytes.toString("utf8", bounds[2 * i], bounds[2 * i + 1]),
                ).join();
                return true;
              },
            }, signal);
            assert.ok(end.ok, JSON.stringify(end));
            return row;
          };
          const usual = engine === "postgres" ? "0,0" : "86400,0.000000,0";
          await (await hold("delete from t")).rollback();
          assert.equal(await read(), usual);
          assert.equal((await session.hold({ sql: "insert into t values (1, 'twice')" }, none)).ok, false);
          assert.equal(await read(), usual);
        });
        await t.step("nothing else runs meanwhile", async () => {
          const held = await hold("delete from t");
          const other = await session.run({ sql: "select 1", write: false }, none, signal);
          assert.ok(
            !other.ok && other.kind === "refused" && /waits to be/.test(other.message),
            JSON.stringify(other),
          );
          const second = await session.hold({ sql: "delete from t" }, none);
          assert.equal(second.ok, false);
          await held.rollback();
          assert.equal((await session.run({ sql: "select 1", write: false }, none, signal)).ok, true);
        });
        await t.step("it is rolled back without a decision in time, and the session goes on", async () => {
          const held = await hold("delete from t", { idle: 200 });
          assert.deepEqual(await held.ended, { kind: "rolled-back", by: "time" });
          assert.equal(await seen(), before);
          assert.equal((await session.run({ sql: "select 1", write: false }, none, signal)).ok, true);
        });
        await t.step("a statement that fails is rolled back", async () => {
          const held = await session.hold({ sql: "insert into t values (9, 'x'), (1, 'twice')" }, none);
          assert.ok(!held.ok && held.kind === "query", JSON.stringify(held));
          assert.equal(await seen(), before);
          assert.equal((await session.run({ sql: "select 1", write: false }, none, signal)).ok, true);
        });
        await t.step("it does not wait for locks of others for long", async () => {
          const other = await open();
          const blocking = await other.hold({ sql: "update t set s = 'y' where n = 1" }, none);
          assert.ok(blocking.ok);
          const held = await session.hold({ sql: "update t set s = 'z' where n = 1" }, none, {
            limits: { lock: 1000 },
          });
          assert.ok(!held.ok && held.kind === "query", JSON.stringify(held));
          assert.match(held.message, /lock/i);
          await blocking.rollback();
          await other.close();
          assert.equal(await seen(), before);
        });
        if (engine === "postgres") {
          await t.step("a write that would fail at the commit fails before the decision", async () => {
            const held = await session.hold({ sql: "insert into u values (99)" }, none);
            assert.ok(!held.ok && held.kind === "query" && held.code === "23503", JSON.stringify(held));
          });
          await t.step(
            "a statement that runs only outside of a transaction is reported before it runs",
            async () => {
              await real.sql("create table p (n int primary key) partition by range (n)", database);
              const file = "select relfilenode from pg_class where relname = 'p0_pkey'";
              await real.sql("create table p0 partition of p for values from (0) to (9)", database);
              const was = await real.sql(file, database);
              const end = await session.hold({ sql: "reindex table p" }, none);
              assert.ok(!end.ok && isRefusal(end) && end.atOnce, JSON.stringify(end));
              assert.match(end.message, /outside of a transaction/);
              assert.equal(await real.sql(file, database), was);
              // After the user has agreed, the statement runs.
              const agreed = await session.run({ sql: "reindex table p", write: true }, none, signal);
              assert.ok(agreed.ok, JSON.stringify(agreed));
              assert.notEqual(await real.sql(file, database), was);
              const wrong = await session.run({ sql: "reindex table nothere", write: true }, none, signal);
              assert.ok(!wrong.ok && wrong.kind === "query" && wrong.code === "42P01", JSON.stringify(wrong));
            },
          );
          await t.step("also a change of tables is held back", async () => {
            const held = await hold("drop table u");
            assert.equal(held.held, true);
            await held.rollback();
            assert.equal((await real.sql("select count(*) from u", database)).trim(), "0");
          });
        } else {
          await t.step("matching rows and changed rows are counted separately", async () => {
            const held = await hold("update t set s = 'a' where n < 3");
            assert.deepEqual([held.outcome.affected, held.outcome.changed], [2, 1]);
            await held.rollback();
          });
          await t.step("statements that the server commits by itself are reported", async () => {
            const held = await hold("create table v (n int)");
            assert.deepEqual([held.held, await held.ended], [false, { kind: "committed" }]);
          });
          await t.step("a statement that cannot be rolled back is reported before it runs", async () => {
            for (
              const sql of [
                "insert into m values (1)",
                "insert into `m` set n = 1",
                "update t join m on t.n = m.n set m.n = 2",
                `replace into ${database}.m values (1)`,
                "delete from m",
                "with c as (select 1 as n) update m join c on true set m.n = c.n",
                "update (select 1 as n) c join m on true set m.n = c.n",
              ]
            ) {
              const end = await session.hold({ sql }, none);
              assert.ok(!end.ok && isRefusal(end) && end.atOnce, JSON.stringify(end));
              assert.match(end.message, /“m” is a table of MyISAM/);
            }
            assert.equal((await real.sql("select count(*) from m", database)).trim(), "0");
            const begun = await session.begin({ modes: "", readOnly: false });
            assert.ok(begun.ok, JSON.stringify(begun));
            const within = await begun.run({ sql: "insert into m values (1)", kind: "write" }, none, signal);
            assert.ok(!within.ok && isRefusal(within) && within.atOnce, JSON.stringify(within));
            await begun.rollback();
            assert.equal((await real.sql("select count(*) from m", database)).trim(), "0");
            // Reading from such a table is no reason to refuse.
            await (await hold("insert into t select n + 100, 'x' from m")).rollback();
          });
          await t.step("effects that only the server knows and keeps are reported", async () => {
            await real.sql(
              "create trigger g before insert on t for each row insert into m values (new.n)",
              database,
            );
            const held = await hold("insert into t values (70, 'x')");
            const end = await held.rollback();
            assert.ok(
              end.kind === "rolled-back" && /non-transactional/i.test(end.stays ?? ""),
              JSON.stringify(end),
            );
            await real.sql("drop trigger g", database);
          });
        }
        await t.step("a server that ends the session has rolled it back", async () => {
          const held = await hold("delete from t");
          await real.sql(kill);
          assert.deepEqual(await held.ended, { kind: "rolled-back", by: "loss" });
          assert.deepEqual(await held.commit(), { kind: "rolled-back", by: "loss" });
          assert.equal(await seen(), before);
          session = await open();
        });
      } finally {
        await session.close();
        await real.stop();
      }
    });
  }
}

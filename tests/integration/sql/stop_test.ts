import assert from "node:assert/strict";
import { Secret } from "../../../src/core/secret.ts";
import type { RowSink } from "../../../src/core/sql/driver/mod.ts";
import { openMysql } from "../../../src/core/sql/driver/mysql/connect.ts";
import { openPostgres } from "../../../src/core/sql/driver/postgres/connect.ts";
import { Wire } from "../../../src/core/sql/driver/wire.ts";
import type { Session } from "../../../src/core/sql/session/mod.ts";
import { REAL_MARIADB, REAL_POSTGRES, type RealServer } from "../../support/sql/real_servers.ts";
import { sessionOn } from "../../support/sql/ask.ts";
import { openQueryWindow } from "../../support/sql/query_window.ts";
import { type Relay, relay } from "../../support/servers/relay.ts";

interface Engine extends RealServer {
  /** Returns a call that takes `seconds` and returns a value that is not null. */
  readonly sleep: (seconds: number) => string;
  /** A query that tells whether the server sleeps. */
  readonly busy: string;
}

const ENGINES: readonly Engine[] = [
  {
    ...REAL_POSTGRES,
    sleep: (seconds) => `pg_sleep(${seconds})`,
    busy: "select count(*) from pg_stat_activity where application_name = 'kedge' and wait_event = 'PgSleep'",
  },
  {
    ...REAL_MARIADB,
    sleep: (seconds) => `sleep(${seconds})`,
    busy: "select count(*) from information_schema.processlist where user = 'app' and state like '%sleep%'",
  },
];

const NOTHING: RowSink = { columns: () => {}, row: () => true };
const never = new AbortController().signal;

/** Matches a cancel request of PostgreSQL's protocol. */
const CANCEL = /^.{5}\xd2.\..{8}$/s;

/** Runs a query and returns its first cell. */
async function cell(session: Session, sql: string): Promise<string> {
  let found = "";
  const end = await session.run({ sql, write: false }, {
    columns: () => {},
    row(bytes, bounds) {
      found = bytes.toString("utf8", bounds[0], bounds[1]);
      return true;
    },
  }, new AbortController().signal);
  assert.ok(end.ok, JSON.stringify(end));
  return found;
}

const wait = () => new Promise((resolve) => setTimeout(resolve, 10));

for (const { engine, database, start, sleep, busy } of ENGINES) {
  Deno.test(`stopping statements on a real ${engine}`, async (t) => {
    const real = await start();
    await real.sql(
      `create table t (n int primary key, s text); insert into t values (1, 'a');
      create view slow as select n, s from t where ${sleep(600)} is not null;`,
      database,
    );
    const isBusy = async () => (await real.sql(busy)).trim() !== "0";
    const step = (name: string, run: (session: Session, between: Relay) => Promise<void>) =>
      t.step(name, async () => {
        const between = relay(real.port);
        const session = await sessionOn(real, { port: between.port, engine, database });
        try {
          await run(session, between);
        } finally {
          await session.close();
          between.close();
        }
      });
    try {
      await step("run() does not let a late cancel end the next statement", async (session, between) => {
        const stop = new AbortController();
        const paused = Promise.withResolvers<void>();
        const more = Promise.withResolvers<boolean>();
        const first = session.run({ sql: "select n from t", write: false }, {
          columns: () => {},
          row() {
            paused.resolve();
            return more.promise;
          },
        }, stop.signal);
        await paused.promise;
        between.hold("new");
        stop.abort();
        more.resolve(false);
        assert.equal((await first).ok, false);
        while (between.count() < 2) await wait();
        const second = cell(session, `select ${sleep(0.5)} is not null as slept`);
        // Wait long enough for the statement to be sent if it were sent too early.
        for (let i = 0; i < 30 && !between.passed().includes("slept"); i++) await wait();
        between.release();
        assert.match(await second, /^(t|1)$/);
      });

      await t.step(
        "cancel() goes to the server that was reached when its name leads elsewhere by now",
        async () => {
          const target = {
            engine,
            database,
            host: "elsewhere.invalid",
            port: real.port,
            address: "127.0.0.1",
            tls: false,
          };
          const connection = await (engine === "mysql" ? openMysql : openPostgres)({
            target,
            login: { user: real.user, password: new Secret(real.password) },
            listener: {},
            wire: new Wire(target),
          });
          const running = connection.run({ sql: `select ${sleep(600)}` }, NOTHING);
          while (!await isBusy()) await wait();
          await Promise.all([assert.rejects(running, /canceling|interrupted/i), connection.cancel()]);
          await connection.close();
        },
      );

      if (engine === "postgres") {
        await step(
          "run() asks the server once more when it did not hear of the end",
          async (session, between) => {
            const stop = new AbortController();
            const first = session.run({ sql: `select ${sleep(600)}`, write: false }, NOTHING, stop.signal);
            while (!await isBusy()) await wait();
            between.cut(CANCEL, "question");
            stop.abort();
            assert.equal((await first).ok, false);
            assert.equal(await cell(session, "select 1"), "1");
            assert.equal(between.count(), 3);
            assert.equal(await isBusy(), false);
          },
        );

        await step(
          "a transaction asks the server once more when it did not hear of the end",
          async (session, between) => {
            const begun = await session.begin({ modes: "", readOnly: false });
            assert.ok(begun.ok, JSON.stringify(begun));
            const stop = new AbortController();
            const first = begun.run({ sql: `select ${sleep(600)}`, kind: "read" }, NOTHING, stop.signal);
            while (!await isBusy()) await wait();
            between.cut(CANCEL, "question");
            stop.abort();
            assert.equal((await first).ok, false);
            assert.equal(between.count(), 3);
            await begun.rollback();
          },
        );
      }

      if (engine === "mysql") {
        await t.step("cancel() signs in again where a login is valid for minutes", async () => {
          const sign = (password: string) => ({ user: "brief", password: new Secret(password) });
          const target = { engine, database, host: real.host, port: real.port, tls: false };
          await real.sql("create user brief identified by 'first'; grant all on *.* to brief");
          const connection = await openMysql({
            target,
            login: { ...sign("first"), again: () => Promise.resolve(sign("second")) },
            listener: {},
            wire: new Wire(target),
          });
          await real.sql("set password for brief = password('second')");
          const running = connection.run({ sql: `select ${sleep(600)}` }, NOTHING);
          const asleep = busy.replace("'app'", "'brief'");
          while ((await real.sql(asleep)).trim() === "0") await wait();
          await Promise.all([assert.rejects(running, /interrupted/i), connection.cancel()]);
          await connection.close();
        });
      }

      await t.step(
        "a statement after one that the server does not end runs on a new connection",
        async () => {
          const between = relay(real.port);
          const { tab, run, until, rows, close } = await openQueryWindow({ ...real, port: between.port }, {
            engine,
            database,
          });
          try {
            tab.run({ text: `select ${sleep(600)}`, pick: "all" });
            while (!await isBusy()) await wait();
            between.hold("new");
            tab.cancel();
            await until(({ run }) => run === null);
            const next = run("select 'here'");
            while (between.count() < 2) await wait();
            // Hold back the first connection and the request that would end its statement; later
            // connections pass.
            between.hold("old");
            const [result] = await next;
            assert.equal(result!.status, "done", JSON.stringify(result));
            assert.deepEqual(await rows(result!), [["here"]]);
          } finally {
            await close();
            between.close();
          }
        },
      );

      if (engine === "mysql") {
        await t.step("run() ends a write at its limit where the server has none", async () => {
          // The limit must be long enough for the following short statement on a busy machine.
          const session = await sessionOn(real, { engine, database }, { statementLimit: 1000 });
          const sql = `set statement max_statement_time = 0 for update t set s = 'late' where ${
            sleep(600)
          } = 0`;
          const end = await session.run({ sql, write: true }, NOTHING, new AbortController().signal);
          assert.ok(!end.ok && end.kind === "query" && end.code === "1317", JSON.stringify(end));
          assert.equal(await cell(session, "select s from t where n = 1"), "a");
          await session.close();
        });
      }

      await step("run() sends nothing when it is stopped before", async (session, between) => {
        const insert = { sql: "insert into t values (9, 'x')", write: true };
        const first = await session.run(insert, NOTHING, AbortSignal.abort());
        assert.equal(first.ok, false);
        // Stop while the session is prepared for the statement.
        const stop = new AbortController();
        between.hold("old");
        const second = session.run(insert, NOTHING, stop.signal);
        await wait();
        stop.abort();
        assert.equal((await second).ok, false);
        between.release();
        assert.equal(await cell(session, "select count(*) from t"), "1");
      });

      await step("hold() sends nothing when it is stopped while it looks at rows", async (session) => {
        const stop = new AbortController();
        const write = session.hold(
          { sql: `update t set s = 'changed' where ${sleep(600)} is not null` },
          NOTHING,
          { signal: stop.signal, limits: { statement: 600_000 } },
        );
        while (!await isBusy()) await wait();
        stop.abort();
        const end = await write;
        assert.equal(end.ok, false);
        assert.equal(await cell(session, "select s from t where n = 1"), "a");
      });

      await step(
        "a transaction sends nothing when it is stopped while it looks at rows",
        async (session, between) => {
          const begun = await session.begin({ modes: "", readOnly: false });
          assert.ok(begun.ok, JSON.stringify(begun));
          const stop = new AbortController();
          // The view is slow to read.
          const write = begun.run(
            { sql: "update slow set s = 'changed'", kind: "write" },
            NOTHING,
            stop.signal,
          );
          while (!await isBusy()) await wait();
          stop.abort();
          assert.equal((await write).ok, false);
          assert.doesNotMatch(between.passed(), /update slow/);
          assert.ok((await begun.run({ sql: "select 1", kind: "read" }, NOTHING, never)).ok);
          assert.deepEqual(await begun.commit(), { kind: "committed" });
          assert.equal(await cell(session, "select s from t where n = 1"), "a");
        },
      );

      await step(
        "a transaction does not let a late order end its next statement",
        async (session, between) => {
          const begun = await session.begin({ modes: "", readOnly: false });
          assert.ok(begun.ok, JSON.stringify(begun));
          const stop = new AbortController();
          const paused = Promise.withResolvers<void>();
          const more = Promise.withResolvers<boolean>();
          const first = begun.run({ sql: "select n from t", kind: "own" }, {
            columns: () => {},
            row() {
              paused.resolve();
              return more.promise;
            },
          }, stop.signal);
          await paused.promise;
          between.hold("new");
          stop.abort();
          while (between.count() < 2) await wait();
          more.resolve(true);
          const second = begun.run({ sql: "select n as next from t", kind: "own" }, NOTHING, never);
          // Wait long enough for the statement to be sent if it were sent too early.
          for (let i = 0; i < 30 && !between.passed().includes("next"); i++) await wait();
          assert.doesNotMatch(between.passed(), /next/);
          between.release();
          await first;
          assert.ok((await second).ok);
          await begun.rollback();
        },
      );

      await step("hold() rolls back what came through when it is stopped", async (session, between) => {
        const stop = new AbortController();
        between.hold("new");
        const write = session.hold(
          { sql: `insert into t select 5, 'late' from t where ${sleep(1)} is not null` },
          NOTHING,
          { signal: stop.signal },
        );
        while (!between.passed().includes("'late'")) await wait();
        stop.abort();
        const end = await write;
        between.release();
        assert.equal(end.ok, false);
        assert.equal(await cell(session, "select count(*) from t"), "1");
      });
    } finally {
      await real.stop();
    }
  });
}

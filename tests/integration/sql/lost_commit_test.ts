import assert from "node:assert/strict";
import type { Server } from "../../../src/core/config/config.ts";
import { Secret } from "../../../src/core/secret.ts";
import { runQuery } from "../../../src/core/sql/query.ts";
import type { Session } from "../../../src/core/sql/session/mod.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { startMysql } from "../../support/servers/mysql.ts";
import { startPgbouncer } from "../../support/servers/pgbouncer.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { relay } from "../../support/servers/relay.ts";
import { sessionOn } from "../../support/sql/ask.ts";
import { openQueryWindow } from "../../support/sql/query_window.ts";

const NONE = { columns: () => {}, row: () => true };
/** Matches a commit, but not the name of the savepoint before it. */
const COMMIT = /(?<!_)commit/i;
const UNKNOWN = /^The connection to \w+ at .* was lost/;

for (
  const { name, engine, database, start, pooled } of [
    { name: "PostgreSQL", engine: "postgres", database: "postgres", start: startPostgres, pooled: false },
    // The pooler stays, and reports the end of its server in its own words.
    { name: "PgBouncer", engine: "postgres", database: "postgres", start: startPostgres, pooled: true },
    { name: "MySQL", engine: "mysql", database: "app", start: startMysql, pooled: false },
    { name: "MariaDB", engine: "mysql", database: "app", start: startMariadb, pooled: false },
  ] as const
) {
  Deno.test(`a COMMIT of a real ${name} whose answer is lost is reported as such, and never sent again`, async (t) => {
    const real = await start();
    const between = relay(real.port);
    const pooler = pooled ? await startPgbouncer({ ...real, port: between.port }, "transaction") : null;
    const server: Server = {
      ...{ name: "x", engine, host: real.host, port: pooler?.port ?? between.port, database, tls: false },
    };
    const login = { user: real.user, password: new Secret(real.password) };
    const commits = () => between.passed().match(new RegExp(COMMIT, "gi"))?.length ?? 0;
    // The read is empty while the interrupted transaction still holds its lock.
    const s = async () =>
      (await real.sql("select s from t where n = 1 for update nowait", database).catch(() => "")).trim();
    const rows = async () => await real.sql("update t set s = 'a'", database);
    const open = () => sessionOn(real, server);
    try {
      await real.sql(
        "create table t (n int primary key, s varchar(9)); insert into t values (1, 'a')",
        database,
      );
      // The client cannot know where the connection was cut, so both cases give the same message.
      for (const [where, after] of [["answer", "b"], ["question", "a"]] as const) {
        await t.step(`a held write, cut at the ${where}`, async () => {
          await rows();
          const session = await open();
          const held = await session.hold({ sql: "update t set s = 'b'" }, NONE);
          assert.ok(held.ok, JSON.stringify(held));
          between.cut(COMMIT, where);
          const before = commits();
          const end = await held.commit();
          assert.equal(end.kind, "unknown", JSON.stringify(end));
          assert.match(end.kind === "unknown" ? end.message : "", UNKNOWN);
          // Later calls send nothing either.
          assert.equal((await held.commit()).kind, "unknown");
          assert.equal((await held.rollback()).kind, "unknown");
          await session.close();
          await waitFor("the server to see the end", async () => await s() === after);
          assert.equal(commits() - before, where === "answer" ? 1 : 0);
        });

        await t.step(`a tab's transaction, cut at the ${where}`, async () => {
          await rows();
          const window = await openQueryWindow(real, server);
          const { tab } = window;
          try {
            tab.write(true);
            await window.run("begin; update t set s = 'b'");
            between.cut(COMMIT, where);
            const before = commits();
            assert.equal((await tab.decide("commit", tab.state.transaction!.id))?.kind, "unknown");
            await window.until(({ transaction }) => transaction === null);
            const told = tab.state.transactionEnd;
            assert.equal(told?.ok, false);
            assert.match(told?.message ?? "", /nobody here knows whether it was committed/);
            assert.match(told?.hint ?? "", /Look at the rows before you run it again/);
            await waitFor("the server to see the end", async () => await s() === after);
            // The tab continues with another connection.
            const [read] = await window.run("select s from t");
            assert.deepEqual(await window.rows(read!), [[after]]);
            assert.equal(commits() - before, where === "answer" ? 1 : 0);
          } finally {
            await window.close();
          }
        });

        await t.step(`an action's write, cut at the ${where}`, async () => {
          await rows();
          between.cut(engine === "mysql" ? /update t/ : COMMIT, where);
          const writes = () => between.passed().match(/update t/g)?.length ?? 0;
          const before = writes();
          const end = await runQuery(
            { server, login, sql: "update t set s = 'b'", args: [], write: true },
            new AbortController().signal,
          );
          assert.ok(!end.ok && end.kind === "lost", JSON.stringify(end));
          assert.match(end.message, /Nobody here knows whether the statement was committed/);
          assert.equal(end.mayCount, true);
          assert.match(end.hint, /Look at the rows/);
          await waitFor("the server to see the end", async () => await s() === after);
          assert.equal(writes() - before, engine === "mysql" && where === "question" ? 0 : 1);
        });
      }

      // PostgreSQL undoes nothing, so its ROLLBACK never takes long.
      for (const how of engine === "mysql" ? ["rollback", "commit"] as const : ["commit"] as const) {
        for (const [what, begin] of [["a held write", holds], ["a transaction", begins]] as const) {
          await t.step(`${what} whose statement took long is waited for at its ${how}`, async () => {
            const session = await open();
            const slow = engine === "mysql" ? "sleep(1) = 0" : "pg_sleep(1)::text = ''";
            const held = await begin(session, `${WRITE} where ${slow}`, { rollback: 0, commit: 0 });
            between.hold("old");
            const ending = held[how]();
            // Meanwhile a limit without regard to the statement is over.
            await s();
            between.release();
            assert.deepEqual(
              await ending,
              how === "commit" ? { kind: "committed" } : { kind: "rolled-back", by: "user" },
            );
            await session.close();
          });
        }
      }

      // A lost network: what is sent arrives nowhere, and no error is reported.
      for (const how of ["rollback", "commit"] as const) {
        for (const [what, begin] of [["a held write", holds], ["a transaction", begins]] as const) {
          await t.step(`${what} ends when nothing answers its ${how}`, async () => {
            await rows();
            const session = await open();
            const held = await begin(session);
            between.hold("old");
            try {
              // PostgreSQL is asked for the constraints first, so that no COMMIT is sent to it.
              const sent = how === "commit" && (engine === "mysql" || begin === holds);
              const end = await held[how]();
              assert.equal(end?.kind, sent ? "unknown" : "rolled-back");
              if (end?.kind === "rolled-back") assert.equal(end.by, "loss");
              assert.equal(session.over?.code, "ETIMEDOUT");
            } finally {
              between.release();
              await session.close();
            }
          });
        }
      }

      await t.step("a reading statement is only reported as lost", async () => {
        between.cut(/select 42/, "answer");
        const end = await runQuery(
          { server, login, sql: "select 42", args: [], write: false },
          new AbortController().signal,
        );
        assert.ok(!end.ok && end.kind === "lost", JSON.stringify(end));
        assert.doesNotMatch(end.message, /Nobody/);
        assert.equal(end.mayCount, undefined);
      });
    } finally {
      await pooler?.stop();
      between.close();
      await real.stop();
    }
  });
}

const WRITE = "update t set s = 'b'";
const LIMITS = { rollback: 500, commit: 500 };

async function holds(session: Session, sql = WRITE, limits = LIMITS) {
  const held = await session.hold({ sql }, NONE, { limits });
  assert.ok(held.ok, JSON.stringify(held));
  return held;
}

async function begins(session: Session, sql = WRITE, limits = LIMITS) {
  const begun = await session.begin({ modes: "", readOnly: false }, { limits });
  assert.ok(begun.ok, JSON.stringify(begun));
  const ran = await begun.run({ kind: "write", sql }, NONE, new AbortController().signal);
  assert.ok(ran.ok, JSON.stringify(ran));
  return begun;
}

import assert from "node:assert/strict";
import type { Server } from "../../../src/core/config/config.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { startPgbouncer } from "../../support/servers/pgbouncer.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { sessionOn } from "../../support/sql/ask.ts";
import { openQueryWindow } from "../../support/sql/query_window.ts";

const NONE = { columns: () => {}, row: () => true };
const never = new AbortController().signal;

Deno.test("a PgBouncer that ends loses only undecided writes", async (t) => {
  const real = await startPostgres();
  const rows = async () => (await real.sql("select string_agg(s, '' order by n) from t")).trim();
  const step = (name: string, run: (server: Server, end: () => Promise<void>) => Promise<void>) =>
    t.step(name, async () => {
      const pooler = await startPgbouncer(real, "transaction");
      let ended = false;
      const end = async () => {
        if (!ended) await pooler.stop();
        ended = true;
      };
      try {
        await run({ name: "x", engine: "postgres", host: "127.0.0.1", port: pooler.port, tls: false }, end);
        assert.equal(await rows(), "ab");
      } finally {
        await end();
      }
    });
  const open = (server: Server) => sessionOn(real, server);
  try {
    await real.sql("create table t (n int primary key, s text); insert into t values (1, 'a'), (2, 'b')");

    await step(
      "between two statements: the next one reports that the connection is lost",
      async (server, end) => {
        const session = await open(server);
        assert.equal((await session.run({ sql: "select 1", write: false }, NONE, never)).ok, true);
        await end();
        assert.equal((await session.gone).kind, "lost");
        const next = await session.run({ sql: "select 1", write: false }, NONE, never);
        assert.ok(!next.ok && next.kind === "lost", JSON.stringify(next));
      },
    );

    await step("in the middle of a statement: it ends, and says so", async (server, end) => {
      const session = await open(server);
      const sleeping = session.run({ sql: "select pg_sleep(600)", write: false }, NONE, never);
      const asleep = async () =>
        (await real.sql("select count(*) from pg_stat_activity where wait_event = 'PgSleep'")).trim();
      await waitFor("the statement to sleep", async () => await asleep() === "1");
      await end();
      const told = await sleeping;
      assert.ok(!told.ok && told.kind === "lost", JSON.stringify(told));
    });

    await step("while a write waits: it is rolled back, and nothing is unknown", async (server, end) => {
      const session = await open(server);
      const held = await session.hold({ sql: "update t set s = 'x'" }, NONE);
      assert.ok(held.ok, JSON.stringify(held));
      await end();
      assert.deepEqual(await held.ended, { kind: "rolled-back", by: "loss" });
      assert.deepEqual(await held.commit(), { kind: "rolled-back", by: "loss" });
    });

    await step(
      "while a tab holds several: they are undone, and the tab says where it is",
      async (server, end) => {
        const window = await openQueryWindow(real, server);
        const { tab } = window;
        try {
          tab.write(true);
          await window.run("begin; update t set s = 'x' where n = 1; delete from t where n = 2");
          assert.equal(tab.state.transaction?.writes.length, 2);
          await end();
          await window.until(({ transaction }) => transaction === null);
          assert.match(tab.state.transactionEnd?.message ?? "", /before a commit: nothing was changed/);
          // A new connection is tried, and none is accepted.
          const [next] = await window.run("select 1");
          assert.match(next!.message ?? "", /Nothing accepts connections/);
        } finally {
          await window.close();
        }
      },
    );
  } finally {
    await real.stop();
  }
});

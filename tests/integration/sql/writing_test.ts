import assert from "node:assert/strict";
import { openQueryWindow, type TestQueryWindow } from "../../support/sql/query_window.ts";
import { REAL_MARIADB, REAL_POSTGRES, type RealServer } from "../../support/sql/real_servers.ts";

interface Engine extends RealServer {
  /**
   * Creates a table `t` of 300 rows, and functions that write: `added()` adds a row to `t`,
   * `seen(n)` one to `log`.
   */
  readonly setup: string;
}

const ENGINES: readonly Engine[] = [
  {
    ...REAL_POSTGRES,
    setup: `create table t (n int primary key, s text); create table log (n int);
      insert into t select n, 'a' from generate_series(1, 300) n;
      create function added() returns int language sql as
        $$ insert into t values (1000, 'f'); select 7 $$;
      create function seen(i int) returns boolean language plpgsql as
        $$ begin insert into log values (i); return true; end $$;`,
  },
  {
    ...REAL_MARIADB,
    setup: `create table t (n int primary key, s text); create table log (n int);
      insert into t select seq, 'a' from seq_1_to_300;
      delimiter //
      create function added() returns int modifies sql data
        begin insert into t values (1000, 'f'); return 7; end//
      create function seen(i int) returns boolean modifies sql data
        begin insert into log values (i); return true; end//
      delimiter ;`,
  },
];

for (const { engine, database, start, setup } of ENGINES) {
  Deno.test(`what writes in a tab of a real ${engine}`, async (t) => {
    const real = await start();
    const count = async (table: string) => (await real.sql(`select count(*) from ${table}`, database)).trim();
    const step = (name: string, run: (queryWindow: TestQueryWindow) => Promise<void>) =>
      t.step(name, async () => {
        const queryWindow = await openQueryWindow(real, { engine, database });
        try {
          queryWindow.tab.write(true);
          await run(queryWindow);
        } finally {
          await queryWindow.close();
        }
      });
    /** Runs a write and waits until it is held or has ended. */
    const hold = async (queryWindow: TestQueryWindow, text: string) => {
      assert.deepEqual(queryWindow.tab.run({ text, pick: "all" }), { ok: true });
      await queryWindow.until(({ hold, run }) => hold !== null || run === null || run.paused);
      const { hold: held, results } = queryWindow.tab.state;
      assert.ok(held, JSON.stringify(results));
      return held;
    };
    try {
      await real.sql(setup, database);

      await step("run() holds back a write with more rows than are shown", async (queryWindow) => {
        const { result } = await hold(queryWindow, "delete from t returning n");
        assert.equal(queryWindow.tab.state.results[0]!.rows, 300);
        await queryWindow.tab.decide("rollback", result);
        await queryWindow.until(({ run }) => run === null);
        assert.equal(await count("t"), "300");
      });

      await step("run() holds back a SELECT when its function writes", async (queryWindow) => {
        const first = await hold(queryWindow, "select added() as n");
        assert.equal(await count("t"), "300");
        await queryWindow.tab.decide("rollback", first.result);
        await queryWindow.until(({ run }) => run === null);
        assert.equal(await count("t"), "300");
        const second = await hold(queryWindow, "select added() as n");
        assert.deepEqual(await queryWindow.rows(queryWindow.tab.state.results.at(-1)!), [["7"]]);
        await queryWindow.tab.decide("commit", second.result);
        await queryWindow.until(({ run }) => run === null);
        assert.equal(await count("t"), "301");
        assert.equal(queryWindow.tab.state.results.length, 2);
      });

      await step("run() calls the functions of a condition once", async (queryWindow) => {
        const { result, affected } = await hold(queryWindow, "update t set s = 'b' where n = 5 and seen(n)");
        assert.equal(affected, 1);
        await queryWindow.tab.decide("commit", result);
        await queryWindow.until(({ run }) => run === null);
        assert.equal(await count("log"), "1");
      });

      await step(
        "run() does not go on where the server's entry leads elsewhere by now",
        async (queryWindow) => {
          const [first] = await queryWindow.run("select n from t; insert into log values (99)");
          assert.equal(first!.status, "more");
          const { host, port } = real;
          queryWindow.queryWindow.setServer({ name: "x", host, port, tls: false, engine, database });
          queryWindow.tab.fetch(first!.id, Infinity);
          await queryWindow.until(({ run, hold }) => run === null || hold !== null);
          assert.deepEqual(queryWindow.tab.state.results.map(({ status }) => status), ["done", "stopped"]);
          assert.match(queryWindow.tab.state.results[1]!.message ?? "", /another one in config\.json/);
          // A new statement uses the new server.
          assert.equal((await queryWindow.run("select 1"))[0]!.status, "done");
        },
      );

      await step("run() refuses a SELECT whose function writes when the tab reads", async (queryWindow) => {
        queryWindow.tab.write(false);
        const [refused] = await queryWindow.run("select added() as n");
        assert.match(`${refused!.status}: ${refused!.hint}`, /^failed: This tab is reading\./);
        assert.equal(refused!.wouldWrite, true);
      });

      if (engine === "postgres") {
        await step("run() gives every row of a SELECT that takes effect at once", async (queryWindow) => {
          await queryWindow.run("select pg_advisory_unlock(n) from generate_series(1, 1200) n");
          const [result] = await queryWindow.agree();
          assert.deepEqual([result!.status, result!.rows], ["done", 1200], JSON.stringify(result));
        });
      }
    } finally {
      await real.stop();
    }
  });
}

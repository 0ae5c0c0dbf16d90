import assert from "node:assert/strict";
import { removeFolder } from "../../support/remove_folder.ts";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { startMysql } from "../../support/servers/mysql.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { openQueryWindow, type TestQueryWindow } from "../../support/sql/query_window.ts";

/** Returns the history of a window, newest first. */
const pastOf = ({ queryWindow }: TestQueryWindow) =>
  queryWindow.past().map(({ title, rolledBack }) => `${rolledBack ? "undone: " : ""}${title}`);

for (
  const { name, engine, database, start, commits, quiet, reads } of [
    {
      name: "PostgreSQL",
      engine: "postgres",
      database: "postgres",
      start: startPostgres,
      commits: "vacuum t",
      quiet: [
        "with d as (delete from t returning 1) select * from d",
        "explain analyze delete from t",
        "explain (analyze) create table made as select 1",
        "select writes()",
        "select pg_notify('x', 'y')",
        "select * from t for update",
      ],
      reads: [
        "select n from t",
        "with d as (select n from t) select * from d",
        "explain delete from t",
        "select count(*), max(n) from t",
        "select generate_series(1, 12000)",
      ],
    },
    ...[{ name: "MySQL", start: startMysql }, { name: "MariaDB", start: startMariadb }].map((one) => (
      {
        ...one,
        engine: "mysql",
        database: "app",
        commits: "create table nope (n int)",
        quiet: ["select writes()", "select app.`writes` () as n"],
        reads: ["select n from t", "select count(*), max(n) from t", "explain select writes()"],
      } as const
    )),
  ] as const
) {
  Deno.test(`a tab holds several writes of a real ${name} as one`, async (t) => {
    const real = await start();
    const window = await openQueryWindow(real, { engine, database, tls: false });
    const { tab, run, until } = window;
    const seen = async () =>
      (await real.sql("select n, s from t order by n", database)).trim().replace(/\W+/g, " ");
    const decide = async (how: "commit" | "rollback") => await tab.decide(how, tab.state.transaction!.id);
    const said = () => tab.state.results.map(({ status, message = "" }) => `${status} ${message}`);
    try {
      await real.sql(
        "create table t (n int primary key, s varchar(9)); insert into t values (1, 'a'), (2, 'b'), (3, 'c');" +
          (engine === "postgres"
            ? "create function writes() returns int language sql as $$ delete from t where n = 3; select 7 $$"
            : "\ndelimiter //\ncreate function writes() returns int modifies sql data " +
              "begin delete from t where n = 3; return 7; end //\ndelimiter ;\n"),
        database,
      );
      tab.write(true);

      await t.step("BEGIN and several writes wait for one decision, with what each of them did", async () => {
        await run("begin; update t set s = 'x' where n < 3; delete from t; insert into t values (9, 'n')");
        const { transaction, run: running } = tab.state;
        assert.equal(running, null);
        assert.deepEqual(
          transaction?.writes.map(({ verb, affected, everyRow }) => [verb, affected, everyRow]),
          [["update", 2, false], ["delete", 3, true], ["insert", 1, false]],
        );
        assert.equal(await seen(), "1 a 2 b 3 c");
        const [read] = await run("select n from t");
        assert.deepEqual(await window.rows(read!), [["9"]]);
        assert.deepEqual(await decide("rollback"), { kind: "rolled-back", by: "user" });
        await until(({ transaction }) => transaction === null);
        assert.equal(await seen(), "1 a 2 b 3 c");
        assert.equal(said().filter((one) => one.startsWith("stopped Rolled back")).length, 3);
        assert.equal(tab.state.transactionEnd?.ok, false);
        assert.deepEqual(pastOf(window), [
          "select n from t",
          "undone: insert into t values (9, 'n')",
          "undone: delete from t",
          "undone: update t set s = 'x' where n < 3",
        ]);
      });

      await t.step("COMMIT in the text and later statements wait for the user's decision", async () => {
        const text = "begin; update t set s = 'y' where n = 1; commit; select 7 as seven";
        assert.ok(tab.run({ text, pick: "all" }).ok);
        await until(({ transaction }) => transaction?.asked === true);
        assert.equal(await seen(), "1 a 2 b 3 c");
        // A decision must name the write that was shown.
        assert.equal(await tab.decide("commit", "another"), null);
        assert.deepEqual(await decide("commit"), { kind: "committed" });
        await until(({ run }) => run === null);
        assert.equal(await seen(), "1 y 2 b 3 c");
        assert.equal(tab.state.results.at(-1)?.columns, 1);
        assert.equal(tab.state.transactionEnd?.ok, true);
        await real.sql("update t set s = 'a' where n = 1", database);
      });

      await t.step("statements after a refused COMMIT do not run", async () => {
        assert.ok(tab.run({ text: "begin; delete from t; commit; delete from t", pick: "all" }).ok);
        await until(({ transaction }) => transaction?.asked === true);
        await decide("rollback");
        await until(({ run }) => run === null);
        assert.equal(tab.state.hold, null);
        assert.equal(await seen(), "1 a 2 b 3 c");
      });

      await t.step("writes undone by a savepoint are reported, and are not part of the sum", async () => {
        await run("begin; update t set s = 'x' where n = 1; savepoint here; delete from t");
        assert.deepEqual(tab.state.transaction?.savepoints, ["here"]);
        await run("rollback to here");
        assert.deepEqual(tab.state.transaction?.writes.map(({ verb }) => verb), ["update"]);
        assert.ok(said().includes("stopped Undone: gone back to the savepoint here."));
        await decide("commit");
        await until(({ transaction }) => transaction === null);
        assert.equal(await seen(), "1 x 2 b 3 c");
        assert.deepEqual(pastOf(window).slice(0, 2), [
          "undone: delete from t",
          "update t set s = 'x' where n = 1",
        ]);
        await real.sql("update t set s = 'a' where n = 1", database);
      });

      await t.step("an error is undone alone and ends the run, and what stood before waits on", async () => {
        await run(
          "begin; update t set s = 'x' where n = 1; insert into t values (2, 'twice'); delete from t",
        );
        assert.equal(tab.state.results.at(-1)?.status, "failed");
        assert.match(tab.state.results.at(-1)?.hint ?? "", /undone alone/);
        assert.deepEqual(tab.state.transaction?.writes.map(({ verb }) => verb), ["update"]);
        await run("rollback");
        assert.equal(tab.state.transaction, null);
        assert.equal(await seen(), "1 a 2 b 3 c");
      });

      await t.step("a statement that would commit is refused, and so is a second BEGIN", async () => {
        await run("begin; delete from t");
        for (const text of [commits, "begin", "commit and chain"]) {
          await run(text);
          assert.equal(tab.state.results.at(-1)?.status, "failed", text);
          assert.equal(tab.state.transaction?.writes.length, 1, text);
        }
        assert.equal(await seen(), "1 a 2 b 3 c");
        assert.equal(tab.write(false).ok, false);
        assert.equal((await window.queryWindow.closeTab(tab.state.id)).ok, false);
        await decide("rollback");
        await until(({ transaction }) => transaction === null);
      });

      for (const text of quiet) {
        await t.step(`a statement that may write is reported and asked about: ${text}`, async () => {
          await run("begin");
          await run("select n from t");
          assert.deepEqual(tab.state.transaction?.writes, []);
          const [result] = await run(text);
          assert.equal(result?.status, "done", JSON.stringify(result));
          assert.match(result?.message ?? "", /^Held in the transaction/);
          assert.deepEqual(tab.state.transaction?.writes.map(({ title }) => title), [result?.title]);
          assert.equal((await window.queryWindow.closeTab(tab.state.id)).ok, false);
          // The transaction can write further.
          await run("update t set s = 'x' where n = 1");
          assert.deepEqual(tab.state.transaction?.writes.map(({ verb }) => verb).slice(1), ["update"]);
          assert.equal(await seen(), "1 a 2 b 3 c");
          await decide("rollback");
          await until(({ transaction }) => transaction === null);
          assert.equal(await seen(), "1 a 2 b 3 c");
        });
      }

      await t.step("a reading statement is no write, and its rows are shown", async () => {
        await run("begin");
        for (const text of reads) {
          const [result] = await run(text);
          assert.match(result?.status ?? "", /^(done|cut)$/, JSON.stringify(result));
          assert.ok((result?.rows ?? 0) > 0, text);
          assert.deepEqual(tab.state.transaction?.writes, [], text);
        }
        await run("update t set s = 'x' where n = 1");
        assert.deepEqual(tab.state.transaction?.writes.map(({ verb }) => verb), ["update"]);
        await decide("rollback");
        await until(({ transaction }) => transaction === null);
      });

      await t.step(
        "a function that writes is refused by the server in a transaction that reads",
        async () => {
          await run("start transaction read only");
          const [result] = await run("select writes()");
          assert.equal(result?.status, "failed", JSON.stringify(result));
          assert.match(result?.code ?? "", /^(25006|1792)$/);
          await run("rollback");
        },
      );

      if (engine === "postgres") {
        await t.step("a plan with times of what may write is refused, and nothing of it runs", async () => {
          await run("begin");
          const [result] = await run("select writes()", { explain: "analyze" });
          assert.equal(result?.status, "failed");
          assert.match(result?.message ?? "", /A plan with times would run it/);
          assert.deepEqual(tab.state.transaction?.writes, []);
          await decide("commit");
          await until(({ transaction }) => transaction === null);
          assert.equal(await seen(), "1 a 2 b 3 c");
        });

        await t.step("a setting that a read has made stays for the transaction", async () => {
          await run("begin");
          await run("select set_config('kedge.tenant', '7', true)");
          const [result] = await run("select current_setting('kedge.tenant')");
          assert.deepEqual(await window.rows(result!), [["7"]]);
          await run("rollback");
        });
      }

      await t.step(
        "it waits on where the server's entry leads elsewhere, and nothing else runs before",
        async () => {
          await run("begin; update t set s = 'z' where n = 1");
          assert.ok(tab.run({ text: "select 1", pick: "all" }).ok);
          const { host, port } = real;
          window.queryWindow.setServer({ name: "x", host, port, tls: false, engine, database });
          await until(({ run }) => run === null);
          assert.match(said().at(-1)!, /^stopped It was not run: this server is another one/);
          const refused = tab.run({ text: "select 1", pick: "all" });
          assert.match(refused.ok ? "" : refused.error, /another one by now/);
          assert.deepEqual(await decide("commit"), { kind: "committed" });
          assert.equal(await seen(), "1 z 2 b 3 c");
          assert.equal((await run("select 1"))[0]!.status, "done");
          await real.sql("update t set s = 'a' where n = 1", database);
        },
      );

      await t.step("the history shows what closing the window has rolled back", async () => {
        const folder = await Deno.makeTempDir();
        const open = () => openQueryWindow(real, { engine, database, tls: false }, { folder });
        const closed = await open();
        closed.tab.write(true);
        await closed.run("begin; delete from t");
        assert.deepEqual(pastOf(closed), ["delete from t"]);
        await closed.close();
        const later = await open();
        assert.deepEqual(pastOf(later), ["undone: delete from t"]);
        await later.close();
        await removeFolder(folder);
      });

      await t.step("COMMIT with nothing open says so, and a tab that reads begins nothing", async () => {
        await run("commit");
        assert.match(tab.state.results.at(-1)?.message ?? "", /No transaction is open/);
        tab.write(false);
        await run("begin");
        assert.equal(tab.state.results.at(-1)?.status, "failed");
        assert.equal(tab.state.transaction, null);
      });
    } finally {
      await window.close();
      await real.stop();
    }
  });
}

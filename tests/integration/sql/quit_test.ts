import assert from "node:assert/strict";
import { beginWait } from "../../runner/slowness.ts";
import { startMysql } from "../../support/servers/mysql.ts";
import { shopAt, startPostgres } from "../../support/servers/postgres.ts";
import { startQueryWindow } from "../../support/sql/query_app.ts";

Deno.test("quitting while a write waits asks about it first, once", async () => {
  const real = await startPostgres();
  const server = shopAt(real);
  const running = await startQueryWindow([{ server, real }]);
  const { app } = running;
  const until = async (holds: () => boolean) => {
    const isOver = beginWait(60_000);
    while (!holds()) {
      if (isOver()) {
        throw new Error(`never so: ${JSON.stringify(app.store.get().queryWindows, null, 1)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  try {
    await real.sql("create table t (n int); insert into t values (1), (2)");
    await app.dispatch({ name: "openQuery", server: "shop" });
    const { id: tab } = app.store.get().queryWindows[0]!.tabs[0]!;
    await app.dispatch({ name: "setWriting", server: "shop", tab, on: true });
    const text = "delete from t where n = 1";
    await app.dispatch({ name: "runQuery", server: "shop", tab, text, pick: "all" });
    await until(() => app.store.get().queryWindows[0]!.tabs[0]!.hold !== null);
    const quits = [app.dispatch({ name: "quit" }), app.dispatch({ name: "quit" })];
    await until(() => app.store.get().dialogs.length === 1);
    const [dialog] = app.store.get().dialogs;
    assert.match(dialog?.kind === "confirm" ? dialog.message : "", /not decided/);
    await app.dispatch({ name: "answerDialog", dialog: dialog!.id, answer: true });
    await Promise.all(quits);
    await app.quit;
    assert.equal(app.store.get().dialogs.length, 0);
    assert.equal((await real.sql("select count(*) from t")).trim(), "1");
  } finally {
    await running.close();
    await real.stop();
  }
});

/**
 * Transactions that run while their window closes. At the end of the session the user gives no
 * answer.
 */
const RUNNING = [
  { name: "a statement runs", behind: "", how: "quit" },
  { name: "a script goes on to write", behind: "; delete from t where n = 2", how: "quit" },
  { name: "a statement runs", behind: "", how: "close" },
  { name: "a statement runs", behind: "", how: "the end of the session" },
] as const;

for (
  const { start, sleep, ...server } of [
    { engine: "postgres", database: "postgres", start: startPostgres, sleep: "select pg_sleep(600)" },
    { engine: "mysql", database: "app", start: startMysql, sleep: "select sleep(600)" },
  ] as const
) {
  Deno.test(`writes of transactions in which something runs are asked about: ${server.engine}`, async (t) => {
    const real = await start();
    const sql = async (text: string) => (await real.sql(text, server.database)).trim();
    const servers = ["shop", "store"].map((name) => ({ server: { ...shopAt(real), ...server, name }, real }));
    try {
      for (const { name, behind, how } of RUNNING) {
        await t.step(`by ${how} while ${name} in each of two windows`, async () => {
          await sql("drop table if exists t");
          await sql("create table t (s varchar(9), n int, primary key (s, n))");
          await sql("insert into t values ('shop', 1), ('shop', 2), ('store', 1), ('store', 2)");
          const running = await startQueryWindow(servers);
          const { app } = running;
          const until = async (holds: () => boolean) => {
            const isOver = beginWait(60_000);
            while (!holds()) {
              if (isOver()) {
                throw new Error(`never so: ${JSON.stringify(app.store.get().queryWindows, null, 1)}`);
              }
              await new Promise((resolve) => setTimeout(resolve, 5));
            }
          };
          try {
            for (const { server: { name: server } } of servers) {
              await app.dispatch({ name: "openQuery", server });
              const at = () => app.store.get().queryWindows.find((one) => one.server === server)!.tabs[0]!;
              const { id: tab } = at();
              await app.dispatch({ name: "setWriting", server, tab, on: true });
              const all = `begin; delete from t where n = 1 and s = '${server}'; ${sleep}${behind}`;
              await app.dispatch({ name: "runQuery", server, tab, text: all, pick: "all" });
              await until(() => at().transaction?.writes.length === 1 && at().transaction?.until === null);
            }
            const gone = how !== "close"
              ? [app.dispatch({ name: "quit" })]
              : app.store.get().windows.filter(({ page }) => page === "query")
                .map(({ id: window }) => app.dispatch({ name: "closeWindow", window }));
            await until(() => app.store.get().dialogs.length === 2);
            const isAnswered = how !== "the end of the session";
            if (!isAnswered) await app.close();
            for (const { id: dialog } of app.store.get().dialogs) {
              await app.dispatch({ name: "answerDialog", dialog, answer: true });
            }
            await Promise.all(gone);
            if (how !== "close") await app.quit;
            else await until(() => app.store.get().queryWindows.length === 0);
            assert.match(await sql("select count(*) from t where n = 2"), /\b2$/);
            assert.match(await sql("select count(*) from t where n = 1"), isAnswered ? /\b0$/ : /\b2$/);
          } finally {
            await running.close();
          }
        });
      }
    } finally {
      await real.stop();
    }
  });
}

import assert from "node:assert/strict";
import { beginWait } from "../../runner/slowness.ts";
import { shopAt, startPostgres } from "../../support/servers/postgres.ts";
import { sessionOn } from "../../support/sql/ask.ts";
import { openEdits } from "../../support/sql/edits.ts";
import { startQueryWindow } from "../../support/sql/query_app.ts";

/**
 * How the window closes, the user's answer, and the result: of the window, of its changes, and
 * whether Kedge has ended.
 */
const CASES = [
  {
    name: "closed, and kept by Yes",
    how: "close",
    answer: true,
    left: { window: true, changed: 1, ended: false },
  },
  {
    name: "closed, and kept by leaving the question",
    how: "close",
    answer: null,
    left: { window: true, changed: 1, ended: false },
  },
  {
    name: "closed, and lost by No",
    how: "close",
    answer: false,
    left: { window: false, changed: 0, ended: false },
  },
  {
    name: "closed and opened again before an answer",
    how: "close",
    answer: "open",
    left: { window: true, changed: 1, ended: false },
  },
  {
    name: "ended, and kept by Yes",
    how: "quit",
    answer: true,
    left: { window: true, changed: 1, ended: false },
  },
  {
    name: "ended, and lost by No",
    how: "quit",
    answer: false,
    left: { window: true, changed: 1, ended: true },
  },
] as const;

Deno.test("changes of rows that are not written are asked about", async (t) => {
  const real = await startPostgres();
  const server = shopAt(real);
  try {
    await real.sql("create table t (n int primary key, s text); insert into t values (1, 'one')");
    for (const { name, how, answer, left } of CASES) {
      await t.step(`when the window is ${name}`, async () => {
        const running = await startQueryWindow([{ server, real }]);
        const { app } = running;
        let ended = false;
        void app.quit.then(() => ended = true);
        const tabNow = () => app.store.get().queryWindows[0]?.tabs[0];
        const isOpen = () => app.store.get().windows.some(({ page }) => page === "query");
        const until = async (what: string, holds: () => boolean) => {
          const isOver = beginWait(60_000);
          while (!holds()) {
            if (isOver()) {
              throw new Error(`never ${what}: ${JSON.stringify(app.store.get().queryWindows)}`);
            }
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
        };
        try {
          await app.dispatch({ name: "openQuery", server: "shop" });
          const { id: tab } = tabNow()!;
          await app.dispatch({ name: "setWriting", server: "shop", tab, on: true });
          await app.dispatch({ name: "runQuery", server: "shop", tab, text: "select * from t", pick: "all" });
          await until("run", () => tabNow()?.results[0]?.status === "done");
          const result = tabNow()!.results[0]!.id;
          const cells = [{ row: 0, column: 1, value: "changed" }];
          const set = await app.dispatch({ name: "editCells", server: "shop", tab, result, cells });
          assert.ok(set.ok, JSON.stringify(set));
          const { id: window } = app.store.get().windows.find(({ page }) => page === "query")!;
          const gone = how === "quit"
            ? app.dispatch({ name: "quit" })
            : app.dispatch({ name: "closeWindow", window });
          await until("asked", () => app.store.get().dialogs.length === 1);
          const [dialog] = app.store.get().dialogs;
          assert.match(
            dialog?.kind === "confirm" ? dialog.message : "",
            /1 row of t is changed and not written/,
          );
          if (answer === "open") await app.dispatch({ name: "openQuery", server: "shop" });
          else await app.dispatch({ name: "answerDialog", dialog: dialog!.id, answer });
          await gone;
          await until("answered", () => app.store.get().dialogs.length === 0);
          await until("as it is to be", () => isOpen() === left.window && ended === left.ended);
          await until("as many changes", () => (tabNow()?.results[0]?.edits?.changed ?? 0) === left.changed);
          assert.equal((await real.sql("select s from t")).trim(), "one");
        } finally {
          await running.close();
        }
      });
    }
  } finally {
    await real.stop();
  }
});

Deno.test("a statement after a stopped write of rows waits for its rollback", async (t) => {
  const real = await startPostgres();
  const edits = await openEdits(real, { engine: "postgres", database: "postgres" });
  const { tab } = edits;
  const waiting = async () => (await real.sql("select count(*) from pg_locks where not granted")).trim();
  try {
    await real.sql("create table t (n int primary key, s text); insert into t values (1, 'one')");
    const other = await sessionOn(real, { engine: "postgres", database: "postgres" });
    for (const when of ["at once", "while it waits for a lock"]) {
      await t.step(`when it is stopped ${when}`, async () => {
        const result = await edits.show("select * from t");
        await edits.good(tab.edits.set(result, [{ row: 0, column: 1, value: "changed" }]));
        const { id } = await edits.statements(result);
        const held = await other.hold({ sql: "update t set s = 'other'" }, { columns() {}, row: () => true });
        assert.ok(held.ok);
        await edits.good(tab.edits.hold(result, id));
        // The server itself ends a wait for a lock after some seconds.
        while (when !== "at once" && tab.state.run !== null && await waiting() === "0");
        tab.cancel();
        const [next] = await edits.run("select 1");
        assert.equal(next!.status, "done", next!.message);
        await edits.until(() => edits.state(result).status === "open");
        assert.equal(tab.state.transaction, null);
        await held.rollback();
        assert.equal((await real.sql("select s from t")).trim(), "one");
        await edits.good(tab.edits.step(result, "discard"));
      });
    }
    await other.close();
  } finally {
    await edits.close();
    await real.stop();
  }
});

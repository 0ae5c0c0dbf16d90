import assert from "node:assert/strict";
import { shopAt, startPostgres } from "../../support/servers/postgres.ts";
import { startQueryWindow } from "../../support/sql/query_app.ts";

Deno.test("quitting while a write waits asks about it first, once", async () => {
  const real = await startPostgres();
  const server = shopAt(real);
  const running = await startQueryWindow([{ server, real }]);
  const { app } = running;
  const until = async (holds: () => boolean) => {
    const end = Date.now() + 60_000;
    while (!holds()) {
      if (Date.now() > end) {
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

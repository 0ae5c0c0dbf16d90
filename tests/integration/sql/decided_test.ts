import assert from "node:assert/strict";
import { beginWait } from "../../runner/slowness.ts";
import { shopAt } from "../../support/servers/postgres.ts";
import { ENGINES } from "../../support/sql/engines.ts";
import { startQueryWindow } from "../../support/sql/query_app.ts";

/** The held write, the decision, and whether the tab is free afterwards. */
const CASES = [
  { held: "delete from t where n = 3", how: "commit", isFree: true },
  { held: "delete from t where n = 2", how: "rollback", isFree: true },
  { held: "delete from t where n = 1; delete from t where n = 2", how: "rollback", isFree: true },
  { held: "delete from t where n = 1; select 1", how: "commit", isFree: false },
  { held: "begin; delete from t where n = 2", how: "rollback", isFree: true },
  { held: "begin; delete from t where n = 2", how: "commit", isFree: true },
  { held: "begin; insert into t values (2); commit", how: "commit", isFree: true },
  { held: "begin; insert into t values (3); commit; select 1", how: "rollback", isFree: true },
  { held: "begin; insert into t values (3); commit; select 1", how: "commit", isFree: false },
] as const;

for (const [engine, { start, database }] of Object.entries(ENGINES)) {
  Deno.test(`runQuery right after decideWrite runs when the decision has ended: ${engine}`, async (t) => {
    const real = await start();
    const server = { ...shopAt(real), engine: engine as keyof typeof ENGINES, database };
    const running = await startQueryWindow([{ server, real }]);
    const { app } = running;
    const tabNow = () => app.store.get().queryWindows[0]!.tabs[0]!;
    const until = async (holds: () => boolean) => {
      const isOver = beginWait(60_000);
      while (!holds()) {
        if (isOver()) throw new Error(`never so: ${JSON.stringify(tabNow(), null, 1)}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    try {
      await real.sql("create table t (n int); insert into t values (1), (2), (3)", database);
      await app.dispatch({ name: "openQuery", server: "shop" });
      const here = { server: "shop", tab: tabNow().id };
      const run = (text: string) => app.dispatch({ name: "runQuery", ...here, text, pick: "all" });
      await app.dispatch({ name: "setWriting", ...here, on: true });
      const isAsked = () => tabNow().hold !== null || tabNow().transaction?.asked === true;
      for (const { held, how, isFree } of CASES) {
        await t.step(`${how} of ${held}`, async () => {
          await run(held);
          const waits = () => {
            const { hold, transaction } = tabNow();
            return hold?.result ?? (transaction?.until ? transaction.id : undefined);
          };
          await until(() => waits() !== undefined && (tabNow().run === null || isAsked()));
          const decided = app.dispatch({ name: "decideWrite", ...here, result: waits()!, how });
          const ran = await run("select count(*) from t");
          await decided;
          await until(() => tabNow().run === null);
          // The statement after the committed one still uses the tab.
          assert.equal(ran.ok, isFree, JSON.stringify(ran));
          const last = tabNow().results.at(-1)!;
          assert.equal(last.title, isFree ? "select count(*) from t" : "select 1");
          assert.equal(last.status, "done", last.message);
        });
      }
    } finally {
      await running.close();
      await real.stop();
    }
  });
}

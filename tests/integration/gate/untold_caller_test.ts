import assert from "node:assert/strict";
import { shopAt, startPostgres } from "../../support/servers/postgres.ts";
import { startQueryWindow } from "../../support/sql/query_app.ts";
import { agent, answer, answered, openGate, until, untilUnasked } from "./client.ts";

Deno.test("an agent whose program the system does not tell is asked about for each call, and writes only by a person", async (t) => {
  const real = await startPostgres();
  await real.sql(
    `create table t (n int primary key, s text);
     insert into t select n, 'row ' || n from generate_series(1, 20) n;
     create role reader login password 'reads'; grant select, update on t to reader;`,
  );
  const stage = await startQueryWindow([{
    server: shopAt(real),
    real: { user: "reader", password: "reads" },
  }]);
  const { app, home } = stage;
  // On Windows and macOS, among others, the system does not report the caller.
  const place = await openGate(stage, []);
  const one = await agent("2.x", home);
  const read = (sql: string) => one.call("read", { server: "shop", sql });
  const question = async () => {
    await until(app, ({ agents }) => agents.questions.length > 0);
    return app.store.get().agents.questions[0]!;
  };
  try {
    assert.match(`${(await read("select 1")).error}`, /lets no agents in/);
    await app.dispatch({ name: "switchGate", on: true });

    await t.step("once is for one call, and is kept nowhere", async () => {
      for (const n of [1, 2]) {
        const done = await answered(app, "once", read(`select s from t where n = ${n}`));
        assert.deepEqual([done.status, done.rows], ["done", [[`row ${n}`]]]);
        assert.deepEqual(app.store.get().gate.grants, []);
      }
    });

    await t.step("nothing longer can be answered", async () => {
      const asked = read("select 3");
      const { id, who } = await question();
      assert.equal(who.program, null);
      for (const length of ["hour", "always"] as const) {
        const said = await app.dispatch({ name: "answerGrant", question: id, answer: length });
        assert.equal(said.ok, false, length);
      }
      await answer(app, "deny");
      assert.equal((await asked).status, "refused");
      assert.deepEqual(app.store.get().gate.grants, []);
      app.gate.forgetDenials();
    });

    await t.step("a proposed write is committed by a person", async () => {
      const sql = "update t set s = 'changed' where n = 1";
      const { handle } = await one.call("propose_write", { server: "shop", sql, reason: "to try it" });
      assert.ok((await app.dispatch({ name: "openProposal", proposal: handle as string })).ok);
      const opened = app.store.get().queryWindows[0]!.tabs.at(-1)!.id;
      await app.dispatch({ name: "runQuery", server: "shop", tab: opened, text: sql, pick: "all" });
      await until(app, ({ agents }) => agents.proposals[0]?.status === "held");
      assert.equal((await real.sql("select s from t where n = 1")).trim(), "row 1");
      const tab = app.store.get().queryWindows[0]!.tabs.find(({ hold }) => hold)!;
      const { result } = tab.hold!;
      await app.dispatch({ name: "decideWrite", server: "shop", tab: tab.id, result, how: "commit" });
      await until(app, ({ agents }) => agents.proposals[0]?.status === "committed");
      assert.equal((await real.sql("select s from t where n = 1")).trim(), "changed");
    });

    await t.step("one that goes away takes its question along", async () => {
      const gone = await agent("1.x", home);
      void gone.call("read", { server: "shop", sql: "select 4" }).catch(() => {});
      await question();
      await gone.close();
      await untilUnasked(app);
    });
    assert.deepEqual(stage.errors, []);
  } finally {
    await one.close();
    await place.close();
    await stage.close();
    await real.stop();
  }
});

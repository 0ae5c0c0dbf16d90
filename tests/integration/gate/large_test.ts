/**
 * Answers larger than a message of the private socket: they come in pages, and the connection
 * stays.
 */
import assert from "node:assert/strict";
import { shopAt, startPostgres } from "../../support/servers/postgres.ts";
import { startQueryWindow } from "../../support/sql/query_app.ts";
import { agent, answered, openGate, steps } from "./client.ts";

const columns = Array.from({ length: 400 }, (_, n) => `c${n}`);
/** Names that need twice their length in an answer. */
const odd = Array.from({ length: 1600 }, (_, n) => `${n}`.padStart(62, "\\"));
const WIDE = `select ${Array.from({ length: 70 }, () => "repeat('界', 4000)")} from generate_series(1, 3)`;

Deno.test("kedge --mcp gives large answers in pages, and keeps its connection, on a real PostgreSQL", async (t) => {
  const real = await startPostgres();
  await real.sql(
    `create role reader login password 'reads';
     create table wide (${columns.map((name) => `${name} int`)}); grant select on wide to reader;
     ${columns.map((name) => `comment on column wide.${name} is '${"列".repeat(400)}';`).join("\n")}
     create table indexed (a int, b int); grant select on indexed to reader;
     ${odd.slice(0, 220).map((name) => `create index "${name}" on indexed (a, b);`).join("\n")}
     create table odd (${odd.map((name) => `"${name}" int`)}); grant select on odd to reader;`,
  );
  const stage = await startQueryWindow([{
    server: shopAt(real),
    real: { user: "reader", password: "reads" },
  }]);
  const { app, home } = stage;
  const place = await openGate(stage);
  const one = await agent("2.x", home);
  const step = steps(t);
  try {
    await app.dispatch({ name: "switchGate", on: true });

    await step("rows with many long cells come one by one, their cells cut to equal parts", async () => {
      let said = await answered(app, "always", one.call("read", { server: "shop", sql: WIDE }));
      for (let n = 0; n < 3; n++) {
        assert.deepEqual([said.status, said.from, said.truncated], ["done", n, n < 2], JSON.stringify(said));
        const [row] = said.rows as string[][];
        assert.equal(row!.length, 70);
        for (const cell of row!) assert.match(cell, /^界{857}… \(cut: 4000 characters\)$/);
        if (n < 2) said = await one.call("read", { server: "shop", next: said.next });
      }
    });

    await step("columns with long comments come in pages", async () => {
      const found: { readonly name: string }[] = [];
      for (let more = true; more;) {
        const said = await one.call("catalog", { server: "shop", table: "wide", from: found.length });
        assert.deepEqual([said.status, said.total], ["done", columns.length], JSON.stringify(said));
        found.push(...said.columns as typeof found);
        more = said.truncated === true;
      }
      assert.deepEqual(found.map(({ name }) => name), columns);
    });

    await step(
      "keys and indexes come with the first columns, and say themselves that they are cut",
      async () => {
        const shape = async (from: number) => {
          const said = await one.call("catalog", { server: "shop", table: "indexed", from });
          const { columns, truncated, keys, indexes, keys_truncated, indexes_truncated } = said;
          const cut = Array.isArray(indexes) && indexes.length > 0 && indexes.length < 220;
          return [(columns as unknown[]).length, truncated, keys, cut, keys_truncated, indexes_truncated];
        };
        assert.deepEqual(await shape(0), [2, false, [], true, undefined, true]);
        assert.deepEqual(await shape(1), [1, false, undefined, false, undefined, undefined]);
      },
    );

    await step("a too large answer that has no pages is an error", async () => {
      const [before] = app.store.get().agents.callers;
      const sql = "select odd.* from odd right join generate_series(1, 7) on true";
      const said = await one.call("read", { server: "shop", sql });
      assert.deepEqual([said.status, said.error], ["failed", "The answer is too large."]);
      const { callers: [after], activity: [call] } = app.store.get().agents;
      assert.deepEqual([call!.outcome, after!.id], ["failed", before!.id]);
    });

    await step("an agent is refused while too many are connected, and let in afterwards", async () => {
      const who = { program: "/usr/bin/other", digest: "f".repeat(64), folder: "/work", parents: [] };
      const gone = new AbortController();
      while (app.gate.enter(who, gone.signal));
      const late = await agent("2.x", home);
      try {
        const said = await late.call("find", {});
        assert.equal(said.error, "Too many agents are connected to Kedge.");
        gone.abort();
        assert.equal((await late.call("find", {})).status, "done");
      } finally {
        await late.close();
      }
    });
    assert.deepEqual(stage.errors, []);
  } finally {
    await one.close();
    await place.close();
    await stage.close();
    await real.stop();
  }
});

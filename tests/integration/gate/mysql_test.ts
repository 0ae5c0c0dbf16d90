import assert from "node:assert/strict";
import { startMysql } from "../../support/servers/mysql.ts";
import { startQueryWindow } from "../../support/sql/query_app.ts";
import { agent, answered, openGate } from "./client.ts";

/** Statements and their results. */
const READS: readonly (readonly [sql: string, status: string, says: RegExp])[] = [
  ["select n, s from t order by n", "done", /^\[\[1,"one"\],\[2,"two"\]\]$/],
  ["update t set s = 'x'", "refused", /update/i],
  ["select 1; delete from t", "refused", /2 statements/],
  ["insert into t values (3, 'three')", "refused", /insert/i],
  ["select writes()", "refused", /read[- ]only/i],
  ["select nope from t", "failed", /nope/],
];

Deno.test("kedge --mcp reads from a real MySQL, which keeps a function of it from writing", async (t) => {
  const real = await startMysql();
  await real.sql(
    `create table t (n int primary key, s varchar(20));
     insert into t values (1, 'one'), (2, 'two');
     create function writes() returns int deterministic modifies sql data
       begin insert into t values (9, 'w'); return 1; end;
     create user reader identified by 'reads';
     grant select, insert, update, execute on app.* to reader;`.replace(
      /create function[\s\S]*end;/,
      (text) => `delimiter //\n${text.slice(0, -1)}//\ndelimiter ;`,
    ),
    "app",
  );
  const shop = {
    name: "shop",
    engine: "mysql",
    host: real.host,
    port: real.port,
    database: "app",
    tls: false,
  } as const;
  const stage = await startQueryWindow([{ server: shop, real: { user: "reader", password: "reads" } }]);
  const { app, home } = stage;
  const place = await openGate(stage);
  const client = await agent("1.x", home);
  try {
    await app.dispatch({ name: "switchGate", on: true });
    const first = await answered(app, "hour", client.call("read", { server: "shop", sql: "select 1" }));
    assert.equal(first.status, "done", JSON.stringify(first));
    for (const [sql, status, says] of READS) {
      await t.step(`${sql} is ${status}`, async () => {
        const read = await client.call("read", { server: "shop", sql });
        assert.equal(read.status, status, JSON.stringify(read));
        assert.match(status === "done" ? JSON.stringify(read.rows) : `${read.error}`, says);
      });
    }
    assert.equal((await real.sql("select count(*) from t", "app")).trim(), "2");
    assert.deepEqual(stage.errors, []);
  } finally {
    await client.close();
    await place.close();
    await stage.close();
    await real.stop();
  }
});

import assert from "node:assert/strict";
import {
  DescribeStatementCommand,
  ExecuteStatementCommand,
  RedshiftDataClient,
} from "@aws-sdk/client-redshift-data";
import type { Server } from "../../../src/core/config/config.ts";
import { openSession } from "../../../src/core/sql/session/mod.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { startSqlServices } from "../../support/servers/https/mod.ts";
import { ACCOUNT, loginAt, REGION } from "../../support/servers/https/stage.ts";
import { ask } from "../../support/sql/ask.ts";

const never = new AbortController().signal;
const none = { columns: () => {}, row: () => true };

const server: Server = {
  name: "facts",
  engine: "redshift",
  host: "facts.example.com",
  port: 5439,
  tls: true,
  database: "dev",
  https: { service: "redshift-data", account: ACCOUNT, region: REGION, workgroup: "facts" },
};

Deno.test("the Data API of Redshift reads within a transaction that only reads, pages, stops, and says that writes count at once", async (t) => {
  const real = await startPostgres();
  const warehouse = { real, workgroup: "facts", forgetful: false };
  const services = startSqlServices({ warehouses: [warehouse] });
  const opened = await openSession(server, loginAt(services));
  assert.ok(opened.ok, JSON.stringify(opened));
  const session = opened;
  try {
    await t.step(
      "opening asks nothing: it would wake the workgroup",
      () => assert.equal(services.seen.length, 0),
    );
    await t.step("values, numbers of eight bytes among them", async () => {
      const { rows, columns } = await ask(
        session,
        "select 1::int2 a, 9007199254740993 b, 1.50::numeric(9,2) c, true d, null::int e, 'é' f, 0.1::float8 g",
      );
      assert.deepEqual(rows, [["1", "9007199254740993", "1.50", "t", null, "é", "0.1"]]);
      assert.deepEqual(columns.slice(0, 3).map(({ name, type }) => [name, type]), [["a", "smallint"], [
        "b",
        "bigint",
      ], ["c", "numeric(9,2)"]]);
      const bound = await ask(session, "select $2 || 'x', $1::text, '$1'", [null, "it's \\"]);
      assert.deepEqual(bound.rows, [["it's \\x", null, "$1"]]);
    });
    await real.sql(`create table kept (n int); insert into kept values (1);
      create function writer() returns int language sql as 'insert into kept values (9) returning 1'`);
    const count = async () => (await real.sql("select count(*) from kept")).trim();
    await t.step("the server itself holds reading", async () => {
      const end = await session.run({ sql: "select writer()", write: false }, none, never);
      assert.ok(!end.ok && end.kind === "query", JSON.stringify(end));
      assert.deepEqual([end.code, await count()], ["25006", "1"]);
    });
    await t.step(
      "a write is not held back, said before it runs, and counts when it is agreed to",
      async () => {
        const held = await session.hold({ sql: "insert into kept values (2)" }, none);
        assert.ok(!held.ok && "atOnce" in held, JSON.stringify(held));
        assert.match(held.message, /takes effect at once/);
        const begun = await session.begin({ modes: "", readOnly: false });
        assert.equal(begun.ok, false);
        assert.equal(await count(), "1");
        const { outcome } = await ask(session, "insert into kept values (2)", [], true);
        assert.deepEqual([outcome.affected, await count()], [1, "2"]);
      },
    );
    await t.step("results come page by page", async () => {
      const { rows } = await ask(session, "select n from generate_series(1, 2500) n");
      assert.deepEqual([rows.length, rows.at(-1)], [2500, ["2500"]]);
    });
    await t.step("throttled at each look and page, it goes on", async () => {
      let calls = 0;
      services.let(() =>
        calls++ % 3 === 1 ? { name: "ThrottlingException", message: "Rate exceeded" } : undefined
      );
      assert.equal((await ask(session, "select n from generate_series(1, 2500) n")).rows.length, 2500);
      services.let(() => undefined);
    });
    await t.step("an error has its place and code", async () => {
      const end = await session.run({ sql: "select 1,\n  nothere", write: false }, none, never);
      assert.ok(!end.ok && end.kind === "query");
      assert.deepEqual([end.code, end.position, end.message], [
        "42703",
        13,
        'column "nothere" does not exist',
      ]);
    });
    await t.step("results that vanished are reported", async () => {
      warehouse.forgetful = true;
      const end = await session.run({ sql: "select 1", write: false }, none, never);
      assert.ok(!end.ok && end.kind === "query", JSON.stringify(end));
      assert.match(end.hint, /24 hours/);
      warehouse.forgetful = false;
    });
    const active = "select count(*) from pg_stat_activity where wait_event = 'PgSleep'";
    await t.step("a statement that is stopped ends at the service", async () => {
      const stop = new AbortController();
      const running = session.run({ sql: "select pg_sleep(600)", write: false }, none, stop.signal);
      while ((await real.sql(active)).trim() !== "1");
      stop.abort();
      assert.equal((await running).ok, false);
      while ((await real.sql(active)).trim() !== "0");
      await session.settled();
      assert.deepEqual((await ask(session, "select 1")).rows, [["1"]]);
    });
    await t.step("a statement that is no longer awaited is stopped", async () => {
      const other = await openSession(server, loginAt(services));
      assert.ok(other.ok);
      const running = other.run({ sql: "select pg_sleep(600)", write: false }, none, never);
      while ((await real.sql(active)).trim() !== "1");
      await other.close();
      assert.equal((await running).ok, false);
      while ((await real.sql(active)).trim() !== "0");
    });
    await t.step("AWS's own client is taken alike", async () => {
      const client = new RedshiftDataClient({
        endpoint: services.url,
        region: REGION,
        credentials: { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "secret" },
      });
      const { Id } = await client.send(
        new ExecuteStatementCommand({ WorkgroupName: "facts", Database: "dev", Sql: "select 1" }),
      );
      let status: string | undefined;
      while (status !== "FINISHED") {
        ({ Status: status } = await client.send(new DescribeStatementCommand({ Id })));
      }
      client.destroy();
    });
    assert.deepEqual(services.faults, [], "unlike the official models");
  } finally {
    await session.close();
    await services.stop();
    await real.stop();
  }
});

for (
  const [https, lacks] of [
    [{ service: "redshift-data" }, "cluster or workgroup"],
    [{ service: "rds-data", secret: "s" }, "cluster"],
    [{ service: "rds-data", cluster: "c" }, "secret"],
  ] as const
) {
  Deno.test(`openSession() says that an entry of ${https.service} names no ${lacks}`, async () => {
    const services = startSqlServices({});
    const entry = { ...server, https: { account: ACCOUNT, region: REGION, ...https } };
    const session = await openSession(entry, loginAt(services));
    await services.stop();
    assert.ok(!session.ok);
    assert.equal(session.message, `Its entry in config.json names no ${lacks}`);
  });
}

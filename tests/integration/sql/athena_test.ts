import assert from "node:assert/strict";
import { AthenaClient, GetQueryExecutionCommand, StartQueryExecutionCommand } from "@aws-sdk/client-athena";
import type { Server } from "../../../src/core/config/config.ts";
import { createCatalog } from "../../../src/core/sql/catalog/mod.ts";
import { openSession } from "../../../src/core/sql/session/mod.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { startSqlServices } from "../../support/servers/https/mod.ts";
import { ACCOUNT, loginAt, REGION } from "../../support/servers/https/stage.ts";
import { ask } from "../../support/sql/ask.ts";

const never = new AbortController().signal;
const none = { columns: () => {}, row: () => true };

const entry = (workgroup: string): Server => ({
  name: workgroup,
  engine: "athena",
  host: `athena.${REGION}.amazonaws.com`,
  port: 443,
  tls: true,
  https: { service: "athena", account: ACCOUNT, region: REGION, workgroup },
});

Deno.test("Athena is read in pages, tells what it scanned and what the workgroup allows, and is stopped", async (t) => {
  const real = await startPostgres();
  const output = "s3://results/";
  const services = startSqlServices({
    workgroups: [
      { real, name: "primary", output, cutoff: 10_000_000_000, scans: 1_234_567 },
      { real, name: "small", output, cutoff: 1000, scans: 2000 },
      { real, name: "nowhere" },
      { real, name: "wide", output, scans: 20_000_000_000 },
    ],
  });
  const told: string[] = [];
  const open = async (workgroup: string) => {
    const session = await openSession(entry(workgroup), loginAt(services), {
      onNotice: ({ message }) => void told.push(message),
    });
    assert.ok(session.ok, JSON.stringify(session));
    return session;
  };
  const session = await open("primary");
  try {
    await t.step("values, without the row of names, and the cost before and after", async () => {
      const { rows, columns } = await ask(session, "select 1 a, 'é' b, null c, true d, '' e");
      assert.deepEqual(rows, [["1", "é", null, "t", ""]]);
      assert.deepEqual(columns[1], { name: "b", type: "varchar", kind: "text" });
      assert.deepEqual(told.splice(0), [
        "The workgroup primary ends a query after 9.3 GB.",
        "1.2 MB scanned.",
      ]);
      assert.deepEqual((await ask(session, "select ?, ?, '?'", ["it's", 7])).rows, [["it's", "7", "?"]]);
    });
    await t.step("a value that is compared as text says how it is written", async () => {
      await real.sql(`create function mixed(s text) returns int language plpgsql as
        $$ begin raise 'TYPE_MISMATCH: line 1:8: Cannot apply operator: bigint = varchar(1)'; end $$`);
      for (
        const [sql, args, hint] of [["select mixed(?)", ["7"], /cast\(:id as bigint\)/], [
          "select mixed('7')",
          [],
          /^$/,
        ]] as const
      ) {
        const end = await session.run({ sql, args, write: false }, none, never);
        assert.ok(!end.ok && end.kind === "query", JSON.stringify(end));
        assert.match(end.hint, hint);
      }
    });
    await t.step("results come page by page, throttled at each", async () => {
      let calls = 0;
      services.let(() =>
        calls++ % 3 === 1 ? { name: "TooManyRequestsException", message: "Rate exceeded" } : undefined
      );
      const { rows } = await ask(session, "select n from generate_series(1, 2500) n");
      assert.deepEqual([rows.length, rows[0], rows.at(-1)], [2500, ["1"], ["2500"]]);
      services.let(() => undefined);
    });
    await real.sql("create table kept (n int, s text); insert into kept values (1, 'a')");
    await t.step("a writing statement is not sent while reading", async () => {
      const before = services.seen.length;
      for (
        const sql of [
          "create table a as select 1",
          "insert into kept values (2, 'b')",
          "unload (select 1) to 's3://a/' with (format = 'json')",
          "/* /* */ drop table kept --*/ select 1",
          "explain analyze insert into kept select 1",
          "select * from table(lake.system.query(query => 'drop table a'))",
          "using external function f(x int) returns int lambda 'f' select f(1)",
          "execute writing",
        ]
      ) {
        const end = await session.run({ sql, write: false }, none, never);
        assert.ok(!end.ok && end.kind === "refused", `${sql}: ${JSON.stringify(end)}`);
      }
      assert.equal(services.seen.length, before);
    });
    await t.step("a write is asked about, and counts when it is agreed to", async () => {
      const held = await session.hold({ sql: "insert into kept values (2, 'b')" }, none);
      assert.ok(!held.ok && "atOnce" in held, JSON.stringify(held));
      assert.equal((await ask(session, "insert into kept values (2, 'b')", [], true)).outcome.affected, 1);
      assert.equal((await real.sql("select count(*) from kept")).trim(), "2");
    });
    await t.step("the catalog tells databases, tables and columns", async () => {
      const catalog = createCatalog(session, "athena");
      const tables = await catalog.tables(never);
      assert.ok(
        tables.ok && tables.value.entries.some(({ schema, name }) => schema === "public" && name === "kept"),
      );
      const table = await catalog.table("public", "kept", never);
      assert.ok(table.ok, JSON.stringify(table));
      assert.deepEqual(table.value.columns.map(({ name, type }) => [name, type]), [["n", "integer"], [
        "s",
        "text",
      ]]);
    });
    await t.step(
      "one that has read more than the user's bound is ended, unless it was agreed to",
      async () => {
        const wide = await openSession({ ...entry("wide"), askAbove: 10e9 }, loginAt(services));
        assert.ok(wide.ok, JSON.stringify(wide));
        const slow = { sql: "select pg_sleep(0.5)", write: false };
        const end = await wide.run(slow, none, never);
        assert.ok(!end.ok && end.kind === "query", JSON.stringify(end));
        assert.deepEqual([end.code, end.message], [
          "KE001",
          "It has read 19 GB and was ended. Run it again, to its end?",
        ]);
        assert.equal(services.seen.at(-1)?.operation, "StopQueryExecution");
        assert.ok((await wide.run({ ...slow, agreed: true }, none, never)).ok);
        await wide.close();
      },
    );
    await t.step("names are of the catalog that its entry names", async () => {
      const { https, ...rest } = entry("primary");
      const other = await openSession({ ...rest, https: { ...https!, catalog: "lake" } }, loginAt(services));
      assert.ok(other.ok, JSON.stringify(other));
      await ask(other, "select 1");
      const started = services.seen.findLast(({ operation }) => operation === "StartQueryExecution");
      assert.deepEqual(started?.input.QueryExecutionContext, { Catalog: "lake", Database: "default" });
      await other.close();
    });
    await t.step("a query over the workgroup's limit says so, and what it scanned", async () => {
      const small = await open("small");
      told.length = 0;
      const end = await small.run({ sql: "select 1", write: false }, none, never);
      assert.ok(!end.ok && end.kind === "query", JSON.stringify(end));
      assert.match(end.hint, /fewer partitions/);
      assert.deepEqual(told, ["The workgroup small ends a query after 1000 bytes.", "2 KB scanned."]);
      await small.close();
    });
    await t.step("a workgroup without a location for results is reported before anything runs", async () => {
      const nowhere = await openSession(entry("nowhere"), loginAt(services));
      assert.ok(!nowhere.ok);
      assert.equal(nowhere.message, "The workgroup nowhere has no place for results");
    });
    const active = "select count(*) from pg_stat_activity where wait_event = 'PgSleep'";
    await t.step("a query that is stopped or no longer awaited ends at the service", async () => {
      const stop = new AbortController();
      const stopped = session.run({ sql: "select pg_sleep(600)", write: false }, none, stop.signal);
      while ((await real.sql(active)).trim() !== "1");
      stop.abort();
      assert.equal((await stopped).ok, false);
      while ((await real.sql(active)).trim() !== "0");
      await session.settled();
      const other = await open("primary");
      const left = other.run({ sql: "select pg_sleep(600)", write: false }, none, never);
      while ((await real.sql(active)).trim() !== "1");
      await other.close();
      assert.equal((await left).ok, false);
      while ((await real.sql(active)).trim() !== "0");
    });
    await t.step("AWS's own client is taken alike", async () => {
      const client = new AthenaClient({
        endpoint: services.url,
        region: REGION,
        credentials: { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "secret" },
      });
      const { QueryExecutionId } = await client.send(
        new StartQueryExecutionCommand({ QueryString: "select 1", WorkGroup: "primary" }),
      );
      let state: string | undefined;
      while (state !== "SUCCEEDED") {
        const { QueryExecution } = await client.send(new GetQueryExecutionCommand({ QueryExecutionId }));
        state = QueryExecution?.Status?.State;
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

import assert from "node:assert/strict";
import { ExecuteStatementCommand, RDSDataClient } from "@aws-sdk/client-rds-data";
import { createCatalog } from "../../../src/core/sql/catalog/mod.ts";
import { openSession, type Session, type Transaction } from "../../../src/core/sql/session/mod.ts";
import { startMysql } from "../../support/servers/mysql.ts";
import { type DatabaseServer, startPostgres } from "../../support/servers/postgres.ts";
import { startSqlServices } from "../../support/servers/https/mod.ts";
import { clusterOver, loginAt, REGION } from "../../support/servers/https/stage.ts";
import { ask, sessionOn } from "../../support/sql/ask.ts";

const never = new AbortController().signal;
const none = { columns: () => {}, row: () => true };

/** Runs `work` with a real server and a session with it over its Data API. */
async function overHttps(
  engine: "postgres" | "mysql",
  work: (stage: {
    real: DatabaseServer;
    session: Session;
    plain: Session;
    services: ReturnType<typeof startSqlServices>;
    open: () => Promise<Session>;
  }) => Promise<void>,
  limits: { idle?: number; statement?: number } = {},
): Promise<void> {
  const real = await (engine === "mysql" ? startMysql() : startPostgres());
  const { cluster, server } = clusterOver(real, engine);
  const services = startSqlServices({ clusters: [cluster], ...limits });
  const open = async () => {
    const session = await openSession(server, loginAt(services));
    assert.ok(session.ok, JSON.stringify(session));
    return session;
  };
  const { https: _, ...there } = server;
  const plain = await sessionOn(real, { ...there, tls: false });
  const session = await open();
  try {
    await work({ real, session, plain, services, open });
    assert.deepEqual(services.faults, [], "unlike the official models");
  } finally {
    await Promise.all([session.close(), plain.close()]);
    await services.stop();
    await real.stop();
  }
}

function deepEqualAnswers(over: { ok: boolean }, direct: { ok: boolean }): void {
  assert.equal(over.ok, true, JSON.stringify(over));
  assert.deepEqual(over, direct);
}

const POSTGRES_VALUES = `select 1::smallint a, 2147483647 b, 9007199254740993 c, 0.1::real d, 1e-7::float8 e,
  12345678901234567890.12345::numeric(30,5) f, true g, false h, null::int i, 'é''"\\'::text j, '{"b": 1}'::jsonb k,
  '\\x00ff'::bytea l, '2024-02-29'::date m, array['a','b c'] n, '' o, 16777216::real p, 1e15::float8 r, 123456789012345::float8 t, 100000::real u, 0.0001::float8 v, 1.5e300::float8 w, 'x'::varchar(9) q`;

Deno.test("the Data API gives PostgreSQL's values as its own protocol does, writes nothing while reading, and pages", async (t) => {
  await overHttps("postgres", async ({ real, session, plain, services }) => {
    await t.step("values and columns are those of the plain driver", async () => {
      const [over, direct] = [await ask(session, POSTGRES_VALUES), await ask(plain, POSTGRES_VALUES)];
      assert.deepEqual(over.rows, direct.rows);
      assert.deepEqual(
        over.columns.map(({ name, kind }) => [name, kind]),
        direct.columns.map(({ name, kind }) => [name, kind]),
      );
      const args = ["5", 7, true, null, "it's \\ ';select 1;--"];
      const bound = "select 5 = $1, $2::int + 1, $3::bool, $4::text, $5::text, '$1'";
      assert.deepEqual((await ask(session, bound, args)).rows, (await ask(plain, bound, args)).rows);
    });
    await real.sql(`create table kept (n int primary key, s text); insert into kept values (1, 'a'), (2, 'b');
      create function writer() returns int language sql as 'insert into kept values (9, ''w'') returning 1';
      create function taker() returns int language plpgsql as 'begin perform pg_advisory_lock(7); return 1; end'`);
    const count = async () => (await real.sql("select count(*) from kept")).trim();
    await t.step("the server itself holds reading", async () => {
      for (
        const text of [
          "select writer()",
          "with x as (delete from kept returning n) select * from x",
          "select set_config('transaction_read_only', 'off', true), writer()",
          "select * into other from kept",
        ]
      ) {
        const end = await session.run({ sql: text, write: false }, none, never);
        assert.ok(!end.ok && end.kind === "query", `${text}: ${JSON.stringify(end)}`);
      }
      assert.equal(await count(), "2");
      await ask(session, "select taker()");
      assert.equal((await real.sql("select count(*) from pg_locks where locktype = 'advisory'")).trim(), "0");
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
    await t.step("a write waits, with the rows that it changes", async () => {
      const write = await session.hold({ sql: "update kept set s = s || 'x' where n = $1", args: [] }, none);
      assert.ok(!write.ok, "a place without a value is refused");
      const held = await session.hold({ sql: "update kept set s = s || 'x'" }, none);
      assert.ok(held.ok, JSON.stringify(held));
      assert.deepEqual([held.held, held.outcome.affected], [true, 2]);
      assert.deepEqual(held.sample?.pairs.map(({ after }) => after), [["1", "ax"], ["2", "bx"]]);
      assert.equal((await real.sql("select s from kept where n = 1")).trim(), "a");
      assert.deepEqual(await held.rollback(), { kind: "rolled-back", by: "user" });
      const counts = await session.hold({ sql: "insert into kept values (3, 'c')" }, none);
      assert.ok(counts.ok && counts.held, JSON.stringify(counts));
      assert.deepEqual(await counts.commit(), { kind: "committed" });
      assert.equal(await count(), "3");
    });
    await t.step("several statements are held as one", async () => {
      const open = await session.begin({ modes: "", readOnly: false });
      assert.ok(open.ok, JSON.stringify(open));
      for (
        const [sql, ok] of [["delete from kept", true], ["select nothing", false], [
          "insert into kept values (5, 'e')",
          true,
        ]] as const
      ) {
        const end = await open.run({ sql, kind: "write" }, none, never);
        assert.equal(end.ok, ok, JSON.stringify(end));
      }
      assert.deepEqual(await open.commit(), { kind: "committed" });
      assert.equal(await count(), "1");
    });
    await t.step("reads of a transaction write nothing, and go on when rows were left", async () => {
      const open = await session.begin({ modes: "", readOnly: false });
      assert.ok(open.ok, JSON.stringify(open));
      try {
        const read = (sql: string, rows: number) =>
          open.run({ sql, kind: "read", batch: 500 }, { columns: () => {}, row: () => rows-- > 0 }, never);
        for (const text of ["select writer()", "with x as (delete from kept returning n) select * from x"]) {
          const end = await read(text, 1);
          assert.ok(!end.ok && end.kind === "query" && end.code === "25006", JSON.stringify(end));
        }
        for (const _ of [1, 2]) {
          const end = await read("select generate_series(1, 1000)", 3);
          assert.ok(end.ok && end.outcome.cut, JSON.stringify(end));
        }
        assert.ok((await open.run({ sql: "delete from kept", kind: "write" }, none, never)).ok);
      } finally {
        await open.rollback();
      }
    });
    await t.step("results come page by page, and beyond 1 MiB", async () => {
      const before = services.seen.length;
      const { rows } = await ask(session, "select n, repeat('x', 500) from generate_series(1, 10000) n");
      assert.deepEqual([rows.length, rows.at(-1)![0]], [10_000, "10000"]);
      const pages = services.seen.slice(before).filter(({ input }) => /^fetch/.test(String(input.sql)));
      assert.ok(pages.length > 5 && pages.length < 60, `${pages.length} pages`);
    });
    await t.step("a reader that has enough rows requests no more, and leaves nothing open", async () => {
      let left = 3;
      const end = await session.run({ sql: "select generate_series(1, 100000000)", write: false }, {
        columns: () => {},
        row: () => left-- > 0,
      }, never);
      assert.ok(end.ok && end.outcome.cut);
      await session.settled();
      assert.equal(services.openTransactions(), 0);
    });
    await t.step("the catalog is that of the plain driver", async () => {
      const [over, direct] = [createCatalog(session, "postgres"), createCatalog(plain, "postgres")];
      deepEqualAnswers(await over.tables(never), await direct.tables(never));
      deepEqualAnswers(
        await over.table("public", "kept", never),
        await direct.table("public", "kept", never),
      );
      deepEqualAnswers(await over.routines(never), await direct.routines(never));
    });
    await t.step("a row that the service does not return is reported with the limit", async () => {
      const end = await session.run({ sql: "select repeat('x', 70000)", write: false }, none, never);
      assert.ok(!end.ok);
      assert.match(`${end.message} ${end.hint}`, /64 KB/);
    });
    await t.step("a statement that is stopped ends on the server", async () => {
      const stop = new AbortController();
      const running = session.run({ sql: "select pg_sleep(600)", write: false }, none, stop.signal);
      const active =
        "select count(*) from pg_stat_activity where state = 'active' and wait_event = 'PgSleep'";
      while ((await real.sql(active)).trim() !== "1");
      stop.abort();
      const end = await running;
      assert.equal(end.ok, false);
      while ((await real.sql(active)).trim() !== "0");
      await session.settled();
      assert.equal((await ask(session, "select 1")).rows[0]![0], "1");
    });
  });
});

Deno.test("the Data API of MySQL reads, holds writes and is stopped", async (t) => {
  await overHttps("mysql", async ({ real, session, plain, services, open }) => {
    await t.step("values and parameters are those of the plain driver", async () => {
      const text =
        "select 1 a, -2147483648 b, 18446744073709551615 c, 1.50 d, 'it''s \\\\' e, null f, cast('2024-02-29' as date) g";
      assert.deepEqual((await ask(session, text)).rows, (await ask(plain, text)).rows);
      const args = ["a'b\\", 7, null];
      const bound = "select concat(?, 'x'), ? + 1, ?, '?'";
      assert.deepEqual((await ask(session, bound, args)).rows, (await ask(plain, bound, args)).rows);
    });
    await real.sql(
      "create table app.kept (n int primary key, s varchar(9)); insert into app.kept values (1, 'a'), (2, 'b')",
    );
    const count = async () => (await real.sql("select count(*) from app.kept")).trim();
    await t.step("the server itself holds reading", async () => {
      const held = await session.run({ sql: "select * from kept for update", write: false }, none, never);
      assert.ok(held, "locks are let go of");
      const end = await session.run(
        { sql: "with x as (select 1) delete from kept", write: false },
        none,
        never,
      );
      assert.ok(!end.ok && end.kind === "query", JSON.stringify(end));
      assert.deepEqual([end.code, await count()], ["1792", "2"]);
    });
    await t.step("a write waits for Commit, and rolls back", async () => {
      for (const [how, left] of [["rollback", "2"], ["commit", "1"]] as const) {
        const held = await session.hold({ sql: "delete from kept where n = 1" }, none);
        assert.ok(held.ok && held.held, JSON.stringify(held));
        assert.deepEqual([held.outcome.affected, await count()], [1, "2"]);
        assert.deepEqual(held.sample?.pairs.map(({ before }) => before), [["1", "a"]]);
        await held[how]();
        assert.equal(await count(), left);
      }
    });
    await t.step("a deadlock rolls back the whole transaction, and is reported as such", async () => {
      const other = await open();
      const one = await session.begin({ modes: "", readOnly: false });
      const two = await other.begin({ modes: "", readOnly: false });
      assert.ok(one.ok && two.ok);
      const change = (of: Transaction, n: number) =>
        of.run({ sql: `update kept set s = 'x' where n = ${n}`, kind: "write" }, none, never);
      await real.sql("insert into app.kept values (7, 'g'), (8, 'h')");
      assert.ok((await change(one, 7)).ok && (await change(two, 8)).ok);
      const ends = await Promise.all([change(one, 8), change(two, 7)]);
      assert.deepEqual(ends.map(({ ok }) => ok).sort(), [false, true]);
      const [lost, won] = ends[0]!.ok ? [two, one] : [one, two];
      assert.deepEqual(await lost.ended, { kind: "rolled-back", by: "server" });
      assert.deepEqual(await lost.commit(), { kind: "rolled-back", by: "server" });
      assert.deepEqual(await won.rollback(), { kind: "rolled-back", by: "user" });
      assert.equal(services.openTransactions(), 0);
      await other.close();
      await real.sql("delete from app.kept where n > 6");
    });
    await t.step("no setting of a session is sent: its connection is others' too", () => {
      const sent = services.seen.map(({ input }) => String(input.sql));
      assert.deepEqual(sent.filter((sql) => /^set (session|time_zone|global)/i.test(sql)), []);
    });
    await t.step("a statement that is stopped ends on the server", async () => {
      const stop = new AbortController();
      const running = session.run({ sql: "select sleep(600)", write: false }, none, stop.signal);
      const active =
        "select count(*) from information_schema.processlist where info like 'select sleep(600)%'";
      while ((await real.sql(active)).trim() !== "1");
      stop.abort();
      assert.equal((await running).ok, false);
      while ((await real.sql(active)).trim() !== "0");
      await session.settled();
      assert.equal(services.openTransactions(), 0);
    });
  });
});

Deno.test("errors of the Data API are reported, and leave nothing open", async (t) => {
  await overHttps("postgres", async ({ real, session, services, open }) => {
    await t.step("too many requests, at each page: AWS is asked again", async () => {
      let refused = 0, pages = 0;
      services.let(({ input }) => {
        if (!/^fetch/.test(String(input.sql)) || refused++ % 2) return undefined;
        pages++;
        return { name: "ThrottlingException", message: "Rate exceeded" };
      });
      const { rows } = await ask(session, "select n from generate_series(1, 1000) n");
      assert.equal(rows.length, 1000);
      assert.ok(pages > 1);
    });
    await t.step("a query that fails late keeps the rows that came, and says why", async () => {
      services.let(() => undefined);
      let rows = 0;
      const end = await session.run({
        sql: "select 1 / (300 - n) from generate_series(1, 1000) n",
        write: false,
      }, {
        columns: () => {},
        row: () => ++rows > 0,
      }, never);
      assert.ok(!end.ok && rows > 0, JSON.stringify(end));
      assert.deepEqual([end.message, "code" in end && end.code], ["division by zero", "22012"]);
      assert.equal(services.openTransactions(), 0);
    });
    await t.step("a transaction that the service has ended is reported, and nothing counts", async () => {
      await real.sql("create table kept (n int)");
      const held = await session.hold({ sql: "insert into kept values (1)" }, none);
      assert.ok(held.ok, JSON.stringify(held));
      services.let(({ operation }) =>
        operation === "CommitTransaction"
          ? { name: "TransactionNotFoundException", message: "Transaction AA is not found", status: 404 }
          : undefined
      );
      const end = await held.commit();
      assert.equal(end.kind, "refused", JSON.stringify(end));
      services.let(() => undefined);
    });
    await t.step("an answer that never came of a Commit leaves it unknown", async () => {
      const held = await session.hold({ sql: "insert into kept values (2)" }, none);
      assert.ok(held.ok, JSON.stringify(held));
      services.let(({ operation }) =>
        operation === "CommitTransaction"
          ? { name: "ServiceUnavailableError", message: "", status: 503 }
          : undefined
      );
      assert.equal((await held.commit()).kind, "unknown");
      services.let(() => undefined);
    });
    const next = await open();
    await t.step("a window that closes in the middle ends its query at the server", async () => {
      const running = next.run({ sql: "select pg_sleep(600)", write: false }, none, never);
      const active = "select count(*) from pg_stat_activity where wait_event = 'PgSleep'";
      while ((await real.sql(active)).trim() !== "1");
      await next.close();
      assert.equal((await running).ok, false);
      while ((await real.sql(active)).trim() !== "0");
    });
  });
});

const REFUSED = [
  ["HttpEndpointNotEnabledException", /Switch the cluster's RDS Data API on/],
  ["InvalidSecretException", /Choose the secret/],
  ["AccessDeniedException", /The role needs the permission/],
  ["DatabaseNotFoundException", /Choose a database/],
] as const;
for (const [name, hint] of REFUSED) {
  Deno.test(`openSession() tells the next step when the Data API answers with ${name}`, async () => {
    const { server } = clusterOver({ host: "127.0.0.1", port: 1 } as DatabaseServer, "postgres");
    const services = startSqlServices({});
    services.let(() => ({ name, message: "no", status: 400 }));
    const session = await openSession(server, loginAt(services));
    await services.stop();
    assert.ok(!session.ok && session.kind === "https", JSON.stringify(session));
    assert.match(session.hint, hint);
    assert.doesNotMatch(JSON.stringify(session), /planted/);
  });
}

Deno.test("AWS's own client and Kedge get the same from the simulated service", async () => {
  const real = await startPostgres();
  const { cluster, server } = clusterOver(real, "postgres");
  const services = startSqlServices({ clusters: [cluster] });
  const client = new RDSDataClient({
    endpoint: services.url,
    region: REGION,
    credentials: { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "secret" },
  });
  const session = await openSession(server, loginAt(services));
  assert.ok(session.ok);
  try {
    const sql = "select 7 a, 'é' b, null c, true d";
    const { records, columnMetadata } = await client.send(
      new ExecuteStatementCommand({
        resourceArn: cluster.arn,
        secretArn: cluster.secret,
        sql,
        includeResultMetadata: true,
        resultSetOptions: { longReturnType: "STRING" },
      }),
    );
    const ours = await ask(session, sql);
    assert.deepEqual(columnMetadata?.map(({ label }) => label), ours.columns.map(({ name }) => name));
    assert.deepEqual(
      records?.[0]?.map((field) =>
        field.isNull ? null : field.booleanValue === true ? "t" : field.stringValue
      ),
      ours.rows[0],
    );
    assert.deepEqual(services.faults, []);
  } finally {
    client.destroy();
    await session.close();
    await services.stop();
    await real.stop();
  }
});

import assert from "node:assert/strict";
import type { Buffer } from "node:buffer";
import { Secret } from "../../../src/core/secret.ts";
import { createCatalog } from "../../../src/core/sql/catalog/mod.ts";
import { testConnection } from "../../../src/core/sql/mod.ts";
import { runQuery } from "../../../src/core/sql/query.ts";
import { definitionOf } from "../../../src/core/sql/query_window/definition.ts";
import { openSession, type Session } from "../../../src/core/sql/session/mod.ts";
import { type StandInRedshift, startRedshift } from "../../support/servers/redshift.ts";
import { sessionOn } from "../../support/sql/ask.ts";
import { openQueryWindow, type TestQueryWindow } from "../../support/sql/query_window.ts";

const { signal } = new AbortController();
const TABLE = { engine: "redshift", tls: false, database: "postgres" } as const;

/** Parts that the cases need. */
interface Of {
  readonly real: StandInRedshift;
  /** Sessions: `session` may do everything, `reader` may only read. */
  readonly session: Session;
  readonly reader: Session;
  readonly window: TestQueryWindow;
}

type Case = readonly [does: string, work: (of: Of) => Promise<void>];

Deno.test("Redshift is sent nothing that it does not know, and everything is there", async (t) => {
  const real = await startRedshift();
  const server = { ...TABLE, name: "facts", host: "127.0.0.1", port: real.port };
  const loginOf = (user: string) => ({ user, password: new Secret(real.password) });
  const [session, reader] = await Promise.all(
    [real.user, "reader"].map((user) => openSession(server, loginOf(user))),
  );
  assert.ok(session!.ok, JSON.stringify(session));
  assert.ok(reader!.ok, JSON.stringify(reader));
  const window = await openQueryWindow(real, TABLE);
  try {
    await t.step("a test of the connection names it", async () => {
      const told = await testConnection(server, loginOf("reader"));
      assert.ok(told.ok, JSON.stringify(told));
      assert.match(JSON.stringify(told), /Redshift 1\.0\.112106/);
    });
    for (const [does, work] of CASES) {
      await t.step(does, () => work({ real, session: session!, reader: reader!, window }));
    }
    await t.step("an action's query", async () => {
      const asked = { server, login: loginOf("reader"), args: [1], write: false };
      const answer = await runQuery({ ...asked, sql: "select buyer from sales where id = $1" }, signal);
      assert.ok(answer.ok, JSON.stringify(answer));
      assert.deepEqual(answer.rows, [["ann"]]);
    });
    await t.step("nothing of all that is unknown to it", () => {
      assert.deepEqual(real.refused, []);
      assert.ok(real.asked.length > 50);
    });
    await t.step("statements that Redshift does not know are refused by the simulated one", async () => {
      const end = await session!.run({ sql: "select ctid from sales", write: false }, none(), signal);
      assert.equal(end.ok, false);
      assert.equal(real.refused.length, 1);
    });
  } finally {
    await window.close();
    await Promise.all([session!, reader!].map((one) => one.ok && one.close()));
    await real.stop();
  }
});

const none = () => ({ columns: () => {}, row: () => true });

const CASES: readonly Case[] = [
  ["tables and views are listed to who may not read svv_table_info", async ({ session, reader }) => {
    const list = async (of: Session) => {
      const read = await createCatalog(of, "redshift").tables(signal);
      assert.ok(read.ok, JSON.stringify(read));
      return read.value.entries.map(({ schema, name, kind, rows, comment = "" }) =>
        [schema, name, kind, rows ?? "-", comment].join(" ").trim()
      );
    };
    assert.deepEqual(await list(reader), [
      "public buyers table -",
      "public lately view -",
      "public paid view -",
      "public sales table -",
      "spectrum events foreign table - From S3",
    ]);
    assert.ok((await list(session)).includes("public sales table 2"));
  }],
  ["a table has its columns, keys, and what it is distributed and sorted by", async ({ reader }) => {
    const catalog = createCatalog(reader, "redshift");
    const read = await catalog.table("public", "sales", signal);
    assert.ok(read.ok, JSON.stringify(read));
    assert.deepEqual(read.value.columns.map(({ name, type, nullable }) => [name, type, nullable]), [
      ["id", "integer", false],
      ["buyer", "character varying(40)", false],
      ["price", "numeric(8,2)", true],
      ["at", "timestamp without time zone", true],
    ]);
    assert.deepEqual(read.value.keys.map(({ kind }) => kind), ["foreign key", "primary key"]);
    assert.deepEqual(read.value.indexes.map(({ name, definition }) => `${name}: ${definition}`), [
      "distribution key: buyer",
      "sort key 1: at",
      "sort key 2: id",
    ]);
    const external = await catalog.table("spectrum", "events", signal);
    assert.deepEqual(external.ok && external.value.columns.map(({ name, comment }) => [name, comment]), [[
      "at",
      "When",
    ]]);
    const [to] = await catalog.references("public", "sales", signal).then((keys) =>
      keys.ok ? keys.value : []
    );
    assert.deepEqual([to?.to.name, to?.columns], ["buyers", [{ from: "buyer", to: "name" }]]);
    const [from] = await catalog.referrers("public", "buyers", signal).then((keys) =>
      keys.ok ? keys.value : []
    );
    assert.equal(from?.from.name, "sales");
    const routines = await catalog.routines(signal);
    assert.deepEqual(routines.ok && routines.value.entries, [
      { schema: "public", name: "taxed", kind: "function", parameters: "numeric", result: "numeric" },
    ]);
  }],
  ["definitions are Redshift's own words", async ({ reader }) => {
    const of = async (schema: string, name: string, kind: string, parameters?: string) => {
      const text = await definitionOf(reader, "redshift", { schema, name, kind, parameters }, signal);
      return typeof text === "string" ? text : text.error;
    };
    assert.match(await of("public", "sales", "table"), /DISTKEY \(buyer\) SORTKEY \(at, id\)/);
    assert.match(await of("public", "paid", "view"), /^CREATE VIEW public\.paid AS SELECT/);
    assert.match(await of("public", "lately", "view"), /^create view .* with no schema binding;$/);
    assert.match(await of("spectrum", "events", "foreign table"), /^CREATE EXTERNAL TABLE/);
    assert.match(await of("public", "clean", "procedure", "integer"), /^CREATE OR REPLACE PROCEDURE/);
    assert.equal(
      await of("public", "taxed", "function", "numeric"),
      'create function "public"."taxed"(numeric) returns numeric immutable as $$select $1 * 1.19$$ language sql',
    );
    const odd = await of("public", "clean", "procedure", "integer); drop table sales; --");
    assert.equal(odd, "The server does not tell its definition.");
  }],
  ["reading writes nothing", async ({ session, real }) => {
    for (const sql of ["delete from sales", "with x as (select 1) insert into buyers select 'x'"]) {
      assert.equal((await session.run({ sql, write: false }, none(), signal)).ok, false, sql);
    }
    assert.equal((await real.sql("select count(*) from sales")).trim(), "2");
  }],
  ["a float has every digit, also in a transaction of several writes", async ({ real }) => {
    const session = await sessionOn(real, { ...TABLE, name: "floats" });
    const sql = "select 0.1::float8 + 0.2::float8";
    const read: string[] = [];
    const sink = {
      columns: () => {},
      row: (bytes: Buffer, bounds: Int32Array) => read.push(bytes.toString("utf8", bounds[0], bounds[1])) > 0,
    };
    const begun = await session.begin({ modes: "", readOnly: false });
    assert.ok(begun.ok, JSON.stringify(begun));
    await begun.run({ sql, kind: "read" }, sink, signal);
    await begun.rollback();
    await session.run({ sql, write: false }, sink, signal);
    await session.close();
    assert.deepEqual(read.map(Number), [0.1 + 0.2, 0.1 + 0.2]);
  }],
  ["a write is held, its limit ends with it", async ({ session, real }) => {
    for (const sql of ["update sales set price = 2 where id = 1", "insert into buyers values ('cem')"]) {
      const held = await session.hold({ sql }, none());
      assert.ok(held.ok, JSON.stringify(held));
      assert.deepEqual(await held.commit(), { kind: "committed" });
    }
    assert.equal((await real.sql("select price from sales where id = 1")).trim(), "2.00");
    let limit = "";
    await session.run({ sql: "show statement_timeout", write: true }, {
      columns: () => {},
      row: (bytes, bounds) => (limit = bytes.toString("utf8", bounds[0], bounds[1])) !== "",
    }, signal);
    assert.equal(limit, "0");
  }],
  ["several writes are one, and an error undoes all of them", async ({ window, real }) => {
    const { tab, run, until } = window;
    tab.write(true);
    await run("begin; update sales set price = 7; delete from sales where id = 2");
    assert.deepEqual(tab.state.transaction?.writes.map(({ verb, affected }) => [verb, affected]), [
      ["update", 2],
      ["delete", 1],
    ]);
    await tab.decide("commit", tab.state.transaction!.id);
    await until(({ transaction }) => transaction === null);
    assert.equal((await real.sql("select id, price from sales")).trim(), "1|7.00");
    await run("begin; update sales set price = 8; select nothing from sales");
    await until(({ transaction }) => transaction === null);
    assert.equal((await real.sql("select price from sales")).trim(), "7.00");
  }],
  ["a SELECT that makes a table is one of the writes", async ({ window }) => {
    const { tab, run } = window;
    tab.write(true);
    await run("begin; select id from sales; explain delete from sales; select id into made from sales");
    assert.deepEqual(tab.state.transaction?.writes.map(({ title }) => title), [
      "select id into made from sales",
    ]);
    await run("rollback");
  }],
  ["TRUNCATE, UNLOAD and COPY are asked about before they count", async ({ window }) => {
    const { tab, run, until } = window;
    for (const sql of ["truncate buyers", "unload ('select 1') to 's3://b/x' iam_role default"]) {
      assert.ok(tab.run({ text: sql, pick: "all" }).ok);
      await until(({ ask }) => ask !== null);
      assert.match(JSON.stringify(tab.state.ask), /takes effect at once/);
      tab.answer(tab.state.ask!.id, "leave");
      await until(({ ask, run }) => ask === null && run === null);
    }
    const [plan] = await run("explain select * from sales");
    assert.equal(plan?.status, "done", JSON.stringify(plan));
  }],
  ["rows are not edited, and the reason is said", async ({ window }) => {
    const [result] = await window.run("select * from sales");
    await window.tab.edits.begin(result!.id);
    const { edits } = window.tab.state.results.find(({ id }) => id === result!.id)!;
    assert.match(edits?.why ?? "", /Redshift does not hold its keys/);
  }],
  ["a statement is stopped", async ({ session, real }) => {
    const stop = new AbortController();
    const end = session.run({ sql: "select pg_sleep(600)", write: false }, none(), stop.signal);
    const running =
      "select count(*) from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'";
    while ((await real.sql(running)).trim() !== "1");
    stop.abort();
    const ended = await end;
    assert.ok(!ended.ok && ended.kind === "stopped", JSON.stringify(ended));
    const next = await session.run({ sql: "select 1", write: false }, none(), signal);
    assert.ok(next.ok, JSON.stringify(next));
  }],
];

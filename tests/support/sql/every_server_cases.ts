import assert from "node:assert/strict";
import { join } from "node:path";
import { Secret } from "../../../src/core/secret.ts";
import { createCatalog } from "../../../src/core/sql/catalog/mod.ts";
import { runQuery } from "../../../src/core/sql/query.ts";
import { definitionOf } from "../../../src/core/sql/query_window/definition.ts";
import { openServer } from "../../../src/core/sql/open.ts";
import type { Session } from "../../../src/core/sql/session/mod.ts";
import { dialectOf } from "../../../src/core/sql/text/dialect.ts";
import { effectIn, effectOf } from "../../../src/core/sql/text/effects.ts";
import { quotedName, sqlName } from "../../../src/core/sql/text/names.ts";
import { testConnection } from "../../../src/core/sql/mod.ts";
import { textRows } from "../../../src/core/sql/values.ts";
import type { Cell, RowSink } from "../../../src/core/sql/driver/mod.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { kedge } from "../program/kedge.ts";
import { removeFolder } from "../remove_folder.ts";
import { sessionOn } from "./ask.ts";
import type { TriedServer } from "./every_server.ts";
import { HARMLESS } from "./harmless.ts";

const never = new AbortController().signal;
const none = { columns: () => {}, row: () => true };

const loginOf = ({ real }: TriedServer) => ({ user: real.user, password: new Secret(real.password) });

const open = ({ real, server }: TriedServer): Promise<Session> => sessionOn(real, server);

/** Runs a statement to its end; it must succeed. */
async function ask(session: Session, sql: string, more: { args?: Cell[]; write?: boolean } = {}) {
  const { sink, rows, columns } = textRows();
  const end = await session.run({ sql, write: false, ...more }, sink, never);
  assert.ok(end.ok, `${sql}: ${JSON.stringify(end)}`);
  return { columns: columns(), rows };
}

/** Types of MySQL and MariaDB, each with values in several notations. */
const MYSQL_TYPES: readonly (readonly [type: string, values: string])[] = [
  ["tinyint", "-128, 127"],
  ["tinyint unsigned", "255"],
  ["smallint", "-32768"],
  ["mediumint", "-8388608"],
  ["int", "-2147483648"],
  ["int(6) zerofill", "42, 1234567"],
  ["bigint", "-9223372036854775808"],
  ["bigint unsigned", "18446744073709551615"],
  ["bigint(20) zerofill", "7"],
  ["float", "16777200, 16777216, 0.1, 1e-7, 3.4e38, -0.00001, 1e15, 123456.7"],
  ["double", "1e15, 1e14, 123456789012345680, 1e-7, 0.1, 1.7e308, -2.5e-300, 0"],
  ["float(10,2)", "1.5, 100"],
  ["double(12,3)", "1.5, -0.001"],
  ["decimal(20,5)", "-1.5, 123456789012345.12345"],
  ["year", "2024, 0, 1901"],
  ["date", "'2024-02-29'"],
  ["datetime(6)", "'2024-02-29 23:59:59.000001'"],
  ["datetime", "'2024-02-29 00:00:00'"],
  ["timestamp(3) null", "'2024-02-29 12:00:00.120'"],
  ["time", "'-838:59:59', '00:00:00', '25:00:00'"],
  ["time(3)", "'-00:00:00.001'"],
  ["char(3)", "'é'"],
  ["varchar(9)", "'a\\\\b''c'"],
  ["binary(3)", "x'00ff'"],
  ["varbinary(9)", "x'', x'c3bc'"],
  ["text", "'h\u00fcllo'"],
  ["blob", "x'ff00'"],
  ["bit(10)", "b'1000000001'"],
  ["enum('a','b')", "'b'"],
  ["set('a','b')", "'a,b'"],
  ["json", "'{\"b\": 1.0}'"],
  ["point", "ST_GeomFromText('POINT(1 2)')"],
];

/**
 * Tests on a server everything that works the same on each: sign-in, types, errors, reading, held writes,
 * stopping, the catalog, long texts, and the end of a session.
 */
export async function trySqlServer(t: Deno.TestContext, tried: TriedServer): Promise<void> {
  const { server, real } = tried;
  const postgres = server.engine === "postgres";
  const database = server.database!;
  const session = await open(tried);
  const sql = (text: string) => real.sql(text, database);
  try {
    await t.step("a wrong login is reported in the server's words", async () => {
      const wrong = await testConnection(server, { user: real.user, password: new Secret("wrong") });
      assert.ok(!wrong.ok && wrong.kind === "password", JSON.stringify(wrong));
      assert.match(wrong.message, /password|Access denied/i);
      assert.equal((await testConnection(server, loginOf(tried))).ok, true);
    });

    if (postgres) {
      await t.step("every type of its catalog is named as it names it", () => postgresTypes(session));
    } else await t.step("every type is read alike as text and prepared", () => mysqlTypes(session, sql));

    await t.step("an error has its place", async () => {
      for (const [text, at] of [["select 1,\n  nothere", 13], ["select 1 +", 11]] as const) {
        const end = await session.run({ sql: text, write: false }, none, never);
        assert.ok(!end.ok && end.kind === "query", `${text}: ${JSON.stringify(end)}`);
        if (at === 13) assert.equal(end.position, at, JSON.stringify(end));
      }
    });

    await t.step("nothing is written while reading, and no lock stays", () => guarded(session, tried, sql));

    if (postgres) {
      await t.step("each of its volatile functions has a verdict", async () => {
        const { rows } = await ask(
          session,
          `select ${VERDICT} from pg_proc p
            where provolatile = 'v' and pronamespace = 'pg_catalog'::regnamespace group by proname`,
        );
        assert.deepEqual(rows.flatMap(withoutVerdict), [], OPEN);
        assert.ok(rows.length > 150);
      });
    }
    // A pooler has the extensions of the server behind it.
    if (postgres && !tried.pooled) {
      await t.step("each volatile function of its extensions has a verdict", () => extensions(real));
    }

    await t.step("a held write shows what changes, and nothing else", () => held(session, tried, sql));

    await t.step("a write leaves no setting behind", async () => {
      const limited = await sessionOn(real, server, { statementLimit: 7777, utc: true });
      await ask(limited, "insert into kept values (100, 'x')", { write: true });
      await ask(limited, "delete from kept where n = 100", { write: true });
      if (postgres) {
        const other = await open(tried);
        const shown = await ask(other, "show statement_timeout", { write: true });
        assert.deepEqual(shown.rows, [["0"]]);
        await other.close();
      }
      await limited.close();
    });

    await t.step("a statement that is stopped ends on the server", () => stopped(session, tried));

    if (postgres) {
      await t.step("rows come in parts only within a transaction", () => inParts(tried));
      await t.step("in a transaction a reading statement cannot write, and a writing one can", async () => {
        const open = await session.begin({ modes: "", readOnly: false });
        assert.ok(open.ok, JSON.stringify(open));
        for (
          const [text, kind, code] of [
            ["select 1", "read", undefined],
            ["with d as (delete from kept returning 1) select * from d", "read", "25006"],
            ["select writer()", "read", "25006"],
            ["update kept set s = s || 'x'", "write", undefined],
            ["select set_config('transaction_read_only', 'off', true), writer()", "read", "25001"],
            ["select writer()", "write", undefined],
          ] as const
        ) {
          const end = await open.run({ sql: text, kind }, none, never);
          assert.equal(end.ok ? undefined : "code" in end ? end.code : end.kind, code, text);
        }
        await open.rollback();
        assert.equal((await sql("select count(*) from kept")).trim(), "2");
      });
    }

    await t.step("the catalog tells tables, columns, keys and routines", () => catalog(session, tried, sql));

    await t.step("each of its words is a name where it is not put in quotes", () => names(session, tried));
    await t.step("a cell of 64 MB comes whole", async () => {
      let length = 0;
      const end = await session.run({ sql: `select repeat('x', ${64 << 20})`, write: false }, {
        columns: () => {},
        row: (_bytes, bounds) => (length = bounds[1]! - bounds[0]!) >= 0,
      }, never);
      assert.ok(end.ok, JSON.stringify(end));
      assert.equal(length, 64 << 20);
    });

    if (!postgres) await t.step("a statement of any length is sent whole", () => long(tried));

    await t.step("an action's query and kedge --query say the same", async () => {
      const text = "select 1 as a, 'é' as b, null as c";
      const answer = await runQuery(
        { server, login: loginOf(tried), sql: text, args: [], write: false },
        never,
      );
      assert.ok(answer.ok, JSON.stringify(answer));
      assert.deepEqual([answer.columns, answer.rows], [["a", "b", "c"], [[1, "é", null]]]);
      const home = await Deno.makeTempDir({ prefix: "kedge-home-" });
      try {
        await Deno.writeTextFile(join(home, "config.json"), JSON.stringify({ servers: [server] }));
        const { code, stdout, stderr } = await kedge(["--query", server.name, text, "--json"], {
          env: { KEDGE_HOME: home, KEDGE_DB_USER: real.user, KEDGE_DB_PASSWORD: real.password },
        });
        assert.equal(code, 0, stderr);
        assert.deepEqual(JSON.parse(stdout)[0].rows, [["1", "é", null]]);
      } finally {
        await removeFolder(home);
      }
    });

    await t.step("a session that the server ends for being idle says so", () => idle(tried));
  } finally {
    await session.close();
  }
}

/** Tests all words of the server at once. MySQL's list of those that are reserved is not complete. */
async function names(session: Session, { server: { engine } }: TriedServer): Promise<void> {
  const { rows } = await ask(
    session,
    engine === "postgres"
      ? "select word from pg_get_keywords()"
      : "select distinct lower(word) from information_schema.keywords",
  );
  const words = rows.flatMap(([word]) => word && /^[a-z]\w*$/.test(word) ? [word] : []);
  assert.ok(words.length > 300, String(words.length));
  const columns = words.map((word) => `1 as ${quotedName(word, engine)}`).join(", ");
  const { columns: named } = await ask(
    session,
    `select 1, ${words.map((word) => sqlName(word, engine)).join(", ")} from (select ${columns}) as kept`,
  );
  assert.deepEqual(named.slice(1).map(({ name }) => name), words);
}

/** Tests that a statement gives every row, whether the server may fetch them in parts or not. */
async function inParts(tried: TriedServer): Promise<void> {
  const opened = await openServer(tried.server, loginOf(tried));
  assert.ok(opened.ok, JSON.stringify(opened));
  const { connection } = opened;
  try {
    for (const [begin, end] of [[[], []], [["begin"], ["rollback"]]]) {
      if (begin!.length > 0) await connection.prepare(begin!);
      let rows = 0;
      const sink: RowSink = { columns: () => {}, row: () => ++rows > 0 };
      await connection.run({ sql: "select generate_series(1, 1200)", batch: 500 }, sink);
      assert.equal(rows, 1200);
      if (end!.length > 0) await connection.prepare(end!);
    }
  } finally {
    await connection.close();
  }
}

/** Tests statements and values around the maximum size of MySQL's packets, which includes the command's byte. */
async function long(tried: TriedServer): Promise<void> {
  const opened = await openServer(tried.server, loginOf(tried));
  assert.ok(opened.ok, JSON.stringify(opened));
  const { connection } = opened;
  let told = "";
  const sink: RowSink = {
    columns: () => {},
    row: (bytes, bounds) => (told = bytes.toString("utf8", bounds[0], bounds[1])) !== "",
  };
  try {
    const around = "select length('')".length + 1;
    const border = 0xffffff;
    for (
      const size of [-4, -3, -2, -1, 0, 1, 2].map((more) => border + more).concat(2 * border - 2, 2 * border)
    ) {
      const length = size - around;
      await connection.run({ sql: `select length('${"x".repeat(length)}')` }, sink);
      assert.equal(told, String(length), `a statement whose command has ${size} bytes`);
    }
    for (const length of [border - 20, border]) {
      await connection.run({ sql: "select length(?)", args: ["y".repeat(length)] }, sink);
      assert.equal(told, String(length), `a value of ${length} bytes`);
    }
    assert.equal(connection.over, null);
  } finally {
    await connection.close();
  }
}

/** Tests types of the server and types that people define. */
async function postgresTypes(session: Session): Promise<void> {
  const { rows } = await ask(
    session,
    `select typname::text, format_type(oid, null) from pg_type t where typnamespace = 'pg_catalog'::regnamespace
      and typtype in ('b', 'r', 'm') and oid < 10000 and typname <> 'smgr'
      and coalesce((select e.typrelid from pg_type e where e.oid = t.typelem), 0) = 0 order by oid`,
  );
  const { columns } = await ask(
    session,
    `select ${rows.map(([name]) => `null::pg_catalog."${name}"`).join(", ")}`,
  );
  assert.deepEqual(columns.map(({ type }) => type), rows.map(([, type]) => type));
  await ask(session, "create type mood as enum ('ok', 'so so')", { write: true });
  await ask(session, "create type pair as (a int, b mood)", { write: true });
  await ask(session, "create type span as range (subtype = float8)", { write: true });
  await ask(session, "create domain small as int check (value < 10)", { write: true });
  const own =
    "select 'so so'::mood, array['ok'::mood], row(1, 'ok')::pair, '[1,2)'::span, 7::small, '(1,2)'::point";
  // The first time, the server has not yet described these types.
  await ask(session, own);
  const named = await ask(session, own);
  assert.deepEqual(named.columns.map(({ type }) => type), [
    "mood",
    "mood[]",
    "pair",
    "span",
    "integer",
    "point",
  ]);
  assert.deepEqual(named.rows, [["so so", "{ok}", "(1,ok)", "[1,2)", "7", "(1,2)"]]);
}

async function mysqlTypes(session: Session, sql: (text: string) => Promise<string>): Promise<void> {
  const columns = MYSQL_TYPES.map(([type], i) => `c${i} ${type} null`).join(", ");
  await sql(
    `set sql_mode = ''; create table typed (n int primary key auto_increment, ${columns}) engine=innodb;
    ${
      MYSQL_TYPES.flatMap(([type, values], i) =>
        values.split(/, (?=[-'\dxbS])/).map((value) =>
          `insert into typed (c${i}) values (${
            type === "json" || type === "set('a','b')" || type === "point" ? values : value
          });`
        )
      ).join("\n")
    }`,
  );
  const plain = await ask(session, "select * from typed order by n");
  const prepared = await ask(session, "select * from typed where n > ? order by n", { args: [0] });
  assert.deepEqual(prepared.columns, plain.columns);
  for (const [i, row] of plain.rows.entries()) assert.deepEqual(prepared.rows[i], row);
  assert.ok(plain.columns.every(({ type }) => !type.startsWith("type ")));
}

/** Name of a function, and whether it can be called with one argument. */
const VERDICT = "p.proname::text, bool_or(pronargs > 0 and pronargs - pronargdefaults < 2)::text";
const OPEN = "is what they do over with the transaction? harmless.ts, else effects.ts";

/** Returns a call of an unclassified function; nothing when the function is classified. */
function withoutVerdict([name, alone]: readonly (string | null)[]): string[] {
  if (HARMLESS.test(name!)) return [];
  if (!effectOf(name!, "postgres")) return [`${name}()`];
  const field = `(x).${name}`;
  return alone === "true" && !effectIn(`select ${field}`, dialectOf("postgres")) ? [field] : [];
}

/** Creates every extension that the server has, in a database of their own, and compares their functions. */
async function extensions(real: TriedServer["real"]): Promise<void> {
  await real.sql("create database extended");
  // tsearch2 of old servers has names that functions of users have, such as `stat`. Some languages are not there.
  await real.sql(
    `do $$ declare one text; begin
      for one in select name from pg_available_extensions where name <> 'tsearch2' loop
        begin execute format('create extension if not exists %I cascade', one);
        exception when others then null; end;
      end loop; end $$`,
    "extended",
  );
  const names = (await real.sql(
    `select ${VERDICT} from pg_proc p join pg_depend d
      on d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
    where p.provolatile = 'v' and p.prorettype not in ('trigger'::regtype, 'internal'::regtype) group by p.proname`,
    "extended",
  )).trim().split("\n");
  assert.deepEqual(names.flatMap((line) => withoutVerdict(line.split("|"))), [], OPEN);
  assert.ok(names.length > 60, String(names.length));
}

async function guarded(
  session: Session,
  { server }: TriedServer,
  sql: (text: string) => Promise<string>,
): Promise<void> {
  const postgres = server.engine === "postgres";
  await sql(
    postgres
      ? `create table kept (n int primary key, s text); insert into kept values (1, 'a'), (2, 'b');
        create function taker() returns int language plpgsql as 'begin perform pg_advisory_lock(7); return 1; end';
        create function writer() returns int language sql as 'insert into kept values (9, ''w'') returning 1'`
      : `set global log_bin_trust_function_creators = 1;
        create table kept (n int primary key, s varchar(9)) engine=innodb; insert into kept values (1, 'a'), (2, 'b');
        create function taker() returns int deterministic return get_lock('held', 1)`,
  );
  for (
    const text of [
      "insert into kept values (3, 'c')",
      "delete from kept",
      ...(postgres ? ["select writer()"] : []),
    ]
  ) {
    const end = await session.run({ sql: text, write: false }, none, never);
    assert.equal(end.ok, false, text);
  }
  assert.equal((await sql("select count(*) from kept")).trim(), "2");
  await ask(session, "select taker()");
  const locks = postgres
    ? "select count(*) from pg_locks where locktype = 'advisory'"
    : "select is_used_lock('held') is not null";
  assert.equal((await sql(locks)).trim(), "0", "a lock that a function took");
}

async function held(
  session: Session,
  { server }: TriedServer,
  sql: (text: string) => Promise<string>,
): Promise<void> {
  const postgres = server.engine === "postgres";
  await sql(
    postgres
      ? `create table changed (k numeric(6,2) primary key, f real, d float8, s text);
        insert into changed values (42, 16777216, 1e15, 'a'), (43.5, 0.1, 1e-7, 'b')`
      : `set sql_mode = ''; create table changed (k int(6) zerofill primary key, f float, d double, y year, s varchar(9))
        engine=innodb; insert into changed values (42, 16777216, 1e15, 0, 'a'), (43, 0.1, 1e-7, 2024, 'b')`,
  );
  const before = await ask(session, "select * from changed order by k");
  const write = await session.hold({ sql: "update changed set s = concat(s, 'x')" }, none);
  assert.ok(write.ok, JSON.stringify(write));
  const pairs = write.sample?.pairs ?? [];
  assert.deepEqual(pairs.map(({ before }) => before), before.rows);
  assert.deepEqual(
    pairs.map(({ after }) => after),
    before.rows.map((row) => [...row.slice(0, -1), `${row.at(-1)}x`]),
    "what did not change is shown as it was",
  );
  await write.rollback();
  assert.deepEqual((await ask(session, "select * from changed order by k")).rows, before.rows);
  const counts = await session.hold({ sql: "delete from changed" }, none);
  assert.ok(counts.ok);
  assert.deepEqual(await counts.commit(), { kind: "committed" });
  assert.equal((await sql("select count(*) from changed")).trim(), "0");
}

async function stopped(session: Session, { server, real }: TriedServer): Promise<void> {
  const postgres = server.engine === "postgres";
  const running = postgres
    ? "select count(*) from pg_stat_activity where state = 'active' and query like '%pg_sleep(600)%' and pid <> pg_backend_pid()"
    : "select count(*) from information_schema.processlist where info like 'select sleep(600)%'";
  const count = async () => (await real.sql(running)).trim();
  const stop = new AbortController();
  const end = session.run(
    { sql: `select ${postgres ? "pg_" : ""}sleep(600)`, write: false },
    none,
    stop.signal,
  );
  const until = (wanted: string) => waitFor(`${wanted} of them to run`, async () => await count() === wanted);
  await until("1");
  stop.abort();
  assert.equal((await end).ok, false);
  await until("0");
  // The connection is still the same.
  await ask(session, "select 1");
  assert.equal(session.over, null);
}

async function catalog(
  session: Session,
  { server }: TriedServer,
  sql: (text: string) => Promise<string>,
): Promise<void> {
  const postgres = server.engine === "postgres";
  const old = server.name === "PostgreSQL 9.6";
  const schema = postgres ? "public" : server.database!;
  await sql(
    postgres
      ? `create table parent (id serial primary key, s text default 'x''y', t timestamp default now());
        create table child (p int references parent on delete cascade${
        old ? "" : ", i int generated by default as identity"
      }); create function doubled(n int) returns int language sql as 'select 2 * n'; create view seen as select 1 as one`
      : `create table parent (id int primary key auto_increment, s varchar(9) default 'x''y', n varchar(9) default null,
        w varchar(9) default 'NULL', t timestamp null default current_timestamp, two int as (id_of * 2) stored,
        id_of int default 7) engine=innodb;
        create table child (p int, foreign key (p) references parent (id) on delete cascade) engine=innodb;
        create function doubled(n int) returns int deterministic return 2 * n; create view seen as select 1 as one`,
  );
  const read = createCatalog(session, server.engine);
  const good = <T>(answer: { ok: true; value: T } | { ok: false }): T => {
    assert.ok(answer.ok, JSON.stringify(answer));
    return answer.value;
  };
  const tables = good(await read.tables(never)).entries;
  for (const [name, kind] of [["parent", "table"], ["child", "table"], ["seen", "view"]]) {
    assert.equal(tables.find((table) => table.name === name && table.schema === schema)?.kind, kind, name);
  }
  assert.equal(
    good(await read.routines(never)).entries.find(({ name }) => name === "doubled")?.kind,
    "function",
  );
  const parent = good(await read.table(schema, "parent", never));
  const column = (name: string) => parent.columns.find((column) => column.name === name)!;
  assert.equal(column("s").default, postgres ? "'x''y'::text" : "'x''y'");
  if (!postgres) {
    assert.equal(column("n").default, undefined);
    assert.equal(column("w").default, "'NULL'");
    assert.match(column("t").default ?? "", /^current_timestamp/i);
    assert.equal(column("id_of").default, "7");
    assert.match(column("two").generated ?? "", /^generated always as \(.*id_of.* \* 2\)+ stored$/);
    assert.equal(column("id").generated, "auto_increment");
  } else if (!old) {
    const child = good(await read.table(schema, "child", never));
    assert.equal(child.columns[1]!.generated, "generated by default as identity");
  }
  assert.equal(good(await read.referrers(schema, "parent", never))[0]?.onDelete, "cascade");
  for (
    const named of [{ name: "parent", kind: "table" }, { name: "doubled", kind: "function" }, {
      name: "seen",
      kind: "view",
    }]
  ) {
    const text = await definitionOf(session, server.engine, { schema, ...named }, never);
    assert.match(String(text), /create/i, JSON.stringify(text));
  }
}

/** Tests that the server reports why it disconnects, and that the next statement reports this. */
async function idle(tried: TriedServer): Promise<void> {
  const { server, real } = tried;
  const session = await open(tried);
  try {
    if (server.engine === "postgres") {
      const pid = (await ask(session, "select pg_backend_pid()", { write: true })).rows[0]![0];
      await real.sql(`select pg_terminate_backend(${pid})`);
      // A pooler uses another connection for the next statement.
      if (tried.pooled) return;
    } else {
      await ask(session, "set session wait_timeout = 1", { write: true });
    }
    const gone = await session.gone;
    assert.equal(gone.kind, "lost");
    const end = await session.run({ sql: "select 1", write: false }, none, never);
    assert.ok(!end.ok && end.kind === "lost", JSON.stringify(end));
    assert.doesNotMatch(end.message, /broke the protocol/);
  } finally {
    await session.close();
  }
}

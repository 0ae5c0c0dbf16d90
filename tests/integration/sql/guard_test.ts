import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import type { Server } from "../../../src/core/config/config.ts";
import { Secret } from "../../../src/core/secret.ts";
import { runQuery } from "../../../src/core/sql/query.ts";
import { beginWait } from "../../runner/slowness.ts";
import { REAL_MARIADB, REAL_POSTGRES, type RealServer } from "../../support/sql/real_servers.ts";
import { removeFolder } from "../../support/remove_folder.ts";

/**
 * Attempts of an administrator to write in a reading statement. `FILE` is a path that the server
 * can write; `t` has one row, `s` is a sequence, `f()` a function that writes.
 */
interface Attacks extends RealServer {
  readonly setup: string;
  /** A query that counts Kedge's sessions. */
  readonly connections: string;
  /** A query for everything that a statement could have changed. */
  readonly witness: string;
  readonly refused: readonly string[];
  /** Statements that servers allow, and that are undone with the transaction or the session. */
  readonly undone: readonly string[];
}

const POSTGRES: Attacks = {
  ...REAL_POSTGRES,
  setup: `create table t (n int); insert into t values (1); create sequence s;
    create function f() returns int language plpgsql as 'begin insert into t values (2); return 1; end';
    create function g() returns int language plpgsql
      as 'begin set transaction read write; insert into t values (2); return 1; end';
    create function h() returns int language plpgsql set transaction_read_only to off
      as 'begin insert into t values (2); return 1; end';
    create procedure p() language plpgsql as 'begin commit; insert into t values (2); end';
    create function l() returns int language plpgsql as 'begin perform pg_advisory_lock(1); return 1; end';
    create materialized view v as select 1 as n; create role victim;`,
  connections: "select count(*) from pg_stat_activity where application_name = 'kedge'",
  witness: `select (select count(*) from t), (select last_value::text || is_called from s),
    (select count(*) from pg_class), (select count(*) from pg_proc), (select count(*) from pg_locks where granted
      and (relation = 't'::regclass or locktype = 'advisory')), (select count(*) from pg_largeobject_metadata),
    (select count(*) from pg_roles), (select count(*) from pg_prepared_xacts), current_setting('work_mem'),
    (select count(*) from pg_file_settings), (select count(*) from pg_stat_activity where application_name = 'kedge'
      and state <> 'idle')`,
  undone: [
    "explain analyze create table u as select 1",
    "select lo_create(0)",
    "select l()",
    "select pg_notify('x', 'y')",
    "select set_config('work_mem', '9MB', false)",
    "select set_config('default_transaction_read_only', 'off', false)",
  ],
  refused: [
    "insert into t values (2)",
    "update t set n = 2",
    "delete from t",
    "truncate t",
    "merge into t using t u on false when not matched then insert values (2)",
    "create table u (n int)",
    "create temp table u (n int)",
    "create function x() returns int language sql as 'select 1'",
    "alter table t add m int",
    "drop table t",
    "grant all on t to victim",
    "alter role victim superuser",
    "alter system set work_mem = '9MB'",
    "comment on table t is 'x'",
    "select 1; insert into t values (2)",
    "select 1; commit; insert into t values (2)",
    "commit; begin; insert into t values (2); commit",
    "begin read write",
    "commit",
    "end",
    "rollback and chain",
    "set transaction read write",
    "set session characteristics as transaction read write",
    "set transaction_read_only to off",
    "reset all",
    "discard all",
    "do $$ begin insert into t values (2); end $$",
    "do $$ begin commit; insert into t values (2); end $$",
    "call p()",
    "with x as (insert into t values (2) returning n) select * from x",
    "with x as (delete from t returning n) select * from x",
    "explain analyze insert into t values (2)",
    "explain (analyze, verbose) delete from t",
    "select * into u from t",
    "select n from t for update",
    "select f()",
    "select g()",
    "select h()",
    "values (f())",
    "explain analyze select f()",
    "select nextval('s')",
    "select setval('s', 9)",
    "select set_config('transaction_read_only', 'off', false), f()",
    "with x as materialized (select set_config('transaction_read_only', 'off', false)) select f() from x",
    "select pg_advisory_lock(1)",
    "select pg_terminate_backend(pg_backend_pid())",
    "select (pg_backend_pid()).pg_terminate_backend",
    "select p.pg_terminate_backend from pg_backend_pid() p",
    "select (array[1])[1].int8.pg_try_advisory_lock",
    "select ('x'::text).pg_create_restore_point",
    "select pg_logical_emit_message(false, 'x', 'y')",
    "select query_to_xml('insert into t values (2)', true, true, '')",
    "select query_to_xml('set transaction read write', true, true, ''), f()",
    "copy (select 1) to 'FILE'",
    "copy t to 'FILE'",
    "copy (select 1) to program 'touch FILE'",
    "copy t from program 'touch FILE; echo 2'",
    "copy t to stdout",
    "copy t from stdin",
    "/* select */ copy (select 1) to program 'touch FILE'",
    "-- select\ncopy (select 1) to program 'touch FILE'",
    "/* /* */ select 1; */ copy (select 1) to 'FILE'",
    "explain copy t to 'FILE'",
    "load 'auto_explain'",
    "lock table t",
    "checkpoint",
    "reindex table t",
    "cluster t",
    "vacuum t",
    "analyze t",
    "notify x",
    "listen x",
    "unlisten *",
    "refresh materialized view v",
    "prepare x as insert into t values (2)",
    "execute x",
    "declare c cursor with hold for select 1",
    "fetch all from c",
    "prepare transaction 'x'",
    "security label on table t is 'x'",
    "import foreign schema x from server y into z",
    "reassign owned by victim to app",
  ],
};

const MARIADB: Attacks = {
  ...REAL_MARIADB,
  setup: `create table t (n int) engine=innodb; insert into t values (1); create sequence s;
    create table m (n int) engine=myisam; create function f() returns int return (select nextval(s));
    create function l() returns int return get_lock('x', 1);
    create procedure p() insert into t values (2);
    delimiter //
    create function g() returns int begin insert into t values (2); return 1; end //
    create function h() returns int begin insert into m values (2); return 1; end //
    create procedure q() begin commit; insert into t values (2); end //
    delimiter ;`,
  connections: "select count(*) from information_schema.processlist where user = 'app'",
  witness: `select (select count(*) from t), (select count(*) from m), (select next_not_cached_value from s),
    (select count(*) from information_schema.tables), (select count(*) from information_schema.routines),
    (select count(*) from mysql.global_priv), @@global.max_connections, @@global.tx_read_only,
    is_used_lock('x')`,
  undone: [
    "select l()",
    "select @a := 1",
    "select * from t into @a",
  ],
  refused: [
    "insert into t values (2)",
    "insert into m values (2)",
    "replace into t values (2)",
    "update t set n = 2",
    "delete from t",
    "truncate t",
    "create table u (n int)",
    "create or replace table t (n int)",
    "create temporary table u (n int)",
    "alter table t add m int",
    "rename table t to u",
    "drop table t",
    "grant all on *.* to x@y",
    "create user x@y",
    "set global max_connections = 9",
    "set global tx_read_only = 1",
    "set session transaction read write",
    "set transaction read write",
    "set statement tx_read_only=0 for insert into t values (2)",
    "set autocommit = 1",
    "start transaction read write",
    "begin",
    "commit",
    "rollback and chain",
    "select 1; insert into t values (2)",
    "begin not atomic insert into t values (2); end",
    "do (select g())",
    "do sleep(0)",
    "call p()",
    "call q()",
    "select f()",
    "select g()",
    "select h()",
    "select nextval(s)",
    "select get_lock('x', 1)",
    "select next value for s",
    "select n from t for update",
    "select setval(s, 9)",
    "values (g())",
    "with x as (select g()) select * from x",
    "explain insert into t values (2)",
    "explain select 1 into outfile 'FILE'",
    "analyze format=json insert into t values (2)",
    "analyze table t",
    "optimize table t",
    "check table t",
    "repair table m",
    "flush tables",
    "flush tables with read lock",
    "kill connection_id()",
    "lock tables t write",
    "handler t open",
    "execute immediate 'insert into t values (2)'",
    "prepare x from 'insert into t values (2)'",
    "execute x",
    "load data infile '/etc/passwd' into table t",
    "load data local infile '/etc/passwd' into table t",
    "install soname 'auth_ed25519'",
    "use mysql",
    "reset master",
    "xa start 'x'",
    "select 1 into outfile 'FILE'",
    "select 1 into dumpfile 'FILE'",
    "select 1 into  outfile 'FILE'",
    "select 1 into/**/outfile 'FILE'",
    "select 1 into/* a */ /* b */dumpfile 'FILE'",
    "select 1 into -- c\noutfile 'FILE'",
    "select 1 into # c\noutfile 'FILE'",
    "select 1 into\toutfile 'FILE'",
    "select 1 into\u00a0outfile 'FILE'",
    "select 1 /*! into outfile 'FILE' */",
    "select 1 /*!50000 into outfile 'FILE' */",
    "select 1 /*M! into outfile 'FILE' */",
    "select 1 into /*!outfile*/ 'FILE'",
    "select 1 from t into outfile 'FILE'",
    "select * from t where n in (1) into outfile 'FILE' fields terminated by ','",
    "(select 1 into outfile 'FILE')",
    "(select 1) union (select 2) into outfile 'FILE'",
    "with x as (select 1) select * from x into outfile 'FILE'",
    "table t into outfile 'FILE'",
    "values (1) into outfile 'FILE'",
    "select 'a\\\\' into outfile 'FILE'",
    `select "\\"" into outfile 'FILE'`,
    "select `a` from (select 1 as `a`) x into outfile 'FILE'",
    "select '''' into outfile 'FILE'",
    "select n'x' into outfile 'FILE'",
    "select @a:=1 into outfile 'FILE'",
    "select 1 -1--1 into outfile 'FILE'",
    "/* select */ insert into t values (2)",
    "/*!50000 insert */ into t values (2)",
    "/*! select 1 */; insert into t values (2)",
    "-- select\ninsert into t values (2)",
    "((insert into t values (2)))",
  ],
};

for (const { engine, start, database, setup, connections, witness, refused, undone } of [POSTGRES, MARIADB]) {
  Deno.test(`a reading statement has no effect on a real ${engine}, whoever runs it`, async (t) => {
    const real = await start();
    const folder = await Deno.makeTempDir({ prefix: "kedge-guard-" });
    await Deno.chmod(folder, 0o777);
    const file = `${folder}/written`;
    const server: Server = { name: "real", engine, host: real.host, port: real.port, database, tls: false };
    const login = { user: real.user, password: new Secret(real.password) };
    const signal = new AbortController().signal;
    const read = (sql: string, args: string[] = []) =>
      runQuery({ server, login, sql, args, write: false }, signal);
    const seen = () => real.sql(witness, database);
    const sessions = async () => Number(await real.sql(connections));
    /**
     * Checks that nothing has changed once the session of a statement has ended, which takes a
     * moment.
     */
    const unchanged = async () => {
      let now = await seen();
      for (const isOver = beginWait(60_000); now !== before && await sessions() > 0 && !isOver();) {
        now = await seen();
      }
      assert.equal(now === before ? now : await seen(), before);
    };
    let before = "";
    try {
      await real.sql(setup, database);
      before = await seen();
      assert.equal((await read("select n from t")).ok, true);
      for (const statement of refused) {
        await t.step(JSON.stringify(statement), async () => {
          const sql = statement.replaceAll("FILE", file);
          const result = await read(sql);
          assert.ok(!result.ok, JSON.stringify(result));
          assert.equal(result.kind, "query", JSON.stringify(result));
          assert.equal(existsSync(file), false);
          await unchanged();
        });
      }
      for (const statement of undone) {
        await t.step(`${JSON.stringify(statement)} is undone`, async () => {
          const result = await read(statement);
          assert.ok(result.ok, JSON.stringify(result));
          await unchanged();
        });
      }
      if (engine === "mysql") {
        await t.step("nor with parameters", async () => {
          for (const into of ["into outfile", "into/**/outfile", "into -- c\ndumpfile"]) {
            const result = await read(`select ? ${into} '${file}'`, ["x"]);
            assert.ok(!result.ok && result.kind === "query", JSON.stringify(result));
            assert.equal(existsSync(file), false);
          }
        });
        for (const mode of ["NO_BACKSLASH_ESCAPES", "ANSI_QUOTES", "ANSI_QUOTES,NO_BACKSLASH_ESCAPES"]) {
          await t.step(`nor where strings end elsewhere: ${mode}`, async () => {
            const usual = (await real.sql("select @@global.sql_mode")).trim();
            await real.sql(`set global sql_mode = '${mode}'`);
            try {
              for (const hidden of [`'\\' into outfile '${file}' -- '`, `"\\" into outfile '${file}' -- "`]) {
                for (const from of ["", " as x"]) {
                  const result = await read(`select ${hidden}${from}`);
                  assert.ok(!result.ok && result.kind === "query", JSON.stringify(result));
                  assert.equal(existsSync(file), false);
                }
              }
            } finally {
              await real.sql(`set global sql_mode = '${usual}'`);
            }
          });
        }
      }
    } finally {
      await real.stop();
      await removeFolder(folder);
    }
  });
}

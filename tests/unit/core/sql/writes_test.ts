import { deepEqual, equal } from "node:assert/strict";
import type { Engine } from "../../../../src/core/sql/engines/mod.ts";
import { withinFault, writeNature } from "../../../../src/core/sql/text/writes.ts";

const ALL: readonly Engine[] = ["postgres", "mysql", "redshift"];
const POSTGRES: readonly Engine[] = ["postgres", "redshift"];

/** Letters: `r` reads, `h` can be held back, `o` takes effect at once, `!` changes every row. */
const CASES: [engines: readonly Engine[], sql: string, nature: string][] = [
  [ALL, "select 1", "select r"],
  [ALL, "with x as (select 1) select * from x", "select r"],
  [ALL, "insert into t values (1)", "insert h"],
  [ALL, "update t set a = 1 where b = 2", "update h"],
  [ALL, "update t set a = 1", "update h!"],
  [ALL, "UPDATE t SET a = (select max(b) from u where c = 1)", "update h!"],
  [ALL, "update t set a = 'where'", "update h!"],
  [ALL, "update t set a = 1 -- where", "update h!"],
  [ALL, "delete from t", "delete h!"],
  [ALL, "delete from t where a in (select b from u)", "delete h"],
  [ALL, "delete from t where (a = 1)", "delete h"],
  [ALL, "/* delete from t */ delete from t", "delete h!"],
  [["mysql"], "delete from t limit 5", "delete h"],
  [POSTGRES, "with x as (select 1 where true) delete from t", "delete h!"],
  [POSTGRES, "with x as (select 1) update t set a = 1 where true", "update h"],
  [POSTGRES, "delete from t using u where t.a = u.a", "delete h"],
  [["postgres"], "create table t (n int)", "create h"],
  [["postgres"], "drop table t", "drop h"],
  [["postgres"], "truncate t", "truncate h"],
  [["redshift"], "truncate t", "truncate o"],
  [["redshift"], "unload ('select 1') to 's3://x'", "unload o"],
  [["redshift"], "create external table s.t (a int) stored as parquet location 's3://b/'", "create o"],
  [["redshift"], "drop external table s.t", "drop o"],
  [["redshift"], "alter table s.t add partition (d = '2024-01-01') location 's3://b/'", "alter o"],
  [["redshift"], "alter table s.t add if not exists partition (d = 1) location 's3://b/'", "alter o"],
  [["redshift"], "alter table s.t drop partition (d = 1)", "alter o"],
  [["redshift"], "alter table t add column partition int", "alter h"],
  [POSTGRES, "alter table t add c int", "alter h"],
  [["postgres"], "create index i on t (a)", "create h"],
  [["postgres"], "create index concurrently i on t (a)", "create o"],
  [["postgres"], "create unique index concurrently i on t (a)", "create o"],
  [["postgres"], "drop index concurrently i", "drop o"],
  [["postgres"], "reindex table t", "reindex h"],
  [["postgres"], "reindex table concurrently t", "reindex o"],
  [["postgres"], "reindex database d", "reindex o"],
  [["postgres"], "reindex schema public", "reindex o"],
  [["postgres"], "reindex (verbose) schema public", "reindex o"],
  [["postgres"], "reindex table schema.system", "reindex h"],
  [["postgres"], "vacuum full t", "vacuum o"],
  [["postgres"], "create database d", "create o"],
  [["postgres"], "alter system set a = 1", "alter o"],
  [["postgres"], "cluster", "cluster o"],
  [["postgres"], "cluster t using i", "cluster h"],
  [["postgres"], "call p()", "call o"],
  [["postgres"], "do $$ begin end $$", "do o"],
  [["postgres"], "copy t to '/tmp/x'", "copy o"],
  [["postgres"], "refresh materialized view concurrently v", "refresh o"],
  [["postgres"], "refresh materialized view v", "refresh h"],
  [["mysql"], "replace into t values (1)", "replace h"],
  [["mysql"], "load data infile 'x' into table t", "load h"],
  [["mysql"], "create table t (n int)", "create o"],
  // A rollback does not undo making or dropping a temporary table.
  [["mysql"], "create temporary table t (n int)", "create o"],
  [["mysql"], "drop temporary table t", "drop o"],
  [["mysql"], "drop /*!999999 temporary */ table t", "drop o"],
  [["mysql"], "insert /*! into */ t values (1)", "insert o"],
  [["mysql"], "/*M! insert */ into t values (1)", "insert o"],
  [["mysql"], "insert delayed into t values (1)", "insert o"],
  [["mysql"], "insert /* now */ delayed into t values (1)", "insert o"],
  [["mysql"], "replace delayed into t values (1)", "replace o"],
  // A carriage return does not end a comment, so the text after it is still part of the comment.
  [["mysql"], "-- \r update t set a = 1 where b = '\ndrop table t -- '", "drop o"],
  [["mysql"], "# \r update t set a = 1 where b = '\ngrant all on *.* to 'a'@'%' # '", "grant o"],
  [["mysql"], "update t set a = 1 -- \r where b = 2", "update h!"],
  [["mysql"], "update t set a = 1 - --\u00a0 '\n where b = '", "update h!"],
  [["mysql"], "insert -- \r into t values ('\ndelayed into t values (1) -- ')", "insert o"],
  [["mysql"], "drop -- \r temporary\ntable t", "drop o"],
  // A server skips such a comment when it is for another version.
  [["mysql"], "delete from t /*!999999 where a = 1 */", "delete o!"],
  [["mysql"], "delete 1.e from t", "delete o!"],
  [["mysql"], "insert low_priority into t values (1)", "insert h"],
  [["mysql"], "load index into cache t", "load o"],
  [["mysql"], "load xml infile 'x' into table t", "load h"],
  [["mysql"], "analyze update t set a = 1", "analyze o"],
  [["mysql"], "insert into t values (get_lock('x', 1))", "insert o"],
  [["mysql"], "select get_lock('x', 1)", "select o"],
  [["mysql"], "insert into t values (mroonga_command('table_remove x'))", "insert o"],
  [["mysql"], "update t set a = `ſys_exec `('x') where b = 2", "update o"],
  [["postgres"], "insert into t select pgroonga_command('table_remove x')", "insert o"],
  [["postgres"], "select oracle_execute('s', 'drop table t')", "select o"],
  [["postgres"], "copy t from '/tmp/x'", "copy h"],
  [["postgres"], "copy t from program 'id'", "copy o"],
  [["postgres"], "copy t from /* a file */ program 'id'", "copy o"],
  [["postgres"], "select pg_terminate_backend(7)", "select o"],
  [["postgres"], "select (7).pg_terminate_backend", "select o"],
  [["postgres"], "update t set a = pg_advisory_lock(1)", "update o!"],
  [["postgres", "mysql"], "select setval('s', 9)", "select o"],
  [["postgres"], "select pg_catalog.SETVAL/* now */('s', 9, true)", "select o"],
  [["postgres"], "insert into t select \"setval\"('s', 9)", "insert o"],
  [["mysql"], "update t set a = `setval`(s, 9)", "update o!"],
  [ALL, "select setval, 'setval(1)' from setval -- setval(2)", "select r"],
  [["postgres"], "select t.setval, nextval('s') from t", "select r"],
  [["mysql"], "truncate t", "truncate o"],
  [["mysql"], "alter table t add c int", "alter o"],
  [["mysql"], "call p()", "call o"],
  [["mysql"], "set global x = 1", "set o"],
  [["mysql"], "grant all on *.* to a", "grant o"],
  [ALL, "begin", "begin o"],
  [ALL, "commit", "commit o"],
  [ALL, "rollback", "rollback o"],
];
for (const [engines, sql, nature] of CASES) {
  for (const engine of engines) {
    Deno.test(`writeNature() of ${engine} is “${nature}” for ${sql}`, () => {
      const { verb, reads, atOnce, everyRow } = writeNature(sql, engine);
      equal(`${verb} ${reads ? "r" : atOnce === null ? "h" : "o"}${everyRow ? "!" : ""}`, nature);
    });
  }
}

const OWN =
  "Kedge begins and ends a transaction for each write. Leave this out, and run the statements themselves.";

Deno.test("writeNature() says why a statement cannot be held back", () => {
  deepEqual(
    ["vacuum", "create database d", "begin", "commit"].map((sql) => writeNature(sql, "postgres").atOnce),
    [
      "VACUUM takes effect at once: it cannot be held back.",
      "A change of databases takes effect at once: it cannot be held back.",
      OWN,
      OWN,
    ],
  );
});

Deno.test("withinFault() says what a statement would do to the transaction", () => {
  deepEqual(
    ["truncate t", "select sys_exec('x')", "insert delayed into t values (1)"]
      .map((sql) => withinFault(sql, "mysql")),
    [
      "TRUNCATE would commit what this transaction holds.",
      "SELECT cannot be held back within a transaction.",
      "INSERT cannot be held back within a transaction.",
    ],
  );
  equal(withinFault("vacuum t", "postgres"), "VACUUM cannot be held back within a transaction.");
});

/** A statement, and whether it may stand in a transaction that is decided as a whole. */
const WITHIN: readonly (readonly [engines: readonly Engine[], sql: string, stands: boolean])[] = [
  [ALL, "select 1", true],
  [ALL, "insert into t values (1)", true],
  [POSTGRES, "create table t (n int)", true],
  [["mysql"], "create table t (n int)", false],
  [["mysql"], "create temporary table t (n int)", true],
  [["mysql"], "truncate t", false],
  [["postgres"], "truncate t", true],
  [["redshift"], "truncate t", false],
  [POSTGRES, "vacuum t", false],
  [POSTGRES, "set local search_path to x", true],
  [POSTGRES, "do $$ begin end $$", true],
  [POSTGRES, "lock table t", true],
  [["mysql"], "lock tables t write", false],
  [["postgres", "mysql"], "select setval('s', 9)", true],
  [["mysql"], "set @n = 1", true],
  [["mysql"], "set autocommit = 1", false],
  [["mysql"], "set @@autocommit = 1", false],
  [["mysql"], "call p()", false],
  [["mysql"], "drop -- \r temporary\ntable t", false],
];
for (const [engines, sql, stands] of WITHIN) {
  for (const engine of engines) {
    Deno.test(`withinFault() ${stands ? "lets" : "does not let"} ${engine} run ${sql} within a transaction`, () =>
      equal(withinFault(sql, engine) === null, stands));
  }
}

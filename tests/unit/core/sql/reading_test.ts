import { equal, match } from "node:assert/strict";
import type { Engine } from "../../../../src/core/sql/engines/mod.ts";
import { readingFault, readingHint } from "../../../../src/core/sql/text/reading.ts";

const BOTH: readonly Engine[] = ["postgres", "redshift", "mysql"];
const POSTGRES: readonly Engine[] = ["postgres", "redshift"];
const MYSQL: readonly Engine[] = ["mysql"];

/** Statements that pass; the server decides about the rest. */
const READS: readonly (readonly [engines: readonly Engine[], sql: string])[] = [
  [BOTH, "select 1"],
  [BOTH, "  SELECT 1"],
  [BOTH, "(select 1) union (select 2)"],
  [BOTH, "((select 1))"],
  [BOTH, "with x as (select 1) select * from x"],
  [BOTH, "table t"],
  [BOTH, "values (1)"],
  [BOTH, "explain select 1"],
  [BOTH, "show tables"],
  [BOTH, "-- first\nselect 1"],
  [BOTH, "/* first */ select 1"],
  [BOTH, "select 'into outfile'"],
  [BOTH, "select 1 as outfile -- into"],
  [BOTH, "select 1 -- into outfile 'x'"],
  [BOTH, "select 1 /* into outfile 'x' */"],
  [POSTGRES, "/* a /* nested */ b */ select 1"],
  [POSTGRES, "select $$ into outfile $$"],
  [POSTGRES, "select E'\\' into outfile'"],
  [MYSQL, "# first\nselect 1"],
  [MYSQL, "describe t"],
  [MYSQL, "select `into` from `outfile`"],
  [MYSQL, "select * into @a from t"],
  [BOTH, "select 'pg_terminate_backend(1)', 'get_lock(1)' -- pg_reload_conf()"],
  [BOTH, "select get_lock, pg_reload_conf from t"],
  [POSTGRES, 'select u & "a", xu&"a" from t'],
  [POSTGRES, "select get_lock(1), pg_sleep(1), set_config('a', 'b', false)"],
  [MYSQL, "select pg_terminate_backend(1)"],
  // Functions whose names other packages have too count only with their schema.
  [POSTGRES, "select put('a'), dbms_output.put_line('a'), utl_file.get_line(f), a.utl_file, put(1) from t"],
  // Columns and tables whose names look like functions but are not called with an argument.
  [
    POSTGRES,
    "select t.http_status, (t).http_method, l[1].invoke, d.dblink_name from app.dblinks d, pg_catalog.pg_file_settings",
  ],
  [
    POSTGRES,
    "select t.invoke_endpoint, t.invoke_model_id, detect_sentiment(a), limitless_stat_system_waits() from t",
  ],
  [POSTGRES, "select http, dblink, 1.5, t.a from t"],
  [MYSQL, "select t.get_lock, pg_backend_pid().pg_terminate_backend from t"],
  [MYSQL, "select gen_dictionary('a'), sys_exec1('a'), ` sys_exec`('a')"],
  [POSTGRES, "select command('a'), mroonga_command('a'), ßys_exec('a'), t.command from pgroonga.t"],
  [MYSQL, "select 1e5, 1.5e-3, .5, 1., 0x1e, t1.email, 2fa.1e5 from t -- \r\n"],
  [POSTGRES, "select 1_000, $$ a $$, 1.5e-3"],
];
for (const [engines, sql] of READS) {
  for (const engine of engines) {
    Deno.test(`readingFault() lets ${JSON.stringify(sql)} through to ${engine}`, () => {
      equal(readingFault(sql, engine), null);
    });
  }
}

/** Functions whose effects outlive a transaction, and which run even in a read-only one. */
const EFFECTS: readonly (readonly [engines: readonly Engine[], sql: string])[] = [
  [POSTGRES, "select pg_terminate_backend(7)"],
  [POSTGRES, "select pg_catalog.PG_TERMINATE_BACKEND (7)"],
  [POSTGRES, 'select "pg_terminate_backend"(7)'],
  [POSTGRES, "select pg_terminate_backend/* now */\n(7)"],
  [POSTGRES, 'select U&"pg\\005fterminate_backend"(7)'],
  [POSTGRES, "select u&\"pg!005fterminate_backend\" uescape '!' (7)"],
  [POSTGRES, "select * from pg_logical_emit_message(false, 'a', 'b')"],
  [POSTGRES, "explain analyze select pg_advisory_lock(1)"],
  [POSTGRES, "with x as (select pg_try_advisory_lock(1)) select * from x"],
  [POSTGRES, "select query_to_xml('select 1', true, true, '')"],
  [POSTGRES, "select pg_stat_reset()"],
  [POSTGRES, "select * from dblink('', 'select 1') as t (n int)"],
  [POSTGRES, "select lo_export(1, '/tmp/x')"],
  [POSTGRES, "select aurora_inject_crash('instance')"],
  [POSTGRES, "select heap_force_kill('t'::regclass, array['(0,1)']::tid[])"],
  [POSTGRES, "select pg_truncate_visibility_map('t')"],
  [POSTGRES, "select * from pg_buffercache_evict_all()"],
  [POSTGRES, "select * from run_command_on_workers('drop table t')"],
  [POSTGRES, "select * from master_run_on_worker('{a}', '{1}', '{drop table t}', false)"],
  [POSTGRES, "select utl_file.fopen('/tmp', 'x', 'w')"],
  [POSTGRES, "select fremove('/tmp', 'x')"],
  [POSTGRES, 'select UTL_FILE . "put_line" (f, 1)'],
  [POSTGRES, "select contrib.utl_file.put(f, 1)"],
  [POSTGRES, "select dbms_pipe.send_message('x')"],
  [POSTGRES, "select pldbg_set_global_breakpoint(1, 2, 3, 4)"],
  [POSTGRES, "select (7).pg_terminate_backend"],
  [POSTGRES, "select (pid).pg_terminate_backend from pg_stat_activity"],
  [POSTGRES, 'select (7)/* now */ . -- here\n"pg_terminate_backend"'],
  [POSTGRES, 'select (7).U&"pg\\005fterminate_backend"'],
  [POSTGRES, "select (array[7])[1] . PG_CANCEL_BACKEND"],
  [POSTGRES, "select (array[7])[1:1][1].pg_cancel_backend"],
  [POSTGRES, "select t.list[1].pg_cancel_backend from t"],
  [POSTGRES, "select $1.pg_cancel_backend"],
  [POSTGRES, 'select $1."pg_cancel_backend"'],
  [POSTGRES, "select $1 .pg_cancel_backend"],
  [POSTGRES, "select $1[1].pg_cancel_backend"],
  [POSTGRES, "select (t).pid.pg_cancel_backend from pg_stat_activity t"],
  [POSTGRES, "select (select 7).int4.pg_cancel_backend"],
  [POSTGRES, "select p.pg_terminate_backend from generate_series(7, 9) p"],
  [POSTGRES, "select pg_backend_pid.pg_terminate_backend from pg_backend_pid()"],
  [POSTGRES, "select ('s'::name).pg_drop_replication_slot"],
  [POSTGRES, "select ('drop table t'::text).run_command_on_workers"],
  [POSTGRES, "select ('select 1'::text).ts_stat"],
  [POSTGRES, "select (1).pg_advisory_lock"],
  [POSTGRES, "select ('https://example.com'::text).http_get"],
  [POSTGRES, "select r.http from requests r"],
  [POSTGRES, "select ('x'::text).dblink_exec, ('x'::text).pg_file_unlink"],
  [MYSQL, "select masking_dictionary_term_add('a', 'b')"],
  [MYSQL, "select masking_dictionaries_flush()"],
  [MYSQL, "select gen_dictionary_load('/tmp/x', 'a'), gen_dictionary_drop('a')"],
  [MYSQL, "select gen_dictionary_drop('a')"],
  [POSTGRES, "select pgroonga_command('table_remove', array['name', 'x'])"],
  [POSTGRES, "select ('table_remove x'::text).pgroonga_command"],
  [POSTGRES, "select pgroonga.command('table_remove x')"],
  [POSTGRES, "select pgroonga_wal_truncate()"],
  [POSTGRES, "select oracle_execute('s', 'drop table t')"],
  [POSTGRES, "select * from jdbc_exec('s', 'drop table t') as t (n int)"],
  [MYSQL, "select mroonga_command('table_remove x')"],
  // MySQL compares names without case and accents, so these call sys_exec() and http_get().
  [MYSQL, "select ßys_exec('x')"],
  [MYSQL, "select `śÝſ_EXEC  `('x')"],
  [MYSQL, "select `ḩttp_get `('x')"],
  [MYSQL, "select get_lock('x', 1)"],
  [MYSQL, "select GET_LOCK ('x', 1)"],
  [MYSQL, "select `get_lock`('x', 1)"],
  [MYSQL, "select release_all_locks()"],
  [MYSQL, "select group_replication_set_as_primary('x')"],
  [POSTGRES, "select rds_aurora.limitless_cancel_session('a')"],
  [POSTGRES, "select rds_aurora.limitless_terminate_session('a')"],
  [POSTGRES, "select rds_aurora.limitless_stat_reset()"],
  [POSTGRES, "select rds_aurora.limitless_stat_statements_reset()"],
  [POSTGRES, "select aurora_stat_reset_wal_cache()"],
  [POSTGRES, "select aws_ml.invoke_endpoint('x', null, t.a) from t"],
  [POSTGRES, "select aws_bedrock.invoke_model_get_embeddings('x', 'a', 'b', '{}')"],
  [POSTGRES, "select * from aws_comprehend.detect_sentiment('a', 'en')"],
  [MYSQL, "select CALDROPPARTITIONSBYVALUE('app', 't', 'c', '1', '2')"],
  [MYSQL, "select caldisablepartitions('app', 't', '0.0.1')"],
  [MYSQL, "select calenablepartitionsbyvalue('app', 't', 'c', '1', '2')"],
  [MYSQL, "select calflushcache()"],
  [MYSQL, "select calcleartablelock(1)"],
  [MYSQL, "select innodb_redo_log_archive_start('a', 'b')"],
  [MYSQL, "select innodb_redo_log_consumer_register()"],
  [MYSQL, "select set_firewall_group_mode('a', 'OFF')"],
  [MYSQL, "select firewall_group_enlist('a', 'b')"],
  [MYSQL, "select keyring_aws_rotate_keys()"],
  [MYSQL, "select keyring_hashicorp_update_config()"],
];
for (const [engines, sql] of EFFECTS) {
  for (const engine of engines) {
    Deno.test(`readingFault() stops ${JSON.stringify(sql)} on its way to ${engine}`, () => {
      match(readingFault(sql, engine) ?? "", /\(\) |U&/);
    });
  }
}

const WORDS =
  `insert update delete merge replace truncate copy load call do set reset create alter drop rename grant
  revoke begin start commit rollback end savepoint release abort prepare execute deallocate declare fetch
  close move lock unlock listen notify unlisten vacuum analyze analyse cluster reindex checkpoint discard
  refresh security import comment reassign unload handler flush kill purge install uninstall shutdown
  optimize repair check cache xa use help binlog change stop signal resignal get backup delimiter selectx`
    .split(/\s+/);

const REFUSED: readonly (readonly [engines: readonly Engine[], sql: string, reason: RegExp])[] = [
  ...WORDS.map((word) => [BOTH, `${word} x`, new RegExp(`begins with “${word}”`)] as const),
  [BOTH, "", /no statement/],
  [BOTH, " -- nothing\n", /no statement/],
  [BOTH, ";", /begins with “;”/],
  [BOTH, "; select 1", /begins with “;”/],
  [BOTH, "/* select */ insert into t values (1)", /“insert”/],
  [BOTH, "-- select\ninsert into t values (1)", /“insert”/],
  [BOTH, "(((insert into t values (1))))", /“insert”/],
  [BOTH, '"select" 1', /begins with/],
  [BOTH, "'select' 1", /begins with/],
  [BOTH, "select 1 into outfile 'x'", /writes a file/],
  [BOTH, "select 1 into  dumpfile 'x'", /writes a file/],
  [BOTH, "select 1 into/**/outfile 'x'", /writes a file/],
  [BOTH, "select 1 into -- c\noutfile 'x'", /writes a file/],
  [BOTH, "select 1 INTO\t\nOutFile 'x'", /writes a file/],
  [BOTH, "with x as (select 1) select * from x into outfile 'x'", /writes a file/],
  [BOTH, "(select 1 into outfile 'x')", /writes a file/],
  [BOTH, "table t into outfile 'x'", /writes a file/],
  [BOTH, "values (1) into outfile 'x'", /writes a file/],
  [POSTGRES, "/* a */ */ copy t to 'x'", /begins with/],
  [POSTGRES, "/* /* */ select 1 */ copy t to 'x'", /“copy”/],
  [POSTGRES, "-- a\rcopy t to 'x'", /“copy”/],
  [MYSQL, "select 1 into # c\noutfile 'x'", /writes a file/],
  [MYSQL, "select 1 into/* -- */outfile 'x'", /writes a file/],
  // A server's settings decide what ends a string, so both readings must pass.
  [MYSQL, `select 'a\\', 1 into outfile 'x' -- '`, /writes a file/],
  [MYSQL, `select "\\", 1 into outfile 'x' -- "`, /writes a file/],
  [MYSQL, `select 'a' 'b' into outfile 'x'`, /writes a file/],
  [MYSQL, "select `a` into outfile 'x'", /writes a file/],
  [MYSQL, "select 1 /*! into outfile 'x' */", /executes/],
  [MYSQL, "/*!50000 insert into t values (1) */", /executes/],
  [MYSQL, "/*M! insert into t values (1) */", /executes/],
  [MYSQL, "select 1 into /*!outfile*/ 'x'", /executes/],
  [MYSQL, "select 1 --into outfile 'x'", /writes a file/],
  [MYSQL, "select 1--\n into outfile 'x'", /writes a file/],
  // Only other servers take these characters as a comment's end, as space or part of a number.
  [MYSQL, "select 1 -- \r '\n into outfile 'x' -- '", /writes a file/],
  [MYSQL, "select 1 # \r '\n into outfile 'x' # '", /writes a file/],
  [MYSQL, "select 1 -- \r '\n, get_lock('a', 1) -- '", /get_lock\(\)/],
  [MYSQL, "select 1 -- \r '\n, /*! 2 */ 3 -- '", /executes/],
  [MYSQL, "select 1 --\u00a0a into outfile 'x'\n", /writes a file/],
  [MYSQL, "-- \r select '\ndrop table t -- '", /“drop”/],
  [MYSQL, "select 1e5into outfile 'x'", /writes a file/],
  [MYSQL, "select \\Ninto outfile 'x'", /writes a file/],
  [MYSQL, "select get_lock 1.e('a', 1)", /“1.e” has no end/],
  [MYSQL, "select get_lock .1E+('a', 1)", /“.1E\+” has no end/],
  [POSTGRES, "select 1 as \u00a0$a$, pg_advisory_lock(1) as \u00a0$a$", /pg_advisory_lock\(\)/],
  [POSTGRES, "select 1 as \ufeff$a$, pg_reload_conf() as \ufeff$a$", /pg_reload_conf\(\)/],
  [POSTGRES, "select 1_$a$, pg_advisory_lock(1) as _$a$", /pg_advisory_lock\(\)/],
  [POSTGRES, "select 1_0$a$, pg_advisory_lock(1) as _0$a$", /pg_advisory_lock\(\)/],
];
for (const [engines, sql, reason] of REFUSED) {
  for (const engine of engines) {
    Deno.test(`readingFault() keeps ${JSON.stringify(sql)} from ${engine}`, () => {
      match(readingFault(sql, engine) ?? "passes", reason);
    });
  }
}

/** Typed words, and the reading word that was probably meant; empty for words that write. */
const MEANT: readonly (readonly [sql: string, meant: string])[] = [
  ["selct 1", "select"],
  ["SELETC 1", "select"],
  ["-- all of them\n(slect 1)", "select"],
  ["wiht x as (select 1) select * from x", "with"],
  ["expain select 1", "explain"],
  ["select 1", ""],
  ["delete from t", ""],
  ["insert into t values (1)", ""],
  ["update t set a = 1", ""],
  ["alter table t add a int", ""],
  ["drop table t", ""],
  ["set a = 1", ""],
  ["truncate t", ""],
  ["vacuum", ""],
  ["do $$ begin end $$", ""],
  ["", ""],
];
Deno.test("readingHint() says of BEGIN, COMMIT and ROLLBACK that each reading statement has a transaction", () => {
  for (const sql of ["begin", "-- x\nSTART transaction", "Commit", "rollback"]) {
    for (const engine of BOTH) {
      equal(
        readingHint(sql, engine),
        "Each statement that reads is a transaction of its own: leave this out.",
      );
    }
  }
});
for (const [sql, meant] of MEANT) {
  Deno.test(`readingHint() is ${meant || "nothing"} for ${JSON.stringify(sql)}`, () => {
    for (const engine of BOTH) equal(readingHint(sql, engine), meant && `Did you mean “${meant}”?`);
  });
}

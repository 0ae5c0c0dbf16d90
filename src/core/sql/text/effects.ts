import type { Dialect } from "./dialect.ts";
import { tokens } from "./tokens.ts";
import { weighedName } from "./weighed_name.ts";

/** Effects that a read-only transaction neither refuses nor undoes, each with the functions that have it. */
type Effects = readonly (readonly [does: string, names: string])[];

/**
 * Functions of PostgreSQL and of extensions; `*` stands for any ending. A name that is too common stands with
 * its schema. A test compares them with pg_proc of every server.
 */
const POSTGRES: Effects = [
  [
    "ends what others run",
    "pg_cancel_backend pg_terminate_backend limitless_cancel_session limitless_terminate_session",
  ],
  ["stops what others run", "pldbg_*"],
  [
    "takes or gives back a lock that outlives the statement",
    `pg_advisory_lock pg_advisory_lock_shared pg_try_advisory_lock pg_try_advisory_lock_shared
    pg_advisory_unlock pg_advisory_unlock_shared pg_advisory_unlock_all`,
  ],
  [
    "writes a message that stays",
    "pg_logical_emit_message pg_log_backend_memory_contexts pg_log_standby_snapshot",
  ],
  [
    "writes a file",
    // Nothing can be put into a file that was not opened.
    `lo_export pg_file_* pg_rotate_logfile* pg_logfile_rotate fopen fcopy fremove frename utl_file.put*
    utl_file.new_line utl_file.fflush`,
  ],
  ["sends to other sessions, or takes what was sent", "dbms_pipe.* dbms_alert.*"],
  [
    "changes the server",
    `pg_reload_conf pg_promote pg_switch_wal pg_switch_xlog pg_create_restore_point pg_start_backup pg_stop_backup
    pg_backup_start pg_backup_stop pg_wal_replay_pause pg_wal_replay_resume pg_xlog_replay_pause pg_xlog_replay_resume
    pg_import_system_collations pg_extension_config_dump pg_nextoid pg_stop_making_pinned_objects binary_upgrade_*
    pg_prewarm autoprewarm_* pg_buffercache_evict* pg_buffercache_mark_dirty* heap_force_* pg_truncate_visibility_map
    aurora_inject_*`,
  ],
  [
    "changes the server's statistics",
    `pg_stat_reset* pg_stat_force_next_flush pg_clear_attribute_stats pg_clear_relation_stats
    pg_restore_attribute_stats pg_restore_relation_stats pg_stat_statements_reset pg_stat_monitor_reset
    pg_stat_kcache_reset pg_qualstats_reset pg_wait_sampling_reset_profile pg_store_plans_reset
    limitless_stat_reset limitless_stat_statements_reset aurora_stat_reset_wal_cache`,
  ],
  [
    "changes replication",
    `pg_create_logical_replication_slot pg_create_physical_replication_slot pg_copy_logical_replication_slot
    pg_copy_physical_replication_slot pg_drop_replication_slot pg_replication_slot_advance
    pg_logical_slot_get_changes pg_logical_slot_get_binary_changes pg_replication_origin_advance
    pg_replication_origin_create pg_replication_origin_drop pg_replication_origin_session_reset
    pg_replication_origin_session_setup pg_replication_origin_xact_reset pg_replication_origin_xact_setup
    pg_sync_replication_slots`,
  ],
  [
    "changes an index",
    `brin_desummarize_range brin_summarize_new_values brin_summarize_range gin_clean_pending_list
    pgroonga_set_writable pgroonga_vacuum pgroonga_wal_apply pgroonga_wal_set_applied_position
    pgroonga_wal_truncate`,
  ],
  [
    "runs a text as SQL, in which anything may stand",
    `query_to_xml query_to_xmlschema query_to_xml_and_xmlschema ts_stat ts_rewrite crosstab* connectby xpath_table
    pg_background_launch run_command_on_* master_run_on_worker oracle_execute jdbc_exec`,
  ],
  ["runs a text as a command, in which anything may stand", "pgroonga_command pgroonga.command"],
  [
    "reaches beyond the server",
    "dblink* http http_* query_export_to_s3 invoke invoke_endpoint invoke_model* aws_comprehend.*",
  ],
];

/**
 * Names of these functions that columns and tables have too. None of them takes a single argument, so that
 * none is called by field notation.
 */
const NO_FIELD_CALL = new RegExp(
  `^(${
    [
      "invoke(_endpoint|_model.*)?|http_(?!(delete|get|head|post)$).+|pg_file_(?!(length|sync|unlink)$).+",
      "dblink(?!_(cancel_query|close|connect(_u)?|disconnect|error_message|exec|get_(notify|pkey|result)|is_busy)$).+",
    ].join("|")
  })$`,
);

/** Functions of MySQL, MariaDB and their plugins. */
const MYSQL: Effects = [
  [
    "takes or gives back a lock that outlives the statement",
    "get_lock release_lock release_all_locks service_get_read_locks service_get_write_locks service_release_locks",
  ],
  [
    "changes replication",
    `asynchronous_connection_failover_* group_replication_set_* group_replication_switch_*
    group_replication_enable_member_action group_replication_disable_member_action
    group_replication_reset_member_actions`,
  ],
  [
    "changes the server",
    `keyring_key_generate keyring_key_store keyring_key_remove audit_log_* audit_api_message_emit_udf
    mysql_firewall_* set_firewall_mode version_tokens_* load_rewrite_rules flush_rewrite_rules
    masking_dictionary_* masking_dictionaries_flush gen_dictionary_load gen_dictionary_drop
    set_firewall_group_mode firewall_group_* keyring_aws_rotate_* keyring_hashicorp_update_config
    innodb_redo_log_* caldroppartition* caldisablepartition* calenablepartition* calflushcache
    calcleartablelock`,
  ],
  ["runs a text as a command, in which anything may stand", "mroonga_command"],
  [
    "reaches beyond the server",
    `lambda_sync lambda_async sys_exec sys_eval sys_set spider_direct_sql spider_bg_direct_sql spider_copy_tables
    http_*`,
  ],
];

/** A function in a statement, and its effect. */
interface Effect {
  /** Its name in lower case, with its schema where that decides. */
  readonly name: string;
  readonly does: string;
}

/** Table functions that pass a text to another system behind Athena, which may write there. */
const TRINO: Effects = [["hands its text to another system", "query raw_query execute"]];

const TABLES = {
  postgres: tableOf(POSTGRES),
  mysql: tableOf(MYSQL),
  trino: tableOf(TRINO),
  insights: tableOf([]),
} as const;

/**
 * Returns the effect of a function, by its name in lower case, alone or with its schema; undefined when none
 * is known.
 */
export function effectOf(name: string, protocol: Dialect["protocol"]): string | undefined {
  const { exact, begins } = TABLES[protocol];
  return exact.get(name) ?? begins.find(([begin]) => name.startsWith(begin))?.[1];
}

/** Returns the first function call in a statement that does more than read; null when none is known. */
export function effectIn(sql: string, dialect: Dialect): Effect | null {
  for (const { schema, name, field } of callsIn(sql, dialect)) {
    if (field && NO_FIELD_CALL.test(name)) continue;
    // MySQL finds the functions of plugins by any name that it weighs the same.
    const weighed = dialect.protocol === "mysql" ? weighedName(name) : name;
    for (const one of [weighed, `${schema}.${weighed}`]) {
      const does = effectOf(one, dialect.protocol);
      if (does !== undefined) return { name: one, does };
    }
  }
  return null;
}

/** A function call, in lower case. */
interface Call {
  /** What stands before the point; empty for field notation. */
  readonly schema: string;
  readonly name: string;
  /** Whether this may be a call by field notation; a column or a table looks the same. */
  readonly field: boolean;
}

/** Finds the functions that a statement calls, and what may be such a call. */
export function* callsIn(sql: string, dialect: Dialect): Generator<Call> {
  let schema = "", name = "", point = false;
  for (const { kind, start, end } of tokens(sql, dialect)) {
    if (kind === "space" || kind === "comment") continue;
    const symbol = kind === "symbol" ? sql[start] : "";
    if (symbol === "(" && name !== "") yield { schema, name, field: false };
    const next = kind === "word" || kind === "name"
      ? called(sql.slice(start, Math.min(end, start + MAX_LENGTH)), kind)
      : "";
    // PostgreSQL calls f() also by `(value).f`, `list[1].f`, `$1.f` and, of a row or a function in FROM, `x.f`.
    if (point && next !== "" && dialect.protocol === "postgres") {
      yield { schema: "", name: next, field: true };
    }
    // The point of `$1.` is part of a number here.
    point = symbol === "." || (kind === "number" && sql[end - 1] === ".");
    if (symbol === ".") schema = name;
    else if (name !== "" || next === "") schema = "";
    name = next;
  }
}

/** Maximum characters read of a name. No server has longer ones. */
const MAX_LENGTH = 300;

function called(text: string, kind: "word" | "name"): string {
  return (kind === "word" ? text : text.slice(1, -1).replaceAll(/(["`])\1/g, "$1")).toLowerCase();
}

function tableOf(effects: Effects) {
  const all = effects.flatMap(([does, names]) =>
    names.trim().split(/\s+/).map((name) => [name, does] as const)
  );
  return {
    exact: new Map(all.filter(([name]) => !name.endsWith("*"))),
    begins: all.filter(([name]) => name.endsWith("*")).map(([name, does]) =>
      [name.slice(0, -1), does] as const
    ),
  };
}

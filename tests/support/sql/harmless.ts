/**
 * Volatile functions of PostgreSQL that have no effect beyond a rolled-back transaction, or that
 * cannot be called from SQL. They read, wait, or work on the transaction's own data.
 */
export const HARMLESS = new RegExp(
  `^(${
    [
      // Handlers, triggers and character set conversions, which SQL cannot call.
      "RI_FKey_.*|.*handler|plpgsql_.*|amvalidate|dsnowball_.*|bernoulli|system(_rows|_time)?|tsvector_update_trigger.*|unique_key_recheck",
      "suppress_redundant_updates_trigger",
      `(ascii|big5|euc_.*|gb18030|gbk|iso.*|johab|koi8.|latin.|mic|s?jis|shift_jis_2004|uhc|utf8|win\\d*)_to_.*`,
      // Random values and times.
      "random.*|setseed|array_sample|array_shuffle|gen_random_uuid|uuidv.|clock_timestamp|timeofday|timezone",
      "pg_sleep.*",
      // Data of the session or its transaction, which is rolled back with it.
      "set_config|currval|lastval|currtid2?|current_query|pg_export_snapshot|pg_notify",
      "pg_advisory_xact_lock.*|pg_try_advisory_xact_lock.*|pg_stat_clear_snapshot|cursor_to_xml.*",
      // The server refuses these in a read-only transaction.
      "nextval|setval",
      // Large objects are rows; some functions read files of the server into them.
      "lo_(close|creat|create|from_bytea|get|import|lseek|lseek64|open|put|tell|tell64|truncate|truncate64|unlink)",
      "loread|lowrite",
      // Information about the server.
      "pg_(available_wal_summaries|blocking_pids|collation_actual_version|control_.*|current_.*|database_size)",
      "pg_(database_collation_actual_version|get_.*|hba_file_rules|ident_file_mappings|indexes_size|is_.*|jit_available)",
      "pg_(last_.*|lock_status|logical_slot_peek_.*|ls_.*|notification_queue_usage|partition_.*|prepared_xact)",
      "pg_isolation_test_session_is_blocked|pg_(read_.*|relation_size|safe_snapshot_blocking_pids|sequence_last_value)",
      "pg_replication_origin_(progress|session_is_setup|session_progress)|pg_show_.*|pg_stat_(file|get_.*|have_stats)",
      "pg_(table_size|tablespace_size|total_relation_size|wal_summary_contents|xact_.*)|txid_status",
      // Functions of extensions that read pages, statistics, files or the connection, and checks of input.
      "(bt|gin)_index_(parent_)?check|verify_heapam|(brin|bt|fsm|gin|gist|hash|heap)_.*page.*|brin_revmap_data|bt_metap",
      "get_raw_page|hash_bitmap_info|heap_tuple_infomask_flags|page_(checksum|header)|tuple_data_split",
      "pg_buffercache_(numa_pages|pages|summary|usage_counts)|pg_freespace|pg_logdir_ls|pg_old_snapshot_time_mapping",
      "pg_stat_statements(_info)?|pg_(check_(frozen|visible)|visibility.*)|pg_relpages|pgrowlocks|pgstat(.*index|tuple.*)",
      ".*_validator|ssl_.*|fips_mode|int_agg_final_array|chkpass_in|eq|ne|raw|xslt_process",
      // Random values, and settings of the session.
      "gen_(random_bytes|salt)|pgp_(pub|sym)_encrypt(_bytea)?|normal_rand|uuid_generate_.*",
      "isn_weak|set_limit|[gs]et_timetravel|postgres_fdw_(disconnect|disconnect_all|get_connections)",
    ].join("|")
  })$`,
);

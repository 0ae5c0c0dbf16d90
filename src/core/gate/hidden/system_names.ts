/** Tables of PostgreSQL's catalog that describe a database. None but TELLING_COLUMNS has values of its rows. */
export const SYSTEM_TABLES: ReadonlySet<string> = new Set(
  `pg_aggregate pg_am pg_amop pg_amproc pg_attrdef pg_attribute pg_auth_members pg_available_extensions pg_cast pg_class
  pg_collation pg_constraint pg_conversion pg_database pg_depend pg_description pg_enum pg_event_trigger pg_extension
  pg_index pg_indexes pg_inherits pg_language pg_locks pg_matviews pg_namespace pg_opclass pg_operator pg_opfamily
  pg_partitioned_table pg_policies pg_policy pg_proc pg_publication pg_range pg_rewrite pg_roles pg_rules pg_sequence
  pg_sequences pg_settings pg_stat_all_indexes pg_stat_all_tables pg_stat_database pg_stat_user_indexes
  pg_stat_user_tables pg_statio_user_indexes pg_statio_user_tables pg_statistic_ext pg_tables pg_tablespace
  pg_timezone_abbrevs pg_timezone_names pg_trigger pg_type pg_user pg_views`.split(/\s+/),
);

/**
 * Columns of these tables that have values of rows. PostgreSQL keeps there what rows show that are older than
 * the column, also when its default has gone.
 */
export const TELLING_COLUMNS: ReadonlySet<string> = new Set(["pg_attribute.attmissingval"]);

/**
 * Functions of PostgreSQL that return contents of other statements, tables or files. Forks and hosts have
 * functions of their own beside the server's; of these nobody here knows what they return.
 */
const TELLING =
  /^(alloydb|aurora|azure|edb|google|gp|rds|yb)_|^(query|table|cursor|schema|database)_to_xml|^ts_(stat|rewrite)$|^lo_|^lo(read|write)$|_file|^pg_ls_|^pg_logical_|^pg_stat_get_(activity|backend|wal|replication|subscription)|^pg_(cursor|prepared_statement|prepared_xact|mcv_list_items|get_backend|show_all_file_settings|hba_file_rules)/;

/** Extensions whose functions read only their arguments. */
const PLAIN_EXTENSIONS: ReadonlySet<string> = new Set(
  `btree_gin btree_gist citext cube fuzzystrmatch hstore intarray isn ltree pg_trgm pgcrypto unaccent uuid-ossp
  vector`.split(/\s+/),
);

/**
 * Returns whether a function reads only its arguments. `extension` is the one that contains it; empty when
 * there is none.
 */
export function isPlainFunction(schema: string, name: string, extension: string): boolean {
  if (extension !== "") return PLAIN_EXTENSIONS.has(extension);
  return schema === "pg_catalog" && !TELLING.test(name);
}

/** Schemas of MySQL and MariaDB that show statements of others, statistics and settings. */
export const MYSQL_SYSTEM: ReadonlySet<string> = new Set(["mysql", "performance_schema", "sys"]);

/** Tables of their information schema that describe a database and contain no values of its rows. */
export const INFORMATION_TABLES: ReadonlySet<string> = new Set(
  `applicable_roles character_sets check_constraints collations columns enabled_roles engines events key_column_usage
  keywords parameters referential_constraints routines schemata statistics table_constraints tables triggers
  view_routine_usage view_table_usage views`.split(/\s+/),
);

/** Engines of MySQL and MariaDB whose tables store their rows themselves. */
export const PLAIN_ENGINES: ReadonlySet<string> = new Set(
  "innodb myisam aria memory archive csv rocksdb ndb ndbcluster columnstore tokudb sequence".split(" "),
);

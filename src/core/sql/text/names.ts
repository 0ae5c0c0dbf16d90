import { type Engine, ENGINES } from "../engines/mod.ts";
import { wordSet } from "./word_set.ts";

/** Words that are names only in quotes, in at least one engine. A word too many does no harm. */
const RESERVED = wordSet(
  `accessible add all alter analyse analyze and any array as asc asymmetric authorization before between bigint binary
  blob both by call cascade case cast change char character check collate collation column concurrently condition
  constraint continue convert create cross cube cume_dist current_catalog current_date current_role current_schema
  current_time current_timestamp current_user cursor database databases day_hour day_microsecond day_minute day_second
  dec decimal declare default deferrable delayed delete dense_rank desc describe deterministic distinct distinctrow div
  do double drop dual each else elseif empty enclosed end escaped except exists exit explain false fetch first_value
  float float4 float8 for force foreign freeze from full fulltext function general grant group grouping groups having
  high_priority hour_microsecond hour_minute hour_second if ignore ilike in index infile initially inner inout
  insensitive insert int int1 int2 int3 int4 int8 integer intersect interval into io_after_gtids io_before_gtids is
  isnull iterate join json_table key keys kill lag last_value lateral lead leading leave left like limit linear lines
  load localtime localtimestamp lock long longblob longtext loop low_priority match maxvalue mediumblob mediumint
  mediumtext middleint minute_microsecond minute_second mod modifies natural no_write_to_binlog not notnull nth_value
  ntile null numeric of off offset on only optimize option optionally or order out outer outfile over overlaps partition
  percent_rank placing precision primary procedure purge range rank read reads read_write real recursive references
  regexp release rename repeat replace require resignal restrict return returning revoke right rlike row row_number rows
  schema schemas second_microsecond select sensitive separator session_user set show signal similar smallint some
  spatial specific sql sqlexception sqlstate sqlwarning sql_big_result sql_calc_found_rows sql_small_result ssl starting
  stored straight_join symmetric system system_user table tablesample tag terminated then tinyblob tinyint tinytext to
  top trailing trigger true undo union unique unlock unsigned update usage use user using utc_date utc_time
  utc_timestamp values varbinary varchar varcharacter variadic varying verbose virtual when where while window with
  write xor year_month zerofill`,
);

/** Words that are names only in quotes in one engine, and plain and common names in the others. */
const OWN: Partial<Readonly<Record<Engine, ReadonlySet<string>>>> = {
  mysql: wordSet(
    `asensitive delete_domain_id do_domain_ids external generated get ignore_domain_ids library manual master_bind
    master_demote_to_replica master_demote_to_slave master_ssl_verify_server_cert optimizer_costs page_checksum
    parallel parse_vcol_expr persist persist_only portion qualify ref_system_id sets stats_auto_recalc stats_persistent
    stats_sample_pages`,
  ),
  redshift: wordSet(
    `aes128 aes256 allowoverwrite az64 backup blanksasnull bytedict bzip2 credentials current_user_id deflate defrag
    delta delta32k disable emptyasnull enable encode encrypt encryption explicit globaldict256 globaldict64k gzip
    identity language lun luns lzo lzop minus mostly16 mostly32 mostly8 new nulls offline oid old open parallel percent
    permissions pivot qualify raw readratio recover rejectlog resort respect restore snapshot sysdate tdes text255
    text32k timestamp truncatecolumns unnest unpivot wallet without`,
  ),
  athena: wordSet(
    `current_path deallocate escape execute extract first json_array json_exists json_object json_query json_value last
    listagg normalize prepare rollup skip trim uescape unnest`,
  ),
};

/** Returns a name in quotes for the engine's SQL. */
export function quotedName(name: string, engine: Engine): string {
  const { protocol } = ENGINES[engine];
  return protocol === "mysql" || protocol === "insights"
    ? `\`${name.replaceAll("`", "``")}\``
    : `"${name.replaceAll('"', '""')}"`;
}

/** Returns a name for the engine's SQL, in quotes only when they are needed. */
export function sqlName(name: string, engine: Engine): string {
  if (ENGINES[engine].protocol === "insights" && /^[@A-Za-z_][\w.@]*$/.test(name)) return name;
  const plain = /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name) && !OWN[engine]?.has(name);
  return plain ? name : quotedName(name, engine);
}

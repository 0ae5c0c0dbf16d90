import type { Engine } from "../engines/mod.ts";

/** A statement that reads a part of the catalog; its parameters are a schema and a name. */
interface Questions {
  /** Schema, name, kind, estimated rows, comment. */
  readonly tables: string;
  /** Schema, name and estimated rows, where those of `tables` would be slow; it needs rights that not everybody has. */
  readonly estimates?: string;
  /** Schema, name, kind, arguments, result. */
  readonly routines: string;
  /** Of one table: name, type, YES or NO for NULL, default, comment. */
  readonly columns: string;
  /** Of one table: name, kind, definition. */
  readonly keys: string;
  /** Of one table: name, YES or NO for unique, definition. */
  readonly indexes: string;
}

/** Schemas of the server itself. */
const POSTGRES_OWN =
  "n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'";
const MYSQL_OWN = ["information_schema", "mysql", "performance_schema", "sys"].map((name) => `'${name}'`)
  .join(", ");
const OF_TABLE = "(select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace " +
  "where n.nspname = $1 and c.relname = $2)";

const POSTGRES: Questions = {
  tables: `select n.nspname, c.relname,
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table'
        else 'table' end,
      case when c.relkind in ('v', 'f') or c.reltuples < 0 then null else c.reltuples::bigint end, d.description
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      left join pg_description d on d.objoid = c.oid and d.classoid = 'pg_class'::regclass and d.objsubid = 0
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and ${POSTGRES_OWN}
    order by n.nspname, c.relname`,
  routines: `select n.nspname, p.proname, case p.prokind when 'p' then 'procedure' when 'a' then 'aggregate'
      when 'w' then 'window function' else 'function' end,
      pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${POSTGRES_OWN} order by n.nspname, p.proname, 4`,
  columns:
    `select a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'NO' else 'YES' end,
      pg_get_expr(e.adbin, e.adrelid), col_description(a.attrelid, a.attnum)
    from pg_attribute a left join pg_attrdef e on e.adrelid = a.attrelid and e.adnum = a.attnum
    where a.attrelid = ${OF_TABLE} and a.attnum > 0 and not a.attisdropped order by a.attnum`,
  keys:
    `select k.conname, case k.contype when 'p' then 'primary key' when 'f' then 'foreign key' when 'u' then 'unique'
      when 'c' then 'check' else 'exclude' end, pg_get_constraintdef(k.oid)
    from pg_constraint k where k.conrelid = ${OF_TABLE} and k.contype in ('p', 'f', 'u', 'c', 'x')
    order by position(k.contype::text in 'pufcx'), k.conname`,
  indexes: `select i.relname, case when x.indisunique then 'YES' else 'NO' end, pg_get_indexdef(x.indexrelid)
    from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = ${OF_TABLE} order by i.relname`,
};

const MYSQL: Questions = {
  // Rows and comments of all tables would make the server open each of them.
  tables:
    `select table_schema, table_name, case table_type when 'VIEW' then 'view' else 'table' end, null, null
    from information_schema.tables where table_schema not in (${MYSQL_OWN}) order by table_schema, table_name`,
  estimates: `select database_name, table_name, n_rows from mysql.innodb_table_stats
    where database_name not in (${MYSQL_OWN})`,
  routines: `select r.routine_schema, r.routine_name, lower(r.routine_type),
      (select group_concat(concat(p.parameter_name, ' ', p.dtd_identifier) order by p.ordinal_position separator ', ')
        from information_schema.parameters p where p.specific_schema = r.routine_schema
        and p.specific_name = r.specific_name and p.ordinal_position > 0), r.dtd_identifier
    from information_schema.routines r where r.routine_schema not in (${MYSQL_OWN})
    order by r.routine_schema, r.routine_name`,
  columns: `select column_name, column_type, is_nullable, column_default, nullif(column_comment, '')
    from information_schema.columns where table_schema = ? and table_name = ? order by ordinal_position`,
  keys: `select k.constraint_name, lower(k.constraint_type),
      concat('(', group_concat(u.column_name order by u.ordinal_position separator ', '), ')',
        coalesce(concat(' references ', min(u.referenced_table_schema), '.', min(u.referenced_table_name), ' (',
          group_concat(u.referenced_column_name order by u.ordinal_position separator ', '), ')'), ''))
    from information_schema.table_constraints k join information_schema.key_column_usage u
      on u.constraint_schema = k.constraint_schema and u.constraint_name = k.constraint_name
      and u.table_schema = k.table_schema and u.table_name = k.table_name
    where k.table_schema = ? and k.table_name = ? group by k.constraint_name, k.constraint_type
    order by field(k.constraint_type, 'PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY'), k.constraint_name`,
  indexes: `select index_name, case min(non_unique) when 0 then 'YES' else 'NO' end,
      concat(lower(min(index_type)), ' (', group_concat(column_name order by seq_in_index separator ', '), ')')
    from information_schema.statistics where table_schema = ? and table_name = ?
    group by index_name order by index_name`,
};

/** Redshift has keys that it does not enforce, sort keys in the place of indexes, and views of its own for both. */
const REDSHIFT: Questions = {
  tables: `select t.table_schema, t.table_name,
      case t.table_type when 'VIEW' then 'view' when 'EXTERNAL TABLE' then 'foreign table' else 'table' end,
      i.estimated_visible_rows::bigint, t.remarks
    from svv_tables t left join svv_table_info i on i.schema = t.table_schema and i."table" = t.table_name
    where t.table_schema not in ('pg_catalog', 'information_schema', 'pg_internal', 'pg_automv')
    order by 1, 2`,
  routines: `select n.nspname, p.proname, case p.prorettype when 0 then 'procedure' else 'function' end,
      oidvectortypes(p.proargtypes), format_type(p.prorettype, null)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname not in ('pg_catalog', 'information_schema', 'pg_internal') order by 1, 2`,
  columns: `select column_name, data_type, is_nullable, column_default, remarks
    from svv_columns where table_schema = $1 and table_name = $2 order by ordinal_position`,
  keys:
    `select k.conname, case k.contype when 'p' then 'primary key' when 'f' then 'foreign key' else 'unique' end,
      pg_get_constraintdef(k.oid)
    from pg_constraint k where k.conrelid = ${OF_TABLE} and k.contype in ('p', 'f', 'u') order by 1`,
  indexes: `select 'sort key', 'NO', sortkey1 from svv_table_info
    where schema = $1 and "table" = $2 and sortkey1 is not null`,
};

/** How each engine is asked. */
export const QUESTIONS: Readonly<Record<Engine, Questions>> = {
  postgres: POSTGRES,
  mysql: MYSQL,
  redshift: REDSHIFT,
};

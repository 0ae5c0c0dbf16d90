import type { Origin } from "../driver/mod.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import type { Session, StatementFailure } from "../session/mod.ts";
import { wordSet } from "../text/word_set.ts";
import { textRows } from "../values.ts";
import type { EditColumn, EditFacts, EditTable } from "./table.ts";

type Cells = readonly (string | null)[];

/** Maximum tables of one result that are looked up. */
const MAX_TABLES = 20;
/** Maximum rows read of an answer. */
const MAX_ROWS = 20_000;

/**
 * Attributes that only newer PostgreSQL servers have are read as JSON, because older servers do not know
 * their names.
 */
const POSTGRES_COLUMNS = `select c.oid, n.nspname, c.relname,
    case when c.relkind = 'v' then 'a view' when c.relkind = 'm' then 'a materialized view'
      when c.relkind = 'f' then 'a foreign table' when c.relkind not in ('r', 'p') then 'no table'
      when n.nspname in ('pg_catalog', 'information_schema') then 'a table of the server itself'
      when c.relkind = 'r' and exists (select 1 from pg_inherits where inhparent = c.oid)
        then 'inherited by others, whose rows its key does not tell apart' end,
    a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull or t.typnotnull,
    coalesce(to_jsonb(a) ->> 'attgenerated', ''), coalesce(to_jsonb(a) ->> 'attidentity', ''),
    a.atthasdef or t.typdefault is not null, coalesce(nullif(t.typbasetype, 0), t.oid) in (700, 701),
    case when b.oid = 16 then '["true","false"]' else
      (select json_agg(e.enumlabel order by e.enumsortorder)::text from pg_enum e where e.enumtypid = b.oid) end
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid join pg_type b on b.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
  where c.oid = any ($1::oid[]) order by c.oid, a.attnum limit ${MAX_ROWS}`;
const POSTGRES_KEYS = `select i.indrelid, array_to_json(array(select a.attname
      from unnest(i.indkey::int2[]) with ordinality as k(number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
      where k.place <= coalesce((to_jsonb(i) ->> 'indnkeyatts')::int, i.indnatts) order by k.place))
  from pg_index i where i.indrelid = any ($1::oid[]) and i.indisunique and i.indisvalid and i.indpred is null
    and i.indexprs is null order by i.indisprimary desc, i.indnatts, i.indexrelid limit ${MAX_ROWS}`;

const MYSQL_TABLE = `select t.table_type, e.transactions, t.engine from information_schema.tables t
  left join information_schema.engines e on e.engine = t.engine where t.table_schema = ? and t.table_name = ?`;
const MYSQL_COLUMNS =
  `select column_name, column_type, is_nullable, extra, column_default is not null, data_type
  from information_schema.columns where table_schema = ? and table_name = ? order by ordinal_position
  limit ${MAX_ROWS}`;
const MYSQL_KEYS = `select index_name, column_name from information_schema.statistics
  where table_schema = ? and table_name = ? and non_unique = 0
  order by index_name <> 'PRIMARY', index_name, seq_in_index limit ${MAX_ROWS}`;

/** MySQL's names for tables that have rows of their own. */
const MYSQL_TABLES: ReadonlySet<string> = new Set(["BASE TABLE", "SYSTEM VERSIONED"]);
const MYSQL_SYSTEM_SCHEMAS = wordSet("information_schema mysql performance_schema sys");

/**
 * Reads what is known about the tables from which columns come. `zone`: the zone in which MySQL gave the rows,
 * which need not be that of this session.
 */
export async function readFacts(
  session: Session,
  engine: Engine,
  origins: readonly Origin[],
  zone: string | null,
  signal: AbortSignal,
): Promise<EditFacts | StatementFailure> {
  let failed: StatementFailure | null = null;
  const ask = async (sql: string, args: readonly string[]): Promise<readonly Cells[]> => {
    if (failed) return [];
    const { sink, rows } = textRows(MAX_ROWS);
    const end = await session.run({ sql, args, write: false }, sink, signal);
    if (!end.ok) failed = end;
    return rows;
  };
  const facts = ENGINES[engine].protocol === "postgres"
    ? await postgresFacts(ask, origins)
    : await mysqlFacts(ask, origins, session.version, zone);
  return failed ?? facts;
}

type Ask = (sql: string, args: readonly string[]) => Promise<readonly Cells[]>;

async function postgresFacts(ask: Ask, origins: readonly Origin[]): Promise<EditFacts> {
  const oids = [...new Set(origins.flatMap((origin) => "schema" in origin ? [] : origin.table))];
  const list = `{${oids.slice(0, MAX_TABLES).join(",")}}`;
  const tables = new Map<number, EditTable & { readonly columns: EditColumn[]; readonly keys: string[][] }>();
  const columns = new Map<string, EditColumn>();
  for (const row of await ask(POSTGRES_COLUMNS, [list])) {
    const [oid, schema, name, not, number, column, type, notNull, ...more] = row;
    const [generated, identity, given, inexact, choices] = more;
    const table = tables.get(Number(oid)) ??
      { schema: schema ?? "", name: name ?? "", not: not ?? null, columns: [], keys: [], returning: true };
    tables.set(Number(oid), table);
    const one: EditColumn = {
      name: column ?? "",
      type: type ?? "",
      nullable: notNull !== "t",
      set: generated !== "" ? "generated" : identity === "a" ? "identity" : null,
      fallback: given === "t" || identity !== "",
      counted: false,
      inexact: inexact === "t" ? "number" : null,
      ...(choices ? { choices: JSON.parse(choices) as string[] } : {}),
    };
    table.columns.push(one);
    columns.set(`${oid} ${number}`, one);
  }
  for (const [oid, names] of await ask(POSTGRES_KEYS, [list])) {
    const table = tables.get(Number(oid));
    if (table) addKey(table, JSON.parse(names ?? "[]") as string[]);
  }
  return {
    of(origin) {
      if ("schema" in origin) return null;
      const table = tables.get(origin.table);
      const column = columns.get(`${origin.table} ${origin.column}`);
      return table && column ? { table, column } : null;
    },
  };
}

async function mysqlFacts(
  ask: Ask,
  origins: readonly Origin[],
  version: string,
  zone: string | null,
): Promise<EditFacts> {
  const tables = new Map<string, EditTable>();
  // MySQL has no RETURNING, and MariaDB has it since 10.5.
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)[^-]*-mariadb/i.exec(version)?.map(Number) ?? [];
  const returning = major > 10 || major === 10 && minor >= 5;
  let shifts: boolean | undefined;
  for (const origin of origins) {
    if (!("schema" in origin)) continue;
    const { schema, table: name } = origin;
    const id = JSON.stringify([schema, name]);
    if (tables.has(id) || tables.size >= MAX_TABLES) continue;
    const [kind] = await ask(MYSQL_TABLE, [schema, name]);
    if (!kind) continue;
    const described = await ask(MYSQL_COLUMNS, [schema, name]);
    if (described.some((column) => column[5] === "timestamp")) shifts ??= await shiftsTimes(ask, zone);
    const columns = described.map((column) => mysqlColumn(column, shifts ?? false));
    const table = { schema, name, not: mysqlNot(schema, kind), columns, keys: [] as string[][], returning };
    const keys = Map.groupBy(await ask(MYSQL_KEYS, [schema, name]), ([index]) => index);
    // An expression in an index has no column name.
    for (const parts of keys.values()) addKey(table, parts.map(([, column]) => column ?? ""));
    tables.set(id, table);
  }
  return {
    of(origin) {
      if (!("schema" in origin)) return null;
      const table = tables.get(JSON.stringify([origin.schema, origin.table]));
      const column = table?.columns.find(({ name }) => name === origin.column);
      return table && column ? { table, column } : null;
    },
  };
}

function mysqlNot(schema: string, [type = "", transactions, engine]: Cells): string | null {
  if (MYSQL_SYSTEM_SCHEMAS.has(schema.toLowerCase())) return "a table of the server itself";
  if (/VIEW/.test(type ?? "")) return "a view";
  if (!MYSQL_TABLES.has(type ?? "")) return "no table";
  return transactions === "YES" ? null : `of ${engine ?? "an engine"}, which cannot roll back`;
}

/** Half a year in seconds, so that multiples are in winter and in summer. */
const HALF_YEAR = 15_778_800;
/** Moments from 1970 to 2037, in which a TIMESTAMP is. The first moment of 1970 is none. */
const MOMENTS = Array.from({ length: 135 }, (_, n) => (n + 1) * HALF_YEAR);
const MYSQL_TIMES = `select ${
  MOMENTS.map((moment) => `convert_tz('${utc(moment)}', '+00:00', zone)`).join(", ")
} from (select ? as zone) as given`;

function utc(moment: number): string {
  return new Date(moment * 1000).toISOString().slice(0, 19).replace("T", " ");
}

/**
 * Whether a time zone has summer times or others of its own, so that local times come twice. A zone that is
 * not known may.
 */
async function shiftsTimes(ask: Ask, zone: string | null): Promise<boolean> {
  if (zone === null) return true;
  const [times = []] = await ask(MYSQL_TIMES, [zone.split(" ")[0]!]);
  const offsets = times.map((time, n) => Date.parse(`${time?.replace(" ", "T")}Z`) / 1000 - MOMENTS[n]!);
  return offsets.some((offset) => offset !== offsets[0]);
}

function mysqlColumn([name, type, nullable, extra, given, plain]: Cells, shifts: boolean): EditColumn {
  const words = (extra ?? "").toLowerCase();
  const counted = words.includes("auto_increment");
  const choices = plain === "enum" ? enumChoices(type ?? "") : null;
  return {
    name: name ?? "",
    type: type ?? "",
    nullable: nullable === "YES",
    // MariaDB calls generated columns VIRTUAL and STORED or PERSISTENT. DEFAULT_GENERATED is only a default.
    set: /\b(virtual|stored|persistent|(?<!default_)generated)\b/.test(words) ? "generated" : null,
    fallback: given === "1" || counted || nullable === "YES",
    counted,
    inexact: plain === "float" || plain === "double"
      ? "number"
      : plain === "timestamp" && shifts
      ? "time"
      : null,
    ...(choices ? { choices } : {}),
  };
}

/** Returns the values of `enum('a','b''c')`. */
function enumChoices(type: string): string[] {
  return [...type.matchAll(/'((?:[^']|'')*)'/g)].map(([, value]) => value!.replaceAll("''", "'"));
}

/** Adds a key. A key with a nullable column is left out, because it does not identify rows. */
function addKey(
  table: { readonly columns: readonly EditColumn[]; readonly keys: string[][] },
  names: string[],
): void {
  const all = names.map((name) => table.columns.find((column) => column.name === name));
  if (names.length > 0 && all.every((column) => column && !column.nullable)) table.keys.push(names);
}

import { refusal } from "../../result.ts";
import { createCatalog } from "../catalog/mod.ts";
import type { Cell } from "../driver/mod.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import { quotedName } from "../text/names.ts";
import type { Session } from "../session/mod.ts";
import { textRows } from "../values.ts";
import type { Failed } from "./lists.ts";
import { referrerRemarks, referrersOf } from "./referrers.ts";

/** Maximum time in ms that a table's definition waits for the keys that refer to the table. */
const REMARKS_LIMIT = 2000;

interface Named {
  readonly schema: string;
  readonly name: string;
  /** `table`, `view`, `function`, `procedure`, … */
  readonly kind: string;
  /** Parameters of a routine, which tell it from others of the same name. */
  readonly parameters?: string | undefined;
}

/**
 * Returns the SQL that creates a table, view or routine. Builds it from the catalog when the server does not
 * give it.
 */
export async function definitionOf(
  session: Session,
  engine: Engine,
  { schema, name, kind, parameters }: Named,
  signal: AbortSignal,
): Promise<string | Failed> {
  const path = `${quotedName(schema, engine)}.${quotedName(name, engine)}`;
  if (engine === "redshift") {
    return await redshiftText(session, { schema, name, kind, parameters }, path, signal);
  }
  if (engine === "athena") {
    const view = kind === "view";
    const named = view ? path : `\`${schema}\`.\`${name}\``;
    return await allLines(session, `show create ${view ? "view" : "table"} ${named}`, signal);
  }
  if (kind === "table") {
    const text = await tableText(session, engine, { schema, name, kind }, path, signal);
    if (typeof text !== "string") return text;
    const keys = await referrersOf(createCatalog(session, engine), { schema, name }, signal, REMARKS_LIMIT);
    return [text, ...referrerRemarks(keys, engine)].join("\n");
  }
  if (ENGINES[engine].protocol === "mysql") {
    return await shown(
      session,
      kind === "view" ? "table" : kind === "procedure" ? kind : "function",
      path,
      signal,
    );
  }
  if (kind === "view") {
    const sql =
      `select case c.relkind when 'm' then 'create materialized view ' else 'create view ' end || $2::text
      || ' as' || chr(10) || pg_get_viewdef(c.oid, true) from pg_class c where c.oid = $1::regclass`;
    return await read(session, sql, [path, path], signal);
  }
  const sql = `select pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = $1 and p.proname = $2
      and ($3::text is null or pg_get_function_identity_arguments(p.oid) = $3) order by p.oid limit 1`;
  return await read(session, sql, [schema, name, parameters ?? null], signal);
}

/**
 * What SHOW calls each kind of object on Redshift. The output includes late-binding views, distribution keys
 * and sort keys.
 */
const REDSHIFT_SHOWS: Readonly<Record<string, string>> = {
  "table": "table",
  "view": "view",
  "materialized view": "view",
  "foreign table": "external table",
};
/** Builds the SQL of a function, because Redshift cannot SHOW functions. */
const REDSHIFT_FUNCTION =
  `select 'create function ' || $3::text || '(' || oidvectortypes(p.proargtypes) || ') returns '
    || format_type(p.prorettype, null) || case p.provolatile when 'i' then ' immutable' when 's' then ' stable'
      else ' volatile' end || ' as $$' || p.prosrc || '$$ language ' || l.lanname
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
  where n.nspname = $1 and p.proname = $2 and ($4::text is null or oidvectortypes(p.proargtypes) = $4)
  order by p.oid limit 1`;

async function redshiftText(
  session: Session,
  { schema, name, kind, parameters }: Named,
  path: string,
  signal: AbortSignal,
): Promise<string | Failed> {
  const word = REDSHIFT_SHOWS[kind];
  if (word !== undefined) return await read(session, `show ${word} ${path}`, [], signal);
  if (kind === "procedure") {
    // Only parameter types as the server writes them go into the statement; any other text is left out.
    const types = /^[\w ,"]*$/.test(parameters ?? "") ? parameters ?? "" : "";
    return await read(session, `show procedure ${path}(${types})`, [], signal);
  }
  return await read(session, REDSHIFT_FUNCTION, [schema, name, path, parameters ?? null], signal);
}

/** Returns the output of SHOW CREATE of MySQL or MariaDB. */
async function shown(
  session: Session,
  word: string,
  path: string,
  signal: AbortSignal,
): Promise<string | Failed> {
  const wanted = /^create (table|view|procedure|function)$/i;
  return await read(session, `show create ${word} ${path}`, [], signal, wanted);
}

async function tableText(
  session: Session,
  engine: Engine,
  { schema, name }: Named,
  path: string,
  signal: AbortSignal,
): Promise<string | Failed> {
  if (ENGINES[engine].protocol === "mysql") return await shown(session, "table", path, signal);
  const detail = await createCatalog(session, engine).table(schema, name, signal);
  if (!detail.ok) return refusal(detail.message, detail.hint);
  const { columns, keys, indexes } = detail.value;
  const lines = [
    ...columns.map((column) =>
      `${quotedName(column.name, engine)} ${column.type}${column.nullable ? "" : " not null"}${
        column.generated !== undefined
          ? ` ${column.generated}`
          : column.default === undefined
          ? ""
          : ` default ${column.default}`
      }`
    ),
    ...keys.map((key) => `constraint ${quotedName(key.name, engine)} ${key.definition}`),
  ];
  const keyNames = new Set(keys.map((key) => key.name));
  // A user who may not see triggers and comments still sees the table.
  const beside = engine === "postgres" ? await read(session, BESIDE, [path, path], signal) : "";
  return [
    `create table ${path} (\n  ${lines.join(",\n  ")}\n);`,
    ...indexes.filter((index) => !keyNames.has(index.name)).map(({ definition }) => `${definition};`),
    ...(typeof beside === "string" && beside !== "" ? [beside] : []),
  ].join("\n");
}

/** Reads the triggers and comments of a table, which are not part of its CREATE TABLE. */
const BESIDE = `select string_agg(line, chr(10) order by place, number) from (
    select 1 as place, 0 as number, pg_get_triggerdef(t.oid, true) || ';' as line
      from pg_trigger t where t.tgrelid = $1::regclass and not t.tgisinternal
    union all select 2, d.objsubid, case d.objsubid when 0 then 'comment on table ' || $2::text
        else 'comment on column ' || $2::text || '.' || quote_ident(a.attname) end
        || ' is ' || quote_literal(d.description) || ';'
      from pg_description d left join pg_attribute a on a.attrelid = d.objoid and a.attnum = d.objsubid
      where d.objoid = $1::regclass and d.classoid = 'pg_class'::regclass
  ) as beside having count(*) > 0`;

/** Returns a definition that Athena sends line by line. */
async function allLines(session: Session, sql: string, signal: AbortSignal): Promise<string | Failed> {
  const { sink, rows } = textRows();
  const end = await session.run({ sql, write: false }, sink, signal);
  return end.ok ? rows.map(([line]) => line ?? "").join("\n") : refusal(end.message, end.hint);
}

/** Returns the first cell in the column whose name matches `wanted`, else in the first column. */
async function read(
  session: Session,
  sql: string,
  args: readonly Cell[],
  signal: AbortSignal,
  wanted = /./,
): Promise<string | Failed> {
  const { sink, rows, columns } = textRows();
  const end = await session.run({ sql, args, write: false }, sink, signal);
  if (!end.ok) return refusal(end.message, end.hint);
  const at = Math.max(0, columns().findIndex(({ name }) => wanted.test(name)));
  const found = rows.map((row) => row[at]).find((cell) => cell !== null);
  return found ?? refusal("The server does not tell its definition.");
}

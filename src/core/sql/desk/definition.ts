import { createCatalog } from "../catalog/mod.ts";
import type { Cell, Column } from "../driver/mod.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import { quotedName } from "../text/names.ts";
import type { Session } from "../session/mod.ts";
import { textOf } from "../values.ts";
import type { RowsRead } from "../../resources/rows.ts";

/** Why something of a catalog could not be had. */
export type Failed = Extract<RowsRead<never>, { ok: false }>;

interface Named {
  readonly schema: string;
  readonly name: string;
  /** `table`, `view`, `function`, `procedure`, … */
  readonly kind: string;
}

/** The text that makes a table, view or routine, as the server gives it, else put together from what it tells. */
export async function definitionOf(
  session: Session,
  engine: Engine,
  { schema, name, kind }: Named,
  signal: AbortSignal,
): Promise<string | Failed> {
  const path = `${quotedName(schema, engine)}.${quotedName(name, engine)}`;
  if (ENGINES[engine].protocol === "mysql") {
    const word = kind === "view" || kind === "table"
      ? "table"
      : kind === "procedure"
      ? "procedure"
      : "function";
    return await read(
      session,
      `show create ${word} ${path}`,
      [],
      /^create (table|view|procedure|function)$/i,
      signal,
    );
  }
  if (kind === "view") {
    const text = await read(session, "select pg_get_viewdef($1::regclass, true)", [path], /./, signal);
    return typeof text === "string" ? `create view ${path} as\n${text}` : text;
  }
  if (kind !== "table") {
    const sql = `select pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = $1 and p.proname = $2 order by p.oid limit 1`;
    return await read(session, sql, [schema, name], /./, signal);
  }
  const detail = await createCatalog(session, engine).table(schema, name, signal);
  if (!detail.ok) return { ok: false, error: detail.message, hint: detail.hint };
  const { columns, keys, indexes } = detail.value;
  const lines = [
    ...columns.map((column) =>
      `${quotedName(column.name, engine)} ${column.type}${column.nullable ? "" : " not null"}${
        column.default === undefined ? "" : ` default ${column.default}`
      }`
    ),
    ...keys.map((key) => `constraint ${quotedName(key.name, engine)} ${key.definition}`),
  ];
  const own = new Set(keys.map((key) => key.name));
  return [
    `create table ${path} (\n  ${lines.join(",\n  ")}\n);`,
    ...indexes.filter((index) => !own.has(index.name)).map(({ definition }) => `${definition};`),
  ].join("\n");
}

/** The last column of the first row whose name fits. */
async function read(
  session: Session,
  sql: string,
  args: readonly Cell[],
  wanted: RegExp,
  signal: AbortSignal,
): Promise<string | Failed> {
  let columns: readonly Column[] = [];
  let found: string | null = null;
  const end = await session.run({ sql, args, write: false }, {
    columns: (next) => void (columns = next),
    row(bytes, bounds) {
      const at = Math.max(0, columns.findIndex(({ name }) => wanted.test(name)));
      found ??= textOf(columns[at]!, bytes, bounds[2 * at]!, bounds[2 * at + 1]!);
      return true;
    },
  }, signal);
  if (!end.ok) return { ok: false, error: end.message, hint: end.hint };
  return found ?? { ok: false, error: "The server does not tell its definition." };
}

import { Buffer } from "node:buffer";
import { type Connection, ServerError } from "../driver/mod.ts";
import { dialectOf } from "../text/dialect.ts";
import { tokens } from "../text/tokens.ts";
import type { StatementRefusal } from "./end.ts";

/** Names of tables that are looked at. */
const MOST = 50;
/** Words behind the tables that a statement writes. */
const BEHIND: ReadonlySet<string> = new Set([
  "set",
  "values",
  "value",
  "select",
  "where",
  "returning",
  "with",
]);

/** The names between a statement's verb and what is done with its tables, as far as they can be tables. */
function writtenNames(sql: string): string[] {
  const names = new Set<string>();
  for (const { kind, start, end } of tokens(sql, dialectOf("mysql"))) {
    const text = sql.slice(start, Math.min(end, start + 200));
    if (kind === "symbol" && text === "(" || kind === "word" && BEHIND.has(text.toLowerCase())) break;
    if (kind === "word") names.add(text);
    if (kind === "name") names.add(text.slice(1, -1).replaceAll("``", "`"));
  }
  return [...names].slice(0, MOST);
}

/**
 * Why MySQL or MariaDB could not take back what a statement writes: a table whose engine has no transactions, as MyISAM has
 * none. Null when every table has, or nobody knows.
 */
export async function untransactional(connection: Connection, sql: string): Promise<string | null> {
  const list = writtenNames(sql).map((name) => `_utf8mb4 x'${Buffer.from(name).toString("hex")}'`).join(", ");
  if (list === "") return null;
  let found: string | null = null;
  try {
    await connection.run({
      sql: `select t.table_name, t.engine from information_schema.tables t
        join information_schema.engines e on e.engine = t.engine
        where e.transactions = 'NO' and t.table_name in (${list})
          and (t.table_schema = database() or t.table_schema in (${list})) limit 1`,
    }, {
      columns: () => {},
      row(bytes, bounds) {
        const [table, engine] = [0, 2].map((at) => bytes.toString("utf8", bounds[at], bounds[at + 1]));
        found =
          `“${table}” is a table of ${engine}, which takes nothing back: what is written counts at once.`;
        return true;
      },
    });
  } catch (error) {
    if (!(error instanceof ServerError) || error.more.fatal) throw error;
  }
  return found;
}

/** Why a write is not held back, and was not run; null: it can be. */
export const countsAtOnce = (why: string | null): StatementRefusal | null =>
  why === null ? null : {
    ok: false,
    kind: "refused",
    message: why,
    hint: "It was not run. Run it as one that counts at once.",
    atOnce: true,
  };

import { type Connection, ServerError } from "../driver/mod.ts";
import { dialectOf } from "../text/dialect.ts";
import { tokens } from "../text/tokens.ts";
import { wordSet } from "../text/word_set.ts";
import type { StatementRefusal } from "./end.ts";
import { firstRow, MAX_NAMES, nameList } from "./look_up.ts";

/** Keywords that end the list of tables a statement writes, or begin a subquery in it. */
const BEHIND = wordSet("set values select where returning with");
/** Verbs that may stand behind the clauses of a WITH. */
const VERBS = wordSet("update delete insert replace");
/** Verbs in whose list of tables parentheses stand; elsewhere they hold columns. */
const JOINING = wordSet("update delete with");

/** Returns the names between a statement's verb and the end of its list of tables, which may be names of tables. */
function writtenNames(sql: string): string[] {
  const names = new Set<string>();
  /** First word; after the clauses of a WITH the word behind them. */
  let verb = "";
  let depth = 0;
  /** Depth of the subquery that this is in, which only reads. */
  let reading = Infinity;
  for (const { kind, start, end } of tokens(sql, dialectOf("mysql"))) {
    const text = sql.slice(start, Math.min(end, start + 200));
    const word = kind === "word" ? text.toLowerCase() : "";
    if (kind === "symbol" && text === "(") {
      if (!JOINING.has(verb)) break;
      depth++;
    } else if (kind === "symbol" && text === ")" && depth-- === reading) reading = Infinity;
    if (verb === "with") {
      if (depth === 0 && VERBS.has(word)) verb = word;
    } else if (verb === "" && word !== "") {
      verb = word;
      if (BEHIND.has(word) && word !== "with") break;
    } else if (BEHIND.has(word) && depth < reading) {
      if (depth === 0) break;
      reading = depth;
    } else if (depth < reading) {
      if (kind === "word") names.add(text);
      if (kind === "name") names.add(text.slice(1, -1).replaceAll("``", "`"));
    }
  }
  return [...names].slice(0, MAX_NAMES);
}

/**
 * Returns why MySQL or MariaDB could not roll back what a statement writes: one of its tables has an engine
 * without transactions, such as MyISAM. Null when every table has transactions, or when that is not known.
 */
export async function untransactional(connection: Connection, sql: string): Promise<string | null> {
  const list = nameList(writtenNames(sql));
  if (list === "") return null;
  const found = await firstRow(
    connection,
    `select t.table_name, t.engine from information_schema.tables t
      join information_schema.engines e on e.engine = t.engine
      where e.transactions = 'NO' and t.table_name in (${list})
        and (t.table_schema = database() or t.table_schema in (${list})) limit 1`,
  );
  if (!found) return null;
  const [table, engine] = found;
  return `“${table}” is a table of ${engine}, which takes nothing back: what is written takes effect at once.`;
}

/** Returns the refusal of a write that cannot be held back and was not run; null when it can be held back. */
export const countsAtOnce = (why: string | null): StatementRefusal | null =>
  why === null ? null : {
    ok: false,
    kind: "refused",
    message: why,
    hint: "It was not run. Run it as one that takes effect at once.",
    atOnce: true,
  };

/**
 * Whether PostgreSQL or Redshift refused a statement because it never runs within a transaction. Nothing has
 * happened then.
 */
export function refusesTransactions(error: unknown): boolean {
  if (!(error instanceof ServerError) || error.more.fatal) return false;
  return error.code === "25001" ||
    /cannot (run|be executed|execute) inside a transaction block/i.test(error.message);
}

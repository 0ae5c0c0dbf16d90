import { type Connection, type Outcome, type RowSink, ServerError, type Statement } from "../driver/mod.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import { dialectOf } from "../text/dialect.ts";
import { tokens } from "../text/tokens.ts";
import { wordSet } from "../text/word_set.ts";
import { textRows } from "../values.ts";
import { type Sample, SAMPLE_ROWS, sampleOf } from "./sample.ts";

/** Codes with which a server refuses to return the new rows before it has inserted any. */
const REFUSALS: ReadonlySet<string> = new Set(["42501", "0A000", "42601", "1064", "1142", "1143", "1235"]);

/** Words of an INSERT whose rows are not all in its text, or that returns its rows already. */
const OTHER = wordSet("select returning conflict duplicate ignore");

/** Whether a statement inserts rows that are written in its text, and does nothing else. */
export function insertsRows(sql: string, engine: Engine): boolean {
  if (engine === "redshift") return false;
  let first: string | null = null;
  let rows = false;
  let depth = 0;
  for (const { kind, start, end } of tokens(sql, dialectOf(engine))) {
    if (kind === "code" || kind === "end") return false;
    if (kind === "symbol") depth += sql[start] === "(" ? 1 : sql[start] === ")" ? -1 : 0;
    if (kind !== "word" || depth > 0) continue;
    const word = sql.slice(start, Math.min(end, start + 40)).toLowerCase();
    first ??= word;
    if (first !== "insert" || OTHER.has(word)) return false;
    rows ||= word === "values" || word === "value" || word === "set" || word === "default";
  }
  return rows;
}

/**
 * Runs an INSERT within its transaction and lets the server return the inserted rows, with their defaults and
 * the changes of triggers. Returns null when the server refuses that; nothing has happened then.
 */
export async function runReturning(
  connection: Connection,
  engine: Engine,
  { sql, args }: Pick<Statement, "sql" | "args">,
): Promise<{ readonly outcome: Outcome; readonly sample: Sample } | null> {
  const postgres = ENGINES[engine].protocol === "postgres";
  const { sink, rows, columns } = textRows(SAMPLE_ROWS);
  let count = 0;
  const counting: RowSink = {
    ...sink,
    row(bytes, bounds) {
      count++;
      sink.row(bytes, bounds);
      return true;
    },
  };
  if (postgres) await connection.prepare(["savepoint kedge_sample"]);
  try {
    const statement = { sql: `${sql}\nreturning *`, ...(args ? { args } : {}), whenEnough: "read" as const };
    const { affected = count, ...outcome } = await connection.run(statement, counting);
    if (postgres) await connection.prepare(["release savepoint kedge_sample"]);
    const sample = sampleOf(columns(), rows.map((after) => ({ before: null, after })));
    return { outcome: { ...outcome, affected }, sample };
  } catch (error) {
    if (!(error instanceof ServerError) || !REFUSALS.has(error.code)) throw error;
    if (postgres) await connection.prepare(["rollback to savepoint kedge_sample"]);
    return null;
  }
}

import { type Cell, type Column, type Connection, type Kind, ServerError } from "../driver/mod.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import { utf8Literal } from "../text/bytes.ts";
import { dialectOf } from "../text/dialect.ts";
import { quotedName } from "../text/names.ts";
import { shownValue, textRows } from "../values.ts";
import { type WriteTarget, writeTarget } from "./target.ts";

/** Cells as texts; null is NULL. */
type CellTexts = readonly (string | null)[];

/** Some of the rows that a write is about, before and after it; null where the row does not exist. */
export interface Sample {
  readonly columns: readonly string[];
  /** The kind of each shown column, which says how to read its values. */
  readonly kinds: readonly Kind[];
  /** Number of columns of the table, which may be more than are shown. */
  readonly of: number;
  readonly pairs: readonly Pair[];
}

interface Pair {
  readonly before: CellTexts | null;
  readonly after: CellTexts | null;
}

/** Maximum rows of a sample. */
export const SAMPLE_ROWS = 10;
/** Maximum columns of a sample. */
const COLUMNS = 60;

/**
 * Reads the rows of a write, once before it runs and once after. These reads cannot write, so that functions
 * in the condition take effect only once, in the write itself.
 */
interface Sampler {
  /** Reads in the write's transaction; on MySQL in a transaction of its own before that one begins. */
  before(): Promise<void>;
  /** Reads in the write's transaction. Null when there is no sample. */
  after(): Promise<Sample | null>;
}

const NO_SAMPLE: Sampler = { before: () => Promise.resolve(), after: () => Promise.resolve(null) };

/** Returns the sampler of a statement. A statement that is not a plain UPDATE or DELETE of one table has no sample. */
export function createSampler(
  connection: Connection,
  engine: Engine,
  { sql, args = [] }: { readonly sql: string; readonly args?: readonly Cell[] },
  /** Whether a transaction is open already, in which the sampler stays. */
  within = false,
): Sampler {
  const target = args.length === 0 ? writeTarget(sql, dialectOf(engine)) : null;
  if (!target || engine === "redshift") return NO_SAMPLE;
  const postgres = ENGINES[engine].protocol === "postgres";
  // Inside a transaction that writes, MySQL cannot keep the sampler from writing, but a condition without a
  // call writes nothing.
  if (within && !postgres && target.where?.includes("(")) return NO_SAMPLE;
  let known: { readonly read: Table; readonly key: readonly number[] } | null = null;
  const look = async (target: WriteTarget) => {
    const read = await ask(connection, engine, {
      sql: `select * from ${target.table} ${target.alias}${
        target.where === null ? "" : ` where ${target.where}\n`
      } limit ${SAMPLE_ROWS}`,
    });
    if (!read) return;
    const names = await keyOf(connection, engine, target);
    const key = names.map((name) => read.columns.findIndex((column) => column.name === name));
    known = { read, key: key.includes(-1) ? [] : key };
  };
  return {
    async before() {
      if (postgres || within) return await look(target);
      await connection.prepare(["set session transaction read only", "start transaction read only"]);
      await look(target);
      await connection.prepare(["rollback"]);
    },
    async after() {
      if (!known) return null;
      const { read, key } = known;
      const after = target.verb === "update" && key.length > 0 && read.rows.length > 0
        ? await ask(connection, engine, rowsAgain(engine, target, read, key))
        : null;
      const byKey = new Map(after?.rows.map((row) => [keyText(row, key), row]));
      return sampleOf(
        read.columns,
        read.rows.map((before) => ({ before, after: byKey.get(keyText(before, key)) ?? null })),
      );
    },
  };
}

/** Returns rows as a sample, cut to the columns and characters that are shown. */
export function sampleOf(columns: readonly Column[], pairs: readonly Pair[]): Sample {
  const some = columns.slice(0, COLUMNS);
  return {
    columns: some.map(({ name }) => name),
    kinds: some.map(({ kind }) => kind),
    of: columns.length,
    pairs: pairs.map(({ before, after }) => ({ before: shown(before), after: shown(after) })),
  };
}

interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly CellTexts[];
}

const keyText = (row: CellTexts, key: readonly number[]) => JSON.stringify(key.map((at) => row[at]));
const shown = (row: CellTexts | null) => row && row.slice(0, COLUMNS).map(shownValue);

/**
 * Returns the statement that reads the rows of a sample again, by their key. On MySQL the key is part of the
 * text, because MySQL writes values differently in the results of statements with parameters.
 */
function rowsAgain(engine: Engine, { table }: WriteTarget, { columns, rows }: Table, key: readonly number[]) {
  const numbered = ENGINES[engine].protocol === "postgres";
  const args: (string | null)[] = [];
  const rowIds = rows.map((row) =>
    `(${
      key.map((at) => {
        if (!numbered) return literal(row[at] ?? null, columns[at]!.kind);
        args.push(row[at] ?? null);
        return `$${args.length}`;
      }).join(", ")
    })`
  );
  const names = key.map((at) => quotedName(columns[at]!.name, engine)).join(", ");
  return { sql: `select * from ${table} where (${names}) in (${rowIds.join(", ")})`, args };
}

/**
 * Returns a value as SQL for MySQL that is independent of its settings. Text is written as bytes, so that no
 * character can end it.
 */
function literal(text: string | null, kind: Kind): string {
  if (text === null) return "null";
  if (kind === "blob" && /^0x[\da-f]*$/.test(text)) return text === "0x" ? "''" : text;
  if (/^-?[\d.]+(e-?\d+)?$/.test(text) && (kind === "integer" || kind === "decimal" || kind === "float")) {
    return text;
  }
  if (/^[-\d :.]+$/.test(text)) return `'${text}'`;
  return utf8Literal(text);
}

/** Returns the columns of a table's primary key; empty when it has none or the key is not known. */
async function keyOf(connection: Connection, engine: Engine, { table }: WriteTarget): Promise<string[]> {
  if (ENGINES[engine].protocol === "mysql") {
    const keys = await ask(connection, engine, { sql: `show keys from ${table} where key_name = 'PRIMARY'` });
    const at = keys?.columns.findIndex(({ name }) => name.toLowerCase() === "column_name") ?? -1;
    return keys?.rows.map((row) => row[at] ?? "") ?? [];
  }
  // Columns that an index only includes come last and are no part of its key: the write may change them.
  const keys = await ask(connection, engine, {
    sql: `select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid
      and a.attnum = any((i.indkey::int2[])[0:coalesce((to_jsonb(i) ->> 'indnkeyatts')::int, i.indnatts) - 1])
      where i.indisprimary and i.indrelid = $1::regclass`,
    args: [table.replace(/^only\s+/i, "")],
  });
  return keys?.rows.map(([name]) => name ?? "") ?? [];
}

/**
 * Runs a query within the transaction with no chance of writing, and leaves the transaction as it was.
 * Returns null when the server refused the query.
 */
async function ask(
  connection: Connection,
  engine: Engine,
  statement: { readonly sql: string; readonly args?: readonly Cell[] },
): Promise<Table | null> {
  const safe = ENGINES[engine].protocol === "postgres";
  const { sink, rows, columns } = textRows();
  const back = async () => {
    if (safe) {
      await connection.prepare(["rollback to savepoint kedge_sample", "release savepoint kedge_sample"]);
    }
  };
  try {
    if (safe) {
      await connection.prepare(["savepoint kedge_sample", "set local transaction_read_only to on"]);
    }
    await connection.run({ ...statement, whenEnough: "read" }, sink);
  } catch (error) {
    if (!(error instanceof ServerError) || error.more.fatal) throw error;
    await back();
    return null;
  }
  await back();
  return { columns: columns(), rows };
}

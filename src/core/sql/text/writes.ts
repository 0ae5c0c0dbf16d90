import { type Engine, ENGINES } from "../engines/mod.ts";
import { type Dialect, dialectOf } from "./dialect.ts";
import { callsIn, effectIn } from "./effects.ts";
import { readingFault, TRANSACTIONS } from "./reading.ts";
import { isBrokenNumber, tokens } from "./tokens.ts";
import { wordSet } from "./word_set.ts";

/** What a statement will do, as far as its text shows. */
export interface WriteNature {
  /** First word of the statement, in lower case; of a statement with WITH, the word after that clause. */
  readonly verb: string;
  /** Whether the statement only reads, so that nothing has to be held back. */
  readonly reads: boolean;
  /** Why the statement cannot be held back before it takes effect; null when it can. */
  readonly atOnce: string | null;
  /** Whether it is an UPDATE or DELETE of every row. */
  readonly everyRow: boolean;
}

const MAIN = wordSet("select insert update delete merge values table");
const CONTROL: ReadonlySet<string> = new Set([...TRANSACTIONS, "xa", "lock", "unlock"]);
/**
 * Statements that MySQL and MariaDB can hold back. All others commit the open transaction, or are not rolled
 * back with it.
 */
const MYSQL_HELD = /^(update|delete|replace|insert(?! delayed)|load (data|xml)|with)\b/;
/** An INSERT or REPLACE that a thread of the server carries out later. */
const DELAYED = /^(insert|replace) delayed\b/;

/** Beginnings of statements that PostgreSQL refuses in a transaction, or that take effect at once there. */
const POSTGRES_AT_ONCE: readonly (readonly [begins: RegExp, why: string])[] = [
  [/^vacuum\b/, "VACUUM"],
  [/^(create|drop) (unique )?index concurrently\b/, "An index that is made or dropped concurrently"],
  [/^reindex (schema|database|system)\b|^reindex\b.*\bconcurrently\b/, "This kind of REINDEX"],
  [/^(create|drop|alter) database\b/, "A change of databases"],
  [/^(create|drop) tablespace\b/, "A change of tablespaces"],
  [/^(create|drop|alter) subscription\b/, "A change of subscriptions"],
  [/^alter system\b/, "ALTER SYSTEM"],
  [/^cluster( verbose)?$/, "CLUSTER of all tables"],
  [/^refresh materialized view concurrently\b/, "A concurrent refresh"],
  [/^alter table\b.*\bdetach partition\b.*\bconcurrently\b/, "Detaching a partition concurrently"],
  [/^(call|do)\b/, "A procedure or block, which may commit by itself,"],
  [/^copy\b.*\bto\b/, "COPY to a file or program"],
  [/^copy\b.*\bprogram\b/, "A program that COPY starts"],
  [/^(load|checkpoint|discard|listen|notify|unlisten|set|reset)\b/, "This statement"],
];
const REDSHIFT_AT_ONCE: readonly (readonly [begins: RegExp, why: string])[] = [
  [/^truncate\b/, "TRUNCATE of Redshift"],
  [/^(unload|alter table\b.*\bappend)\b/, "This statement of Redshift"],
  [
    /^(create|drop|alter) external\b|^alter table\b.* (add|drop) (if (not )?exists )?partition\b/,
    "A change of external tables",
  ],
];

const KEDGE_TRANSACTION =
  "Kedge begins and ends a transaction for each write. Leave this out, and run the statements themselves.";

/**
 * Returns what a statement will do. This is a hint for people and not a guard; only the server decides. `within`:
 * whether a transaction of the user is open, in which scripts set sequences.
 */
export function writeNature(sql: string, engine: Engine, within = false): WriteNature {
  const { protocol } = ENGINES[engine];
  const dialect = dialectOf(engine);
  const { verb, words, everyRow, hidden } = read(sql, dialect);
  const sets = !within && setsSequence(sql, dialect);
  const reads = !sets && readingFault(sql, engine) === null &&
    !["insert", "update", "delete", "merge"].includes(verb);
  const atOnce = (what: string) => `${what} takes effect at once: it cannot be held back.`;
  if (reads) return { verb, reads, atOnce: null, everyRow: false };
  const nature = { verb, reads, everyRow };
  if (CONTROL.has(verb)) {
    return { ...nature, atOnce: KEDGE_TRANSACTION };
  }
  const effect = effectIn(sql, dialect);
  if (effect) return { ...nature, atOnce: atOnce(`${effect.name}() ${effect.does}, which`) };
  if (sets) return { ...nature, atOnce: atOnce("setval() changes a sequence, which") };
  if (protocol === "trino") return { ...nature, atOnce: atOnce(`${verb.toUpperCase()} of Athena`) };
  if (protocol === "mysql") {
    // Whether the content of such a comment is executed depends on the server's version.
    if (hidden !== null) return { ...nature, atOnce: atOnce(hidden) };
    if (DELAYED.test(words)) return { ...nature, atOnce: atOnce(`${verb.toUpperCase()} DELAYED`) };
    return { ...nature, atOnce: MYSQL_HELD.test(words) ? null : atOnce(verb.toUpperCase()) };
  }
  const table = engine === "redshift" ? [...REDSHIFT_AT_ONCE, ...POSTGRES_AT_ONCE] : POSTGRES_AT_ONCE;
  const found = table.find(([begins]) => begins.test(words));
  return { ...nature, atOnce: found ? atOnce(found[1]) : null };
}

/** Returns whether a statement sets a sequence, which no server takes back with the transaction. */
function setsSequence(sql: string, dialect: Dialect): boolean {
  if (dialect.protocol !== "postgres" && dialect.protocol !== "mysql") return false;
  return [...callsIn(sql, dialect)].some(({ name, field }) => name === "setval" && !field);
}

/** Statements of PostgreSQL that take effect at once by themselves, but with the transaction when one is open. */
const POSTGRES_WITHIN = /^(call|do|set|reset|listen|notify|unlisten|lock)\b/;
/** Statements of MySQL that commit nothing although they do not write rows. */
const MYSQL_WITHIN = /^(set @[^@]|do\b|(create|drop) temporary table\b)/;

/** Returns why a statement cannot be part of a transaction that is decided on as a whole; null when it can. */
export function withinFault(sql: string, engine: Engine): string | null {
  const { reads, atOnce, verb } = writeNature(sql, engine, true);
  if (reads || atOnce === null) return null;
  const { words } = read(sql, dialectOf(engine));
  const mysql = ENGINES[engine].protocol === "mysql";
  if ((mysql ? MYSQL_WITHIN : POSTGRES_WITHIN).test(mysql ? bareStart(sql, engine) : words)) return null;
  return mysql && !MYSQL_HELD.test(verb) && verb !== "select"
    ? `${verb.toUpperCase()} would commit what this transaction holds.`
    : `${verb.toUpperCase()} cannot be held back within a transaction.`;
}

/** Returns the beginning of a statement, with one space in place of spaces and comments. */
function bareStart(sql: string, engine: Engine): string {
  let start = "";
  for (const { kind, start: from, end } of tokens(sql, dialectOf(engine))) {
    const bare = kind === "space" || kind === "comment";
    if (!bare) start += sql.slice(from, Math.min(end, from + 60));
    else if (start !== "") start += " ";
    if (start.length > 60) break;
  }
  return start.toLowerCase();
}

/** Maximum words read, which is enough for the beginning of every statement. */
const LOOKED_AT = 60;

function read(
  sql: string,
  dialect: Dialect,
): { verb: string; words: string; everyRow: boolean; hidden: string | null } {
  const words: string[] = [];
  /** The first text that servers interpret differently; null for none. */
  let hidden: string | null = null;
  let verb = "";
  let where = false;
  let depth = 0;
  for (const token of tokens(sql, dialect)) {
    const { kind, start, end } = token;
    if (kind === "symbol") {
      if (sql[start] === "(") depth++;
      else if (sql[start] === ")") depth--;
    }
    if (kind === "code") hidden ??= "What a comment hides that the server may execute (/*! … */)";
    if (isBrokenNumber(sql, token, dialect)) hidden ??= `A number without its end (${sql.slice(start, end)})`;
    if (kind !== "word") continue;
    const word = sql.slice(start, end).toLowerCase();
    if (words.length < LOOKED_AT && depth === 0) words.push(word);
    // Parentheses contain other statements, whose WHERE is not this one's.
    if (depth > 0) continue;
    if (verb === "" || (verb === "with" && MAIN.has(word))) verb = word;
    else if (hidden === null) {
      where ||= word === "where" || (word === "limit" && dialect.protocol === "mysql");
    }
  }
  const everyRow = (verb === "update" || verb === "delete") && !where;
  return { verb, words: words.join(" "), everyRow, hidden };
}

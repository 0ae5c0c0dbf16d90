import type { Engine } from "../engines/mod.ts";
import { type Dialect, dialectsOf } from "./dialect.ts";
import { callsIn } from "./effects.ts";
import { tokens } from "./tokens.ts";
import { wordSet } from "./word_set.ts";

/** First words of statements that ask for a plan. */
const EXPLAINING = wordSet("explain describe desc");
/** Words of statements that write. */
const WRITING = wordSet("insert update delete replace merge create into");
/**
 * Functions of PostgreSQL that a read-only transaction lets through and whose effect comes with the commit:
 * messages to others, and large objects before version 16.
 */
const LET_THROUGH = wordSet(
  "pg_notify lo_creat lo_create lo_from_bytea lo_import lo_put lo_truncate lo_truncate64 lo_unlink lowrite",
);

/**
 * Returns how a statement that begins like a read may write within a transaction although the server does not
 * refuse it, as far as its text shows; null when it shows nothing. What may be written by stored functions is
 * not known here.
 */
export function quietWrite(sql: string, engine: Engine): string | null {
  for (const dialect of dialectsOf(engine)) {
    const words = wordsOf(sql, dialect);
    if (explains(words)) {
      if (!words.includes("analyze")) continue;
      if (words.some((word) => WRITING.has(word))) return "EXPLAIN ANALYZE runs what it explains.";
    }
    // In MySQL, INTO sets variables; with a file it is no read. PostgreSQL refuses it.
    if (engine === "redshift" && words.includes("into")) return "INTO creates a table.";
    if (engine !== "postgres") continue;
    for (const { name } of callsIn(sql, dialect)) {
      if (LET_THROUGH.has(name)) return `${name}() takes effect with the commit.`;
    }
  }
  return null;
}

/** Whether a statement asks for a plan only, so that nothing of it runs. */
export function onlyPlans(sql: string, engine: Engine): boolean {
  return dialectsOf(engine).every((dialect) => {
    const words = wordsOf(sql, dialect);
    return explains(words) && !words.includes("analyze");
  });
}

const explains = ([first = ""]: readonly string[]) => EXPLAINING.has(first);

/** Returns the words of a statement in lower case. No keyword has more than 40 characters. */
function wordsOf(sql: string, dialect: Dialect): string[] {
  const words: string[] = [];
  for (const { kind, start, end } of tokens(sql, dialect)) {
    if (kind === "word") words.push(sql.slice(start, Math.min(end, start + 40)).toLowerCase());
  }
  return words;
}

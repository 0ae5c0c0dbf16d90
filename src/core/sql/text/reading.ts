import { suggest } from "../../text/suggest.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import { type Dialect, dialectOf, dialectsOf } from "./dialect.ts";
import { effectIn } from "./effects.ts";
import { splitStatements } from "./split.ts";
import { isBrokenNumber, tokens } from "./tokens.ts";
import { wordSet } from "./word_set.ts";

/** First words of statements that read, in PostgreSQL and MySQL. */
const READING = wordSet("select with values table show explain describe desc");

/** First words of Athena statements that write. */
const WRITING = wordSet(
  `insert create drop alter delete update merge unload execute prepare deallocate vacuum optimize msck grant
  revoke truncate call refresh using`,
);

/** First words of statements that begin or end transactions. */
export const TRANSACTIONS = wordSet("begin start commit end rollback abort savepoint release");

/**
 * Returns why a statement may do more than read; null when it only reads. For what passes here the server
 * itself still refuses writes: a read-only transaction stops everything but statements that end it, that run
 * beside it, or that have effects other than on rows. Such statements begin with other words, and functions
 * with such effects are known by name. The server's settings decide what is a string or a comment, so the
 * text must pass in every dialect.
 */
export function readingFault(sql: string, engine: Engine): string | null {
  // The language of Logs Insights has no words that write.
  if (ENGINES[engine].protocol === "insights") {
    return splitStatements(sql, dialectOf(engine)).length === 0 ? "There is no query" : null;
  }
  for (const dialect of dialectsOf(engine)) {
    const fault = faultIn(sql, dialect);
    if (fault !== null) return fault;
  }
  return null;
}

/**
 * Returns the next step for a statement that does not read, such as the word most likely meant; empty when
 * there is none.
 */
export function readingHint(sql: string, engine: Engine): string {
  for (const dialect of dialectsOf(engine)) {
    for (const { kind, start, end } of tokens(sql, dialect)) {
      const text = sql.slice(start, end);
      if (kind === "space" || kind === "comment" || text === "(") continue;
      if (TRANSACTIONS.has(text.toLowerCase())) {
        return "Each statement that reads is a transaction of its own: leave this out.";
      }
      const meant = suggest(text, READING);
      if (meant !== undefined && meant !== text.toLowerCase()) return `Did you mean “${meant}”?`;
      break;
    }
  }
  return "";
}

function faultIn(sql: string, dialect: Dialect): string | null {
  let first: string | undefined;
  let before = "";
  for (const token of tokens(sql, dialect)) {
    const { kind, start, end } = token;
    if (kind === "space" || kind === "comment") continue;
    if (kind === "code") return "Comments that the server executes (“/*! … */”) are not let through";
    if (isBrokenNumber(sql, token, dialect)) return `The number “${sql.slice(start, end)}” has no end`;
    const text = sql.slice(start, Math.min(end, start + 40)).toLowerCase();
    if (first === undefined && text !== "(") {
      first = text;
      if (!READING.has(first)) {
        return `Only statements that read are let through: this one begins with “${first}”`;
      }
    }
    // Athena has no read-only mode, and an EXPLAIN may run what it explains.
    if (dialect.protocol === "trino" && first === "explain" && kind === "word" && WRITING.has(text)) {
      return `Only statements that read are let through: this one explains ${text.toUpperCase()}`;
    }
    if (before === "into" && (text === "outfile" || text === "dumpfile")) {
      return `Only statements that read are let through: INTO ${text.toUpperCase()} writes a file`;
    }
    // In such a name any letter may be written as its code, which would hide a function's name.
    if (kind === "name" && /(?<![\w$])u&$/i.test(sql.slice(Math.max(0, start - 3), start))) {
      return 'Names in U&"…" are not let through: write them plainly';
    }
    before = text;
  }
  if (first === undefined) return "There is no statement";
  const effect = effectIn(sql, dialect);
  return effect && `Only statements that read are let through: ${effect.name}() ${effect.does}`;
}

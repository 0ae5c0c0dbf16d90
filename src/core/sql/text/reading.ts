import { suggest } from "../../text/suggest.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import { type Dialect, dialectOf, dialectsOf } from "./dialect.ts";
import { effectIn } from "./effects.ts";
import { splitStatements } from "./split.ts";
import { tokens } from "./tokens.ts";

/** The words with which statements begin that read, in both protocols. */
const READING: ReadonlySet<string> = new Set([
  "select",
  "with",
  "values",
  "table",
  "show",
  "explain",
  "describe",
  "desc",
]);

/** The words with which Athena's statements begin that write. */
const WRITING: ReadonlySet<string> = new Set(
  ("insert create drop alter delete update merge unload execute prepare deallocate vacuum optimize msck grant " +
    "revoke truncate call refresh using").split(" "),
);

/** The words with which statements begin that begin and end transactions. */
export const TRANSACTIONS = ["begin", "start", "commit", "end", "rollback", "abort", "savepoint", "release"];

/**
 * Why a statement is not one that reads, or null. The server itself refuses to write within what passes here: a
 * read-only transaction holds against all but what ends it, runs beside it or has other effects than on rows: such
 * statements begin with other words, and such functions are known by their names. What a string or comment is depends on
 * the server's settings, so that every way of reading the text must pass.
 */
export function readingFault(sql: string, engine: Engine): string | null {
  // No word of its language writes.
  if (ENGINES[engine].protocol === "insights") {
    return splitStatements(sql, dialectOf(engine)).length === 0 ? "There is no query" : null;
  }
  for (const dialect of dialectsOf(engine)) {
    const fault = faultIn(sql, dialect);
    if (fault !== null) return fault;
  }
  return null;
}

/** What to do about a statement that does not read: the word that was most likely meant; empty where nothing is near. */
export function readingHint(sql: string, engine: Engine): string {
  for (const dialect of dialectsOf(engine)) {
    for (const { kind, start, end } of tokens(sql, dialect)) {
      const text = sql.slice(start, end);
      if (kind === "space" || kind === "comment" || text === "(") continue;
      if (TRANSACTIONS.includes(text.toLowerCase())) {
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
  for (const { kind, start, end } of tokens(sql, dialect)) {
    if (kind === "space" || kind === "comment") continue;
    if (kind === "code") return "Comments that the server executes (“/*! … */”) are not let through";
    const text = sql.slice(start, Math.min(end, start + 40)).toLowerCase();
    if (first === undefined && text !== "(") {
      first = text;
      if (!READING.has(first)) {
        return `Only statements that read are let through: this one begins with “${first}”`;
      }
    }
    // Athena holds nothing from writing: an EXPLAIN may carry out what it explains.
    if (dialect.protocol === "trino" && first === "explain" && kind === "word" && WRITING.has(text)) {
      return `Only statements that read are let through: this one explains ${text.toUpperCase()}`;
    }
    if (before === "into" && (text === "outfile" || text === "dumpfile")) {
      return `Only statements that read are let through: INTO ${text.toUpperCase()} writes a file`;
    }
    // In such a name any letter may stand as its number.
    if (kind === "name" && /(?<![\w$])u&$/i.test(sql.slice(Math.max(0, start - 3), start))) {
      return 'Names in U&"…" are not let through: write them plainly';
    }
    before = text;
  }
  if (first === undefined) return "There is no statement";
  const effect = effectIn(sql, dialect);
  return effect && `Only statements that read are let through: ${effect.name}() ${effect.does}`;
}

import type { Dialect } from "../text/dialect.ts";
import { tokens } from "../text/tokens.ts";
import { wordSet } from "../text/word_set.ts";

/** The table and condition of a statement that writes, as parts of its own text. */
export interface WriteTarget {
  readonly verb: "update" | "delete";
  readonly table: string;
  /** Name of the table in the condition; empty when the statement gives the table no alias. */
  readonly alias: string;
  /** The condition; null when the statement writes every row. */
  readonly where: string | null;
}

/** Words after a table that are not an alias of it. */
const NO_ALIAS = wordSet("set where returning");

interface Part {
  readonly word: string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

/** Words of a statement that is too complex to be read here. */
const RICH = wordSet("from using join order limit current partition");

/**
 * Returns the target of a plain UPDATE or DELETE of one table; null for every other statement. The result
 * only serves to show rows, so statements that are not understood can be left out.
 */
export function writeTarget(sql: string, dialect: Dialect): WriteTarget | null {
  const parts = partsOf(sql, dialect);
  if (!parts) return null;
  const verb = parts[0]?.word;
  if (verb !== "update" && verb !== "delete") return null;
  let at = 1;
  if (verb === "delete" && parts[at++]?.word !== "from") return null;
  const only = parts[at]?.word === "only";
  const nameStart = only ? at + 1 : at;
  const nameEnd = nameEndOf(parts, nameStart);
  if (nameEnd < 0) return null;
  const table = sql.slice(parts[only ? at : nameStart]!.start, parts[nameEnd]!.end);
  at = nameEnd + 1;
  let alias = "";
  if (parts[at]?.word === "as") at++;
  const next = parts[at];
  if (next && isName(next) && !NO_ALIAS.has(next.word) && !RICH.has(next.word)) {
    alias = sql.slice(next.start, next.end);
    at++;
  }
  if (verb === "update" && parts[at++]?.word !== "set") return null;
  const rest = parts.slice(at).filter(({ depth }) => depth === 0);
  if (rest.some(({ word, kind }) => kind === "word" && RICH.has(word))) return null;
  const whereAt = rest.find(({ word, kind }) => kind === "word" && word === "where");
  const returning = rest.find(({ word, kind }) => kind === "word" && word === "returning");
  const last = parts.at(-1)!;
  if (!whereAt) {
    if (verb === "delete" && rest.length > 0 && rest[0] !== returning) return null;
    return { verb, table, alias, where: null };
  }
  const where = sql.slice(whereAt.end, returning?.start ?? last.end).trim();
  return where === "" ? null : { verb, table, alias, where };
}

/** Returns the tokens of a statement; null when only the server can read the text. */
function partsOf(sql: string, dialect: Dialect): Part[] | null {
  const parts: Part[] = [];
  let depth = 0;
  for (const { kind, start, end } of tokens(sql, dialect)) {
    if (kind === "space" || kind === "comment") continue;
    if (kind === "code" || kind === "end") return null;
    const symbol = kind === "symbol" ? sql[start]! : "";
    if (symbol === ")") depth--;
    parts.push({
      word: kind === "word" || symbol ? sql.slice(start, Math.min(end, start + 60)).toLowerCase() : "",
      kind,
      start,
      end,
      depth,
    });
    if (symbol === "(") depth++;
  }
  return parts;
}

function isName(part: Part | undefined): boolean {
  return part?.kind === "word" || part?.kind === "name";
}

/** Returns the index of the last part of a dotted name; -1 when there is no name. */
function nameEndOf(parts: readonly Part[], start: number): number {
  if (!isName(parts[start])) return -1;
  let at = start;
  while (parts[at + 1]?.word === "." && isName(parts[at + 2])) at += 2;
  return at;
}

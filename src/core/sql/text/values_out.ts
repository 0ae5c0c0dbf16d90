import type { Dialect } from "./dialect.ts";
import { tokens } from "./tokens.ts";

/** Removes comments from a statement, and replaces its strings and numbers by names. */
export function withoutValues(sql: string, dialect: Dialect) {
  let head = "value";
  while (sql.includes(`:${head}`)) head += "_";
  const names = new Map<string, string>();
  let text = "";
  for (const { kind, start, end } of tokens(sql, dialect)) {
    const part = sql.slice(start, end);
    if (kind === "comment") text += " ";
    else if (kind === "string" || kind === "number") {
      if (!names.has(part)) names.set(part, `:${head}${names.size + 1}`);
      text += names.get(part);
    } else text += part;
  }
  const values = new Map([...names].map(([value, name]) => [name, value]));
  return {
    sql: text.trim(),
    /** Puts the values back into a text that has their names. */
    back: (sql: string) => sql.replace(/:[A-Za-z_]+\d+/g, (name) => values.get(name) ?? name),
  };
}

/** Quoted parts of a server's message, which are names or values. */
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|«[^»]*»|„[^“”]*[“”]/g;

/**
 * Returns a server's message without anything that may be a value. Quoted parts stay only when they are known
 * names, and numbers only when they are short.
 */
export function errorWithoutValues(error: string, known: readonly string[]): string {
  const names = new Set(known.flatMap((text) => wordsOf(text)));
  const isKnown = (part: string) => wordsOf(part).every((word) => names.has(word));
  return error
    // PostgreSQL writes: Key (email)=(anna@example.com) already exists; Failing row contains (1, anna).
    .replace(/(=|\bcontains )\s*\(.*\)/gs, "$1(…)")
    .replace(QUOTED, (part) => isKnown(part) ? part : `${part[0]}…${part.at(-1)}`)
    .replace(/(?<![\w$])\d{3,}(?:[.,:-]\d+)*/g, "…");
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? [];
}

import type { Dialect } from "./dialect.ts";
import { tokens } from "./tokens.ts";

/** A statement whose values stand elsewhere. */
interface WithoutValues {
  readonly sql: string;
  /** Puts the values back into a text that names them. */
  back(sql: string): string;
}

/** Takes texts, numbers and comments out of a statement: in the place of a value stands a name. */
export function withoutValues(sql: string, dialect: Dialect): WithoutValues {
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
    back: (sql) => sql.replace(/:[A-Za-z_]+\d+/g, (name) => values.get(name) ?? name),
  };
}

/** What servers put names and values into. */
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|«[^»]*»|„[^“”]*[“”]/g;

/**
 * A server's words without what may be a value: of what it quotes only names stay that are known, and of numbers only
 * short ones.
 */
export function errorWithoutValues(error: string, known: readonly string[]): string {
  const names = new Set(known.flatMap((text) => wordsOf(text)));
  const isKnown = (part: string) => wordsOf(part).every((word) => names.has(word));
  return error
    // PostgreSQL: Key (email)=(anna@example.com) already exists; Failing row contains (1, anna).
    .replace(/(=|\bcontains )\s*\(.*\)/gs, "$1(…)")
    .replace(QUOTED, (part) => isKnown(part) ? part : `${part[0]}…${part.at(-1)}`)
    .replace(/(?<![\w$])\d{3,}(?:[.,:-]\d+)*/g, "…");
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? [];
}

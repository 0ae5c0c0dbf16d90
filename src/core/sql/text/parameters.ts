import type { Dialect } from "./dialect.ts";
import { SINCE, UNTIL } from "./insights.ts";
import { tokens } from "./tokens.ts";

/** A parameter in a text, `:name`. */
interface ParameterPosition {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the names of a statement's parameters (`:name`) in the order of their first occurrence. */
export function parametersOf(sql: string, dialect: Dialect): string[] {
  // The time range of a query is chosen apart from its text.
  if (dialect.protocol === "insights") return [];
  return [...new Set(positions(sql, dialect).map(({ name }) => name))];
}

/** The text for the server, and the parameter for each place in it. */
interface BoundStatement {
  readonly sql: string;
  readonly names: readonly string[];
}

/** Replaces each `:name` by the server's own placeholder, because values are sent apart from the text. */
export function bindParameters(sql: string, dialect: Dialect): BoundStatement {
  if (dialect.protocol === "insights") return { sql, names: [SINCE, UNTIL] };
  const found = positions(sql, dialect);
  const numbered = dialect.protocol === "postgres";
  const names: string[] = [];
  let text = "";
  let at = 0;
  for (const { name, start, end } of found) {
    const known = names.indexOf(name);
    if (!numbered || known < 0) names.push(name);
    text += sql.slice(at, start) + (numbered ? `$${known < 0 ? names.length : known + 1}` : "?");
    at = end;
  }
  return { sql: text + sql.slice(at), names };
}

/**
 * Returns each parameter: a colon directly before a word, but not after another colon (`::text`), a word or a
 * bracket (`array[1:n]`).
 */
function positions(sql: string, dialect: Dialect): ParameterPosition[] {
  const found: ParameterPosition[] = [];
  let before = "";
  let colon = -1;
  for (const { kind, start, end } of tokens(sql, dialect)) {
    const text = sql.slice(start, Math.min(end, start + 200));
    if (kind === "word" && colon >= 0 && colon === start - 1 && /^[A-Za-z_]\w*$/.test(text)) {
      found.push({ name: text, start: colon, end });
    }
    const apart = before === "" || before === "space" || before === "(" || before === "," || before === "=" ||
      before === "<" || before === ">" || before === "+" || before === "-" || before === "*" ||
      before === "|" ||
      before === "/" || before === "%";
    colon = kind === "symbol" && text === ":" && apart ? start : -1;
    before = kind === "symbol" ? text : kind === "comment" ? "space" : kind;
  }
  return found;
}

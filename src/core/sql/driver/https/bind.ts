import type { Cell } from "../connection.ts";
import type { Dialect } from "../../text/dialect.ts";
import { tokens } from "../../text/tokens.ts";

/** A parameter in the form of the Data API. */
interface NamedParameter {
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * Replaces PostgreSQL's parameters (`$1`) by literals. The Data API gives every text the type varchar, which
 * cannot be compared with a number, date or uuid; a literal takes the type its place needs, like a parameter
 * of the other drivers. `E'…'` is read the same under every setting, and quotes and backslashes are doubled,
 * so that no value can end the literal.
 */
export function withLiterals(sql: string, args: readonly Cell[], dialect: Dialect): string {
  return replaced(sql, dialect, (index) => literal(args[index] ?? null), true);
}

/** Replaces MySQL's parameters (`?`) by names, with the values beside the text. */
export function withNames(
  sql: string,
  args: readonly Cell[],
  dialect: Dialect,
): { readonly sql: string; readonly parameters: readonly NamedParameter[] } {
  return {
    sql: replaced(sql, dialect, (index) => `:kedge${index + 1}`, false),
    parameters: args.map((value, index) => ({ name: `kedge${index + 1}`, value: field(value) })),
  };
}

/**
 * Replaces Redshift's parameters (`$1`) by names, with the values as texts beside the text. NULL becomes part
 * of the text.
 */
export function withTexts(
  sql: string,
  args: readonly Cell[],
  dialect: Dialect,
): {
  readonly sql: string;
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
} {
  const used = new Map<string, string>();
  const bound = replaced(sql, dialect, (index) => {
    const value = args[index] ?? null;
    if (value === null) return "null";
    used.set(`kedge${index + 1}`, String(value));
    return `:kedge${index + 1}`;
  }, true);
  return { sql: bound, parameters: [...used].map(([name, value]) => ({ name, value })) };
}

/** Returns Athena's values in the order of their places (`?`), each written as in SQL. */
export function withSqlValues(
  sql: string,
  args: readonly Cell[],
  dialect: Dialect,
): { readonly sql: string; readonly values: readonly string[] } {
  const values: string[] = [];
  const bound = replaced(sql, dialect, (index) => {
    const value = args[index] ?? null;
    values.push(typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value));
    return "?";
  }, false);
  return { sql: bound, values };
}

function literal(value: Cell): string {
  if (value === null) return "null";
  return `E'${String(value).replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

function field(value: Cell): NamedParameter["value"] {
  if (value === null) return { isNull: true };
  if (typeof value === "boolean") return { booleanValue: value };
  if (typeof value === "string") return { stringValue: value };
  return Number.isSafeInteger(value) ? { longValue: value } : { doubleValue: value };
}

function replaced(sql: string, dialect: Dialect, by: (index: number) => string, numbered: boolean): string {
  let text = "";
  let at = 0;
  let count = 0;
  let dollar = -1;
  for (const { kind, start, end } of tokens(sql, dialect)) {
    const symbol = kind === "symbol" ? sql[start] : "";
    if (numbered ? kind === "number" && dollar === start - 1 && dollar >= 0 : symbol === "?") {
      text += sql.slice(at, numbered ? dollar : start) +
        by(numbered ? Number(sql.slice(start, end)) - 1 : count++);
      at = end;
    }
    dollar = symbol === "$" ? start : -1;
  }
  return text + sql.slice(at);
}

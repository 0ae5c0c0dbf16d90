import type { Dialect } from "../../../../core/sql/text/dialect.ts";
import { type Token, tokens } from "../../../../core/sql/text/tokens.ts";
import { bareName } from "./written.ts";

/** A table that a statement names, with its alias. */
export interface NamedTable {
  readonly schema: string;
  readonly name: string;
  readonly alias: string;
  /** Schema and name as written in the statement. */
  readonly written: string;
  /** The qualifier of its columns as written: the alias, else the name. */
  readonly called: string;
  /** Whether the table has no alias and nothing follows it. */
  readonly open: boolean;
}

const BEFORE: ReadonlySet<string> = new Set(["from", "join", "update", "into", "table"]);
/** Keywords that can follow a table, so that they are not its alias. */
const NO_ALIAS: ReadonlySet<string> = new Set(
  ("where on using set values select join inner left right full cross natural group order having limit union " +
    "returning for window offset fetch as").split(" "),
);

/** Returns the tables after FROM, JOIN, UPDATE, INTO and TABLE, also in an unfinished statement. */
export function tablesIn(sql: string, dialect: Dialect): NamedTable[] {
  const parts = partsOf(sql, dialect);
  const found: NamedTable[] = [];
  const isName = (at: number) => parts[at]?.kind === "word" || parts[at]?.kind === "name";
  for (let at = 0; at < parts.length; at++) {
    const { kind, text } = parts[at]!;
    if (kind !== "word" || !BEFORE.has(text.toLowerCase())) continue;
    for (let next = at + 1; isName(next);) {
      const written = [parts[next++]!.text];
      while (parts[next]?.text === "." && isName(next + 1)) {
        written.push(parts[next + 1]!.text);
        next += 2;
      }
      const path = written.map(bareName);
      const name = path.at(-1)!;
      if (NO_ALIAS.has(name.toLowerCase())) break;
      if (parts[next]?.text.toLowerCase() === "as") next++;
      const open = next === parts.length;
      const called = isName(next) && !NO_ALIAS.has(parts[next]!.text.toLowerCase())
        ? parts[next++]!.text
        : written.at(-1)!;
      found.push({
        schema: path.at(-2) ?? "",
        name,
        alias: bareName(called),
        written: written.join("."),
        called,
        open,
      });
      if (parts[next]?.text !== ",") break;
      next++;
    }
  }
  return found;
}

/** Returns the only table of a statement as written; null for several tables or none. */
export function tableOf(sql: string, dialect: Dialect): string | null {
  const [table, ...others] = sql.endsWith("…") ? [] : tablesIn(sql, dialect);
  return table === undefined || others.length > 0 ? null : table.written;
}

/** Returns the names of the queries in a statement's WITH. */
export function withNames(sql: string, dialect: Dialect): string[] {
  const parts = partsOf(sql, dialect);
  const is = (at: number, ...words: string[]) => words.includes(parts[at]?.text.toLowerCase() ?? "");
  const found: string[] = [];
  for (let at = 1; at < parts.length; at++) {
    if (!is(at, "as")) continue;
    let open = at + 1;
    while (is(open, "not", "materialized")) open++;
    if (!is(open, "(")) continue;
    let name = at - 1;
    if (is(name, ")")) {
      while (name > 0 && !is(name, "(")) name--;
      name--;
    }
    const isName = parts[name]?.kind === "word" || parts[name]?.kind === "name";
    if (isName && is(name - 1, "with", "recursive", ",")) found.push(bareName(parts[name]!.text));
  }
  return found;
}

/** Whether a word after a table cannot be its alias. */
export function noAlias(word: string): boolean {
  return NO_ALIAS.has(word.toLowerCase());
}

/** Returns a statement's tokens without white space and comments. */
export function partsOf(sql: string, dialect: Dialect): { kind: Token["kind"]; text: string }[] {
  return [...tokens(sql, dialect)].filter(({ kind }) => kind !== "space" && kind !== "comment")
    .map(({ kind, start, end }) => ({ kind, text: sql.slice(start, end) }));
}

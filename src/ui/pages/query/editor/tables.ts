import type { Dialect } from "../../../../core/sql/text/dialect.ts";
import { type Token, tokens } from "../../../../core/sql/text/tokens.ts";
import { bareName } from "./written.ts";

/** A table that a statement names, and how the statement calls it. */
export interface NamedTable {
  readonly schema: string;
  readonly name: string;
  readonly alias: string;
  /** Schema and name as they are written. */
  readonly written: string;
  /** What stands before its columns, as it is written. */
  readonly called: string;
  /** It has no name but its own, and nothing stands behind it. */
  readonly open: boolean;
}

const BEFORE: ReadonlySet<string> = new Set(["from", "join", "update", "into", "table"]);
/** Words that stand behind a table and are no alias. */
const NO_ALIAS: ReadonlySet<string> = new Set(
  ("where on using set values select join inner left right full cross natural group order having limit union " +
    "returning for window offset fetch as").split(" "),
);

/** The tables that a statement names behind FROM, JOIN, UPDATE and INTO, also while it is not finished. */
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

/** The one table that a statement names, as it is written; null where there are others, or none. */
export function tableOf(sql: string, dialect: Dialect): string | null {
  const [table, ...others] = sql.endsWith("…") ? [] : tablesIn(sql, dialect);
  return table === undefined || others.length > 0 ? null : table.written;
}

/** The names that a statement gives to queries of its own: those of its WITH. */
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

/** Whether a word behind a table cannot be its alias. */
export function noAlias(word: string): boolean {
  return NO_ALIAS.has(word.toLowerCase());
}

/** A statement's tokens, without space and comments. */
export function partsOf(sql: string, dialect: Dialect): { kind: Token["kind"]; text: string }[] {
  return [...tokens(sql, dialect)].filter(({ kind }) => kind !== "space" && kind !== "comment")
    .map(({ kind, start, end }) => ({ kind, text: sql.slice(start, end) }));
}

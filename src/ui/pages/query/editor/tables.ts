import type { Dialect } from "../../../../core/sql/text/dialect.ts";
import { tokens } from "../../../../core/sql/text/tokens.ts";

/** A table that a statement names, and how the statement calls it. */
interface NamedTable {
  readonly schema: string;
  readonly name: string;
  readonly alias: string;
}

const BEFORE: ReadonlySet<string> = new Set(["from", "join", "update", "into", "table"]);
/** Words that stand behind a table and are no alias. */
const NO_ALIAS: ReadonlySet<string> = new Set(
  ("where on using set values select join inner left right full cross natural group order having limit union " +
    "returning for window offset fetch as").split(" "),
);

/** The tables that a statement names behind FROM, JOIN, UPDATE and INTO, also while it is not finished. */
export function tablesIn(sql: string, dialect: Dialect): NamedTable[] {
  const parts = [...tokens(sql, dialect)].filter(({ kind }) => kind !== "space" && kind !== "comment")
    .map(({ kind, start, end }) => ({ kind, text: sql.slice(start, end) }));
  const found: NamedTable[] = [];
  const isName = (at: number) => parts[at]?.kind === "word" || parts[at]?.kind === "name";
  for (let at = 0; at < parts.length; at++) {
    const { kind, text } = parts[at]!;
    if (kind !== "word" || !BEFORE.has(text.toLowerCase())) continue;
    for (let next = at + 1; isName(next);) {
      const path = [bare(parts[next++]!.text)];
      while (parts[next]?.text === "." && isName(next + 1)) {
        path.push(bare(parts[next + 1]!.text));
        next += 2;
      }
      const name = path.at(-1)!;
      if (NO_ALIAS.has(name.toLowerCase())) break;
      if (parts[next]?.text.toLowerCase() === "as") next++;
      const alias = isName(next) && !NO_ALIAS.has(parts[next]!.text.toLowerCase())
        ? bare(parts[next++]!.text)
        : name;
      found.push({ schema: path.at(-2) ?? "", name, alias });
      if (parts[next]?.text !== ",") break;
      next++;
    }
  }
  return found;
}

function bare(name: string): string {
  return /^["`].*["`]$/.test(name) ? name.slice(1, -1) : name;
}

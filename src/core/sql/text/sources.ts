import type { Dialect } from "./dialect.ts";
import { type Token, tokens } from "./tokens.ts";
import { wordSet } from "./word_set.ts";

/** Keywords that end the list of tables in FROM. */
const BEHIND = wordSet("where having window order limit offset fetch for lock procedure");
/** Keywords that compute rows from other rows, so that the result's rows belong to no table. */
const MADE: Readonly<Record<string, string>> = {
  union: "UNION",
  intersect: "INTERSECT",
  except: "EXCEPT",
  minus: "MINUS",
  group: "GROUP BY",
  into: "INTO",
};

/** The tables of a statement. */
interface Sources {
  /** Number of tables and functions in FROM. */
  readonly count: number;
}

/**
 * Returns the tables of a plain SELECT. Otherwise returns, as a part of a sentence, why its rows do not come
 * from tables that are each used once, because then no server reports to which row a column belongs.
 */
export function sourcesOf(sql: string, dialect: Dialect): Sources | string {
  const parts: { readonly kind: Token["kind"]; readonly text: string }[] = [];
  for (const { kind, start, end } of tokens(sql, dialect)) {
    // Only some servers read the content of a comment that MySQL executes.
    if (kind === "code") return "a comment of it is executed";
    if (kind !== "space" && kind !== "comment" && kind !== "end") {
      parts.push({ kind, text: sql.slice(start, end) });
    }
  }
  const word = (at: number) => parts[at]?.kind === "word" ? parts[at]!.text.toLowerCase() : "";
  if (word(0) === "table") return { count: 1 };
  if (word(0) === "with") return "it begins with WITH";
  if (word(0) !== "select") return "it is no plain SELECT";
  const names = new Set<string>();
  let count = 0;
  let depth = 0;
  let where: "columns" | "from" | "behind" = "columns";
  for (let at = 1; at < parts.length; at++) {
    const { text } = parts[at]!;
    if (text === "(") depth++;
    else if (text === ")") depth--;
    if (depth > 0) continue;
    const made = Object.hasOwn(MADE, word(at)) ? MADE[word(at)] : undefined;
    // After a dot or AS the word is a name.
    if (made !== undefined && parts[at - 1]!.text !== "." && word(at - 1) !== "as") {
      return `there is ${made} in it`;
    }
    if (where === "columns") {
      if (word(at) !== "from" || word(at - 1) === "distinct" || parts[at - 1]!.text === ".") continue;
      where = "from";
    } else if (where === "behind") continue;
    else if (BEHIND.has(word(at))) {
      where = "behind";
      continue;
    } else if (text !== "," && word(at) !== "join" && word(at) !== "straight_join") continue;
    // A table of FROM begins here.
    while (word(at + 1) === "only" || word(at + 1) === "lateral") at++;
    const first = parts[at + 1];
    if (first?.kind !== "word" && first?.kind !== "name") {
      return "there is a query or a join in parentheses in its FROM";
    }
    let name = first.text;
    for (at++; parts[at + 1]?.text === "." && parts[at + 2]; at += 2) name = parts[at + 2]!.text;
    count++;
    // Rows of a function have no origin, so they cannot be confused.
    if (parts[at + 1]?.text === "(") continue;
    const bare = name.replace(/^["`]|["`]$/g, "").toLowerCase();
    if (names.has(bare)) return `${bare} stands in it twice`;
    names.add(bare);
  }
  return count === 0 ? "it has no table" : { count };
}

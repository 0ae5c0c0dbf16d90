/** What the text of a view of MySQL or MariaDB uses, as the server prints it: names in quotes, columns with their table. */
import { foldedName, type HiddenPatterns } from "../../config/hidden_columns.ts";
import { isNamed, type Name } from "./mysql_names.ts";

/** A table in the text of a view, and what its columns are called by there. */
interface TableOfView {
  readonly schema: string;
  readonly name: string;
  readonly called: string;
}

const isSign = (name: Name | undefined, text: string) =>
  name !== undefined && !name.quoted && name.text.toLowerCase() === text;

/** Returns the position behind the bracket that closes the one at a position. */
function behindBrackets(names: readonly Name[], at: number): number {
  for (let depth = 0; at < names.length; at++) {
    if (isSign(names[at], "(")) depth++;
    else if (isSign(names[at], ")") && --depth === 0) return at + 1;
  }
  return at;
}

/** Returns whether a name is that of a subquery: `WITH name [(columns)] AS (select …)`. */
function isSubquery(names: readonly Name[], at: number): boolean {
  const as = isSign(names[at + 1], "(") ? behindBrackets(names, at + 1) : at + 1;
  return isSign(names[as], "as") && isSign(names[as + 1], "(") &&
    ["select", "with", "values", "table", "("].some((begins) => isSign(names[as + 2], begins));
}

/** Returns the tables in the text of a view. The server writes each of them in quotes after FROM or JOIN. */
export function tablesOfView(names: readonly Name[], schema: string): readonly TableOfView[] {
  const made = new Set(names.filter((_, at) => isSubquery(names, at)).map(({ text }) => text));
  return names.flatMap(({ text, quoted, next }, at) => {
    let before = at - 1;
    while (isSign(names[before], "(")) before--;
    if (!quoted || !["from", "join", "straight_join"].some((word) => isSign(names[before], word))) return [];
    const table = next === "." ? { schema: text, name: names[at + 2]!.text } : { schema, name: text };
    if (next !== "." && made.has(text)) return [];
    let alias = next === "." ? at + 3 : at + 1;
    if (isSign(names[alias], "partition")) alias = behindBrackets(names, alias + 1);
    return [{ ...table, called: names[alias]?.quoted ? names[alias]!.text : table.name }];
  });
}

/**
 * Returns the hidden columns that the text of a view names, including those of tables in which the login sees
 * only other columns.
 */
export function hiddenInView(
  sql: string,
  ways: readonly (readonly Name[])[],
  schema: string,
  patterns: HiddenPatterns,
): readonly string[][] {
  const columns = new Set(ways.flat().map(({ text }) => text));
  return tablesOfView(ways[0]!, schema).flatMap(({ schema, name }) =>
    [...columns].filter((column) => patterns.hides(schema, name, column) && isNamed(sql, column))
      .map((column) => [schema, name, column])
  );
}

/**
 * Returns a stored function that the text of a view calls; undefined when there is none. The view may call it
 * although the login may not, and then no list shows it to the login. The server's own functions are printed
 * without quotes.
 */
export function functionOfView(ways: readonly (readonly Name[])[]): string | undefined {
  for (const names of ways) {
    const found = names.find(({ quoted, next, before }, at) =>
      // Behind a bracket there is the alias of a subquery, with the names of its columns.
      quoted && next === "(" && before !== ")" && isSign(names[at + 1], "(") && !isSubquery(names, at)
    );
    if (found) return found.text;
  }
  return undefined;
}

/**
 * Returns a column in the text of a view that `sees` does not know of its table; undefined when there is
 * none. It may be computed from hidden ones.
 */
export function unseenInView(
  names: readonly Name[],
  schema: string,
  sees: (schema: string, table: string, column: string) => boolean,
): string | undefined {
  const head = names.slice(names.findIndex((name) => isSign(name, "view")));
  const text = head.slice(head.findIndex((name) => isSign(name, "as")));
  const tables = tablesOfView(text, schema);
  const made = new Set(
    text.filter(({ quoted, before }, at) => (quoted && before === ")") || isSubquery(text, at))
      .map(({ text }) => text),
  );
  for (const [at, { text: column, quoted, before, next }] of text.entries()) {
    const of = text[at - 2];
    const isTable = ["from", "join", "straight_join", "("].some((word) => isSign(text[at - 3], word)) &&
      tables.some(({ schema, name }) => schema === of?.text && name === column);
    if (!quoted || before !== "." || next === "." || !of?.quoted || isTable) continue;
    const named = tables.filter(({ called }) => foldedName(called) === foldedName(of.text));
    const unseen = named.find(({ schema, name }) => !sees(schema, name, column));
    if (unseen) return `${unseen.schema}.${unseen.name}.${column}`;
    if (named.length === 0 && !made.has(of.text)) return `${of.text}.${column}`;
  }
  return undefined;
}

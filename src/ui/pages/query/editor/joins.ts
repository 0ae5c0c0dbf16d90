import type { JoinKey } from "../../../../core/sql/query_window/joins.ts";
import type { Engine } from "../../../../core/sql/engines/mod.ts";
import type { Dialect } from "../../../../core/sql/text/dialect.ts";
import { sqlName } from "../../../../core/sql/text/names.ts";
import { type NamedTable, noAlias, partsOf, tablesIn, withNames } from "./tables.ts";
import type { Written } from "./written.ts";

/** Asks the server's catalog for the keys that join the last of these tables with the others. */
export type AskJoins = (
  tables: readonly { readonly schema: string; readonly name: string }[],
) => Promise<readonly JoinKey[]>;

/** The text of a join condition from a foreign key that completes what is written. */
interface Condition {
  readonly text: string;
  /** The name of the foreign key. */
  readonly key: string;
}

/** The statement around the cursor. */
interface Around {
  readonly before: string;
  readonly after: string;
  readonly written: Written;
}

/** A position at which a join condition is valid. */
interface JoinPoint {
  /** The tables of the statement; the joined one is the last. */
  readonly tables: readonly NamedTable[];
  /** The word ON in the case to write it; null where it is already written. */
  readonly on: string | null;
  readonly and: string;
}

/** Maximum tables considered. */
const MAX_COUNT = 8;

/** Returns the join conditions that fit at the cursor, those with the nearest table first. */
export async function joinConditions(
  ask: AskJoins,
  around: Around,
  engine: Engine,
  dialect: Dialect,
): Promise<Condition[]> {
  const point = pointOf(around, dialect);
  if (!point) return [];
  const { tables, on, and } = point;
  const { path: [alias], typed } = around.written;
  const meant = tables.find((table) =>
    alias !== undefined && table.alias.toLowerCase() === alias.toLowerCase()
  );
  if (alias !== undefined && !meant) return [];
  const begun = meant ? `${meant.called}.` : "";
  const last = tables.length - 1;
  const keys = await ask(tables.map(({ schema, name }) => ({ schema, name })));
  return keys.flatMap(({ name, from, to, columns }) => {
    const condition = (left: "from" | "to") =>
      columns.map((column) => {
        const sides = { from: [from, column.from], to: [to, column.to] } as const;
        const side = (which: "from" | "to") =>
          `${tables[sides[which][0]]!.called}.${sqlName(sides[which][1], engine)}`;
        return `${side(left)} = ${side(left === "from" ? "to" : "from")}`;
      }).join(` ${and} `);
    // The joined table comes first, unless the user has begun with the other one.
    const sides = from === last ? ["from", "to"] as const : ["to", "from"] as const;
    const texts = sides.map(condition)
      .filter((text) => text.startsWith(begun))
      .map((text) => on === null ? text.slice(begun.length) : `${on} ${text}`)
      .filter((text) => text.toLowerCase().startsWith(typed.toLowerCase()));
    return texts.slice(0, 1).map((text) => ({ text, key: name }));
  });
}

/** Returns the position of a join condition at the cursor; null where none can begin. */
function pointOf({ before, after, written }: Around, dialect: Dialect): JoinPoint | null {
  const { path, typed, quoted } = written;
  if (quoted || path.length > 1) return null;
  const parts = partsOf(before, dialect);
  const end = parts.length - (typed === "" ? 0 : 1) - 2 * path.length;
  const word = (at: number) => parts[at]?.kind === "word" ? parts[at]!.text.toLowerCase() : "";
  let join = end - 1;
  while (join >= 0 && word(join) !== "join") join--;
  if (join < 0 || ["cross", "natural"].includes(word(join - 1))) return null;
  let at = join + 1;
  const isName = () => at < end && (parts[at]!.kind === "name" || (word(at) !== "" && !noAlias(word(at))));
  if (!isName()) return null;
  for (at++; at + 1 < end && parts[at]!.text === "."; at += 2);
  const bare = at === end;
  if (word(at) === "as" && at < end) at++;
  if (isName()) at++;
  const isOn = at < end && word(at) === "on";
  if (isOn) { for (at++; at < end && parts[at]!.text === "("; at++); }
  if (at !== end) return null;
  const upper = parts[join]!.text === "JOIN";
  if (!isOn) {
    // The user is still writing the table's name or its alias.
    if (path.length > 0 || (typed === "" ? !/\s$/.test(before) : bare && typed.toLowerCase() !== "on")) {
      return null;
    }
  }
  const [next] = partsOf(after, dialect);
  const free = next === undefined || next.kind === "end" || next.text === ")" ||
    (next.kind === "word" && noAlias(next.text) && !["on", "using", "as"].includes(next.text.toLowerCase()));
  if (!free) return null;
  const subqueries = new Set(withNames(before, dialect).map((name) => name.toLowerCase()));
  const all = tablesIn(before.slice(0, before.length - (isOn ? 0 : typed.length)), dialect);
  // A query of the statement's WITH hides the table of the same name.
  const isSubquery = ({ schema, name }: NamedTable) => schema === "" && subqueries.has(name.toLowerCase());
  const joined = all.at(-1);
  if (!joined || isSubquery(joined)) return null;
  const tables = [...all.slice(0, -1).filter((table) => !isSubquery(table)).slice(1 - MAX_COUNT), joined];
  // Tables with the same name in different schemas must be qualified.
  const isOnly = ({ alias }: NamedTable) =>
    tables.filter((table) => table.alias.toLowerCase() === alias.toLowerCase()).length === 1;
  return {
    tables: tables.map((table) => isOnly(table) ? table : { ...table, called: table.written }),
    on: isOn ? null : upper ? "ON" : "on",
    and: upper ? "AND" : "and",
  };
}

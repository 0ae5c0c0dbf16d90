import type { Dialect } from "./dialect.ts";
import { tokens } from "./tokens.ts";

/** What the server could not read: all that is left from there, or the beginning of it. */
const NEAR = /\bnear '([^]*)' at line (\d+)\s*$/;
/** What is not there: a column, a table, a routine, a database. */
const ABSENT =
  /^(?:Unknown column|Unknown table|Unknown database|Table|FUNCTION|PROCEDURE)\s+'?([^']+?)'?(?: in .*| doesn't exist| does not exist)?$/;

/**
 * Where in a statement the fault is that MySQL or MariaDB tell of in words only, in UTF-16 units from 0; null where the
 * words do not lead there.
 */
export function errorPosition(words: string, sql: string, dialect: Dialect): number | null {
  const near = NEAR.exec(words);
  if (near) return positionOfRest(near[1]!, Number(near[2]), sql);
  const absent = ABSENT.exec(words)?.[1]?.split(".").at(-1)?.toLowerCase();
  if (absent === undefined) return null;
  for (const { kind, start, end } of tokens(sql, dialect)) {
    if (kind !== "word" && kind !== "name") continue;
    const text = sql.slice(start, end);
    if ((kind === "name" ? text.slice(1, -1) : text).toLowerCase() === absent) return start;
  }
  return null;
}

function positionOfRest(rest: string, line: number, sql: string): number | null {
  // Nothing is left: something is missing at the end.
  if (rest === "") return sql.length;
  let from = 0;
  for (let n = 1; n < line; n++) {
    const end = sql.indexOf("\n", from);
    if (end < 0) break;
    from = end + 1;
  }
  const found = sql.indexOf(rest, from);
  if (found >= 0) return found;
  // MySQL counts lines up to the end of what it has read ahead.
  const earlier = sql.lastIndexOf(rest);
  return earlier < 0 ? null : earlier;
}

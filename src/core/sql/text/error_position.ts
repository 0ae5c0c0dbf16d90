import type { Dialect } from "./dialect.ts";
import { tokens } from "./tokens.ts";

/** MySQL's message with the text that it could not read: the rest of the statement, or the beginning of that rest. */
const NEAR = /\bnear '([^]*)' at line (\d+)\s*$/;
/** MySQL's message about a column, table, routine or database that does not exist. */
const ABSENT =
  /^(?:Unknown column|Unknown table|Unknown database|Table|FUNCTION|PROCEDURE)\s+'?([^']+?)'?(?: in .*| doesn't exist| does not exist)?$/;

/**
 * Returns the position of an error in a statement, in UTF-16 units from 0. MySQL and MariaDB give the
 * position only in the text of their message. Null when that text does not lead to a position.
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
  // MySQL found an unexpected end, so something is missing at the end of the statement.
  if (rest === "") return sql.length;
  let from = 0;
  for (let n = 1; n < line; n++) {
    const end = sql.indexOf("\n", from);
    if (end < 0) break;
    from = end + 1;
  }
  const found = sql.indexOf(rest, from);
  if (found >= 0) return found;
  // MySQL counts lines up to the end of what it has read ahead, so the text may be on an earlier line.
  const earlier = sql.lastIndexOf(rest);
  return earlier < 0 ? null : earlier;
}

import type { Engine } from "../sql/engines/mod.ts";
import { dialectOf } from "../sql/text/dialect.ts";
import { splitStatements } from "../sql/text/split.ts";
import { writeNature } from "../sql/text/writes.ts";
import { refused, type ToolRefusal } from "./answer.ts";
import { plainTextFault } from "./plain_text.ts";

/** Returns why a text cannot be proposed as a write; null when it can. */
export function proposableFault(sql: string, engine: Engine): ToolRefusal | null {
  const control = plainTextFault(sql);
  if (control) return control;
  const ranges = splitStatements(sql, dialectOf(engine));
  if (ranges.length !== 1) {
    return refused(
      ranges.length === 0 ? "There is no statement." : `These are ${ranges.length} statements.`,
      "Propose one statement at a time: a person decides on each.",
    );
  }
  const { start, end } = ranges[0]!;
  return writeNature(sql.slice(start, end), engine).reads
    ? refused("This statement only reads.", "Use read for it.")
    : null;
}

/** Returns the one statement of a text as an editor shows it and the query window runs it. */
export function proposedStatement(sql: string, engine: Engine): string {
  const [{ start, end } = { start: 0, end: sql.length }] = splitStatements(sql, dialectOf(engine));
  return sql.slice(start, end).replaceAll("\r\n", "\n");
}

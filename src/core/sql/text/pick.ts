import type { Dialect } from "./dialect.ts";
import { type Range, splitStatements } from "./split.ts";

/** Selects statements of a text: all, the one at a position, or those within a part of the text. */
export type Pick = "all" | { readonly at: number } | { readonly from: number; readonly to: number };

/**
 * Returns the statement at a position: the one that contains it, else the one before it on the same line,
 * else the next one.
 */
export function statementAt(text: string, ranges: readonly Range[], at: number): Range | undefined {
  const inside = ranges.find(({ start, end }) => start <= at && at <= end);
  if (inside) return inside;
  const before = ranges.findLast(({ end }) => end < at);
  if (before && !/\n/.test(text.slice(before.end, at))) return before;
  return ranges.find(({ start }) => start > at) ?? before;
}

/** Returns the selected statements. */
export function pickStatements(text: string, dialect: Dialect, pick: Pick): Range[] {
  if (pick !== "all" && "from" in pick) {
    const { from, to } = pick;
    return splitStatements(text.slice(from, to), dialect)
      .map(({ start, end }) => ({ start: start + from, end: end + from }));
  }
  const ranges = splitStatements(text, dialect);
  if (pick === "all") return ranges;
  const one = statementAt(text, ranges, pick.at);
  return one ? [one] : [];
}

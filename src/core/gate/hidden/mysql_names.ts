import type { Dialect } from "../../sql/text/dialect.ts";
import { tokens } from "../../sql/text/tokens.ts";

/** A word, name or sign of a statement of MySQL. */
export interface Name {
  /** Without its quotes. */
  readonly text: string;
  /** It stands in quotes. */
  readonly quoted: boolean;
  /** The texts beside it; empty at the ends. */
  readonly before: string;
  readonly next: string;
}

/** What can be a name in a statement, and the signs between, as a server of that dialect reads it. */
export function namesIn(sql: string, dialect: Dialect): readonly Name[] {
  const parts: { text: string; quoted: boolean }[] = [];
  for (const { kind, start, end } of tokens(sql, dialect)) {
    if (kind === "space" || kind === "comment") continue;
    const text = sql.slice(start, end);
    if (kind !== "name") parts.push({ text: kind === "string" ? "''" : text, quoted: false });
    else {
      const quote = text[0]!;
      parts.push({ text: text.slice(1, -1).replaceAll(quote + quote, quote), quoted: true });
    }
  }
  return parts.map((part, at) => ({
    ...part,
    before: parts[at - 1]?.text ?? "",
    next: parts[at + 1]?.text ?? "",
  }));
}

/** Every word of a text, also within strings: what a server reads in another way is among them. */
export function wordsIn(sql: string): readonly string[] {
  return sql.match(/[\w$\u0080-\uffff]+/g) ?? [];
}

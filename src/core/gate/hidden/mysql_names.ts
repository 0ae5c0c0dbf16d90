import { type Dialect, dialectsOf } from "../../sql/text/dialect.ts";
import { tokens } from "../../sql/text/tokens.ts";
import { weighedName } from "../../sql/text/weighed_name.ts";

/** A word, name or sign in a MySQL statement. */
export interface Name {
  /** The text without its quotes. */
  readonly text: string;
  /** Whether the text is in quotes. */
  readonly quoted: boolean;
  /** The neighbouring texts; empty at the ends. */
  readonly before: string;
  readonly next: string;
}

/** Returns the possible names in a statement and the signs between them, as a server of that dialect reads it. */
export function namesIn(sql: string, dialect: Dialect): readonly Name[] {
  const parts: { text: string; quoted: boolean }[] = [];
  for (const { kind, start, end } of tokens(sql, dialect)) {
    if (kind === "space" || kind === "comment") continue;
    const text = inNames(sql.slice(start, end));
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

/** Returns every word of a text, even inside strings, so that words which a server reads differently are included. */
export function wordsIn(sql: string): readonly string[] {
  return (sql.match(/[\w$\u0080-\uffff]+/g) ?? []).map(inNames);
}

/** Returns a text as MySQL reads it in names, which have no characters beyond U+FFFF: it takes each for `?`. */
function inNames(text: string): string {
  return text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?");
}

/** Returns whether a text contains a name. A name that needs quotes counts wherever its letters occur. */
export function isNamed(text: string, name: string): boolean {
  const weighed = weighedName(name);
  if (!/^[a-z_][\w$]*$/.test(weighed) && weighedName(inNames(text)).includes(weighed)) return true;
  return dialectsOf("mysql").some((dialect) =>
    namesIn(text, dialect).some((one) => weighedName(one.text) === weighed)
  );
}

/**
 * Returns the columns in an expression, as a server prints it: names in quotes. MySQL prints a backslash
 * before the quotes of its strings, so back quotes count wherever they are.
 */
export function columnsIn(expression: string): ReadonlySet<string> {
  const printed = [...expression.matchAll(/`((?:[^`]|``)*)`(?!\.)/g)].map(([, name]) =>
    name!.replaceAll("``", "`")
  );
  const read = dialectsOf("mysql").flatMap((dialect) => namesIn(expression, dialect))
    .filter(({ quoted, next }) => quoted && next !== ".").map(({ text }) => text);
  return new Set([...printed, ...read]);
}

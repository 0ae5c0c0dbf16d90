import type { Dialect } from "../../../../core/sql/text/dialect.ts";
import { type Token, tokens } from "../../../../core/sql/text/tokens.ts";

/** A name that is being written, possibly qualified. */
export interface Written {
  /** The qualifiers before the name, without their dots. */
  readonly path: readonly string[];
  /** The part of the name written so far. */
  readonly typed: string;
  /** Number of characters that a completion replaces, including an open quote. */
  readonly length: number;
  /** Whether the name is inside an open quote. */
  readonly quoted: boolean;
}

/** Returns the name being written at the end of a text; null inside a string, a comment or a number. */
export function writtenAt(text: string, dialect: Dialect): Written | null {
  const parts = [...tokens(text, dialect)];
  const last = parts.at(-1);
  if (!last || last.kind === "space" || last.kind === "end") return NOTHING;
  const word = text.slice(last.start, last.end);
  switch (last.kind) {
    case "word":
      return {
        ...NOTHING,
        path: pathBefore(parts, parts.length - 1, text),
        typed: word,
        length: word.length,
      };
    case "name":
      if (!last.open) return null;
      return {
        path: pathBefore(parts, parts.length - 1, text),
        typed: word.slice(1).replaceAll(word[0]!.repeat(2), word[0]!),
        length: word.length,
        quoted: true,
      };
    case "symbol":
      return { ...NOTHING, path: pathBefore(parts, parts.length, text) };
    default:
      return null;
  }
}

const NOTHING: Written = { path: [], typed: "", length: 0, quoted: false };

function pathBefore(parts: readonly Token[], from: number, text: string): string[] {
  const path: string[] = [];
  const textAt = (at: number) => text.slice(parts[at]?.start, parts[at]?.end);
  for (let at = from - 1; at > 0 && textAt(at) === "."; at -= 2) {
    const { kind } = parts[at - 1]!;
    if (kind !== "word" && kind !== "name") break;
    path.unshift(bareName(textAt(at - 1)));
  }
  return path;
}

/** Returns a name without its quotes. */
export function bareName(name: string): string {
  const mark = name[0]!;
  return /^(".*"|`.*`)$/s.test(name) ? name.slice(1, -1).replaceAll(mark + mark, mark) : name;
}

import { codePointName } from "../text/hidden.ts";
import { isSecretPiece } from "../text/password_dots.ts";
import type { InvalidNode, Node } from "./node.ts";
import type { Scanner } from "./scan.ts";

/** Words of other languages, and what JSON has in their place. */
const WORDS: ReadonlyMap<string, string> = new Map(Object.entries({
  none: "null",
  nil: "null",
  undefined: "null",
  yes: "true",
  on: "true",
  no: "false",
  off: "false",
}));

/** Returns the JSON word for a word of another language; undefined when there is none. */
export function jsonWordOf(text: string): string | undefined {
  const lower = text.toLowerCase();
  return ["true", "false", "null"].includes(lower) ? lower : WORDS.get(lower);
}

/** Reads `true`, `false` or `null`, or reports what is there instead. `keyed`: whether it is under a key. */
export function readWord(scanner: Scanner, keyed: boolean): Node {
  const { start, end, text } = scanner.word(keyed);
  if (text === "true" || text === "false") return { kind: "boolean", start, end, value: text === "true" };
  if (text === "null") return { kind: "null", start, end, value: null };
  if (/^[\p{L}\p{N}_$.\/~@*-]/u.test(text)) {
    const meant = jsonWordOf(text);
    scanner.report(
      "unknown-word",
      start,
      `${scanner.shown(start, end, keyed)} is neither a number nor true, false or null`,
      meant
        ? `Write ${meant}`
        : `Text stands in double quotes: ${scanner.quoted({ start, end }, text, keyed)}`,
    );
  } else {
    const name = isSecretPiece(scanner.text, start, end) ? "•••" : codePointName(scanner.text, start);
    scanner.report("invalid-character", start, `${name} is no value`);
  }
  return invalidAt(scanner, start);
}

/** Returns the text from `start` to the scanner's position as an invalid value. */
export function invalidAt(scanner: Scanner, start: number): InvalidNode {
  return { kind: "invalid", start, end: Math.max(start, scanner.lastEnd) };
}

import { dots, mayBeKeyless } from "./password_dots.ts";

/** A part of a JSON text, however malformed: a comment, a text in quotes, at most its line, a bracket, a sign, or a bare word. */
const PART =
  /(?<comment>\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$))|(?<text>"(?:[^"\\\r\n]|\\.)*(?:"|\\?(?=[\r\n]|$))|'(?:[^'\\\r\n]|\\.)*(?:'|\\?(?=[\r\n]|$))|[“„][^“”\r\n]*[”“]|‘[^‘’\r\n]*’|`[^`\r\n]*`)|(?<bracket>[{}[\]])|(?<sign>[:=,;])|(?<word>[^\s{}[\],:;="']+|["'])|(?<line>[\r\n]+)/g;
/** Names of things of AWS. */
const NAME = /^["']arn:/;
const CLOSES = /["'`”“’]$/;
/** A sign that makes the text before it a key. */
const SIGN = /["']?\s*[:=]/y;
/** A value on the same line: the text before it was likely meant as its key. */
const VALUE = /[ \t]*(?=["'{[\w-])(?!"(?:[^"\\\r\n]|\\.)*"\s*:)/y;

/** A bracket that is open, and whether a key stands before it. */
interface Open {
  readonly list: boolean;
  keyed: boolean;
}

/**
 * From where to where words and texts of a JSON text stand under no key: nothing says that they are no password. `text` begins
 * where the file or one of its lines does.
 */
function keylessSpans(text: string): (readonly [from: number, to: number])[] {
  const spans: (readonly [number, number])[] = [];
  const open: Open[] = [];
  /** What the next value would be: of a key, of a list, or of nothing. */
  let after: "key" | "colon" | "value" | "start" = "start";
  /** Values in a row with colons between them, as in `host:port:user:password`. */
  let row = false;
  const follows = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at;
    return pattern.test(text);
  };
  for (const match of text.matchAll(PART)) {
    const { comment, bracket, sign, line, text: quoted } = match.groups!;
    const from = match.index, to = from + match[0].length;
    const top = open.at(-1);
    if (comment !== undefined) continue;
    if (line !== undefined) row = false;
    else if (bracket === "{" || bracket === "[") {
      open.push({ list: bracket === "[", keyed: after === "colon" || (top?.list === true && top.keyed) });
      // A word among objects is none of the list's.
      if (bracket === "{" && top) top.keyed = false;
      after = "start";
    } else if (bracket !== undefined) {
      open.pop();
      after = "value";
      row = false;
    } else if (sign === "," || sign === ";") {
      after = "start";
      row = false;
    } else if (sign !== undefined) {
      if (after === "value") row = true;
      after = after === "key" ? "colon" : after;
    } else if (row) spans.push([from, to]);
    else if (after === "colon" || (top?.list && top.keyed)) after = "value";
    else if (follows(SIGN, to)) after = "key";
    else if (quoted !== undefined && !top?.list && after === "start" && follows(VALUE, to)) after = "colon";
    else {
      const shown = quoted === undefined ? !mayBeKeyless(match[0]) : top?.list || NAME.test(match[0]);
      if (!shown) spans.push(inside(from, to, quoted));
      after = "value";
    }
  }
  return spans;
}

/** Quotes are no part of what they hold. */
function inside(from: number, to: number, quoted: string | undefined): readonly [number, number] {
  if (quoted === undefined) return [from, to];
  return [from + 1, quoted.length > 1 && CLOSES.test(quoted) ? to - 1 : to];
}

/** A whole JSON text, malformed or not, with dots for what stands under no key. */
export function keylessDots(text: string): string {
  let shown = "", end = 0;
  for (const [from, to] of keylessSpans(text)) {
    shown += text.slice(end, from) + dots(text.slice(from, to));
    end = to;
  }
  return shown + text.slice(end);
}

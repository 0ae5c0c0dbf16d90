import { dots, mayBeKeyless } from "./password_dots.ts";

/**
 * A token of a JSON text, however malformed: a comment, a quoted text (which ends with its line at the
 * latest), a bracket, a sign, a bare word, or a line break.
 */
const PART =
  /(?<comment>\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$))|(?<text>"(?:[^"\\\r\n]|\\.)*(?:"|\\?(?=[\r\n]|$))|'(?:[^'\\\r\n]|\\.)*(?:'|\\?(?=[\r\n]|$))|[“„][^“”\r\n]*[”“]|‘[^‘’\r\n]*’|`[^`\r\n]*`)|(?<bracket>[{}[\]])|(?<sign>[:=,;])|(?<word>[^\s{}[\],:;="']+|["'])|(?<line>[\r\n]+)/g;
/** Names of AWS resources (ARNs). */
const NAME = /^["']arn:/;
const CLOSES = /["'`”“’]$/;
/** A sign after a text that makes the text a key. */
const SIGN = /["']?\s*[:=]/y;
/** A value on the same line after a text, which was then probably meant as a key. */
const VALUE = /[ \t]*(?=["'{[\w-])(?!"(?:[^"\\\r\n]|\\.)*"\s*:)/y;

/** An open bracket, and whether a key precedes it. */
interface Open {
  readonly list: boolean;
  keyed: boolean;
}

/**
 * Returns the ranges of words and strings in a JSON text that are under no key, because nothing shows that
 * they are not passwords. `text` must begin where the file or one of its lines does.
 */
function keylessSpans(text: string): (readonly [from: number, to: number])[] {
  const spans: (readonly [number, number])[] = [];
  const open: Open[] = [];
  /** What precedes the next value. */
  let after: "key" | "colon" | "value" | "start" = "start";
  /** Whether values follow each other with colons between, as in `host:port:user:password`. */
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
      // In a list of objects, a bare word does not belong to the list's key.
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

/** Returns the range of a string without its quotes. */
function inside(from: number, to: number, quoted: string | undefined): readonly [number, number] {
  if (quoted === undefined) return [from, to];
  return [from + 1, quoted.length > 1 && CLOSES.test(quoted) ? to - 1 : to];
}

/** Returns a whole JSON text, malformed or not, with dots in place of what is under no key. */
export function keylessDots(text: string): string {
  let shown = "", end = 0;
  for (const [from, to] of keylessSpans(text)) {
    shown += text.slice(end, from) + dots(text.slice(from, to));
    end = to;
  }
  return shown + text.slice(end);
}

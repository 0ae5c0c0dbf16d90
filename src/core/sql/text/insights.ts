import type { Token } from "./token.ts";

/**
 * The query language of CloudWatch Logs Insights. Commands are separated by pipes, `#` begins a comment,
 * texts are in single or double quotes, names in backticks, and patterns between slashes.
 */

/** Parameters for the beginning and the end of a query's time range. Their values are sent apart from the text. */
export const SINCE = "since", UNTIL = "until";

/** The commands, each with what it does. */
export const COMMANDS: Readonly<Record<string, string>> = {
  fields: "shows fields, and what is computed of them",
  display: "shows these fields alone",
  filter: "keeps the lines that fit",
  stats: "counts and sums, by groups",
  sort: "orders the rows",
  limit: "so many rows at most",
  parse: "takes fields out of a text",
  dedup: "one row for each value",
  pattern: "groups lines that are alike",
  diff: "compares with the time before",
  unmask: "shows what a policy hides",
  unnest: "a row for each element of a list",
  filterIndex: "reads only what an index knows of",
  anomaly: "finds lines that are unusual",
  lookup: "adds columns of a table",
  SOURCE: "names the log groups",
};

/** The functions of the language. */
export const FUNCTIONS: readonly string[] = `abs ceil floor greatest least log sqrt
  bin datefloor dateceil fromMillis toMillis now
  isPresent coalesce isempty isblank concat ltrim rtrim trim strlen toupper tolower substr replace strcontains
  isValidIp isValidIpv4 isValidIpv6 isIpInSubnet isIpv4InSubnet isIpv6InSubnet jsonParse jsonStringify
  avg count count_distinct max min pct stddev sum earliest latest
  sortsFirst sortsLast`.split(/\s+/);

/** Keywords within commands. */
export const WORDS: readonly string[] = "as by asc desc and or not like in with".split(" ");

/** Tokens that may be longer than one character. Each pattern is tried at a given position. */
const FORMS: readonly (readonly [Token["kind"], RegExp])[] = [
  ["space", /\s+/y],
  ["comment", /#[^\n\r]*/y],
  ["number", /(?:\d+(?:\.\d+)?|\.\d+)(?![\w@])/y],
  ["word", /[@$A-Za-z_\u0080-\uffff][\w.@$\u0080-\uffff]*|\d[\w.]*/y],
];
const QUOTES: Readonly<Record<string, Token["kind"]>> = { "'": "string", '"': "string", "`": "name" };
/** What must be before a pattern; anywhere else a slash divides. */
const BEFORE_PATTERN = /(?:\blike|=~|\bparse\s+\S+)\s*$/i;
/** Maximum characters read before a slash. */
const LOOKED_AT = 80;

/** Returns the token that begins at a position of a query. */
export function insightsToken(text: string, start: number): Token {
  for (const [kind, form] of FORMS) {
    form.lastIndex = start;
    if (form.test(text)) return { kind, start, end: form.lastIndex };
  }
  const char = text[start]!;
  const quoted = QUOTES[char];
  if (quoted !== undefined) return closed(text, start, char, quoted);
  if (char === "/" && BEFORE_PATTERN.test(text.slice(Math.max(0, start - LOOKED_AT), start))) {
    const pattern = closed(text, start, "/", "string");
    // A slash without a closing one on its line divides.
    if (!pattern.open && !text.slice(start, pattern.end).includes("\n")) return pattern;
  }
  return { kind: "symbol", start, end: start + (text.codePointAt(start)! > 0xffff ? 2 : 1) };
}

/** Returns the token between two marks, in which a backslash escapes the next character. */
function closed(text: string, start: number, mark: string, kind: Token["kind"]): Token {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === mark) return { kind, start, end: at + 1 };
  }
  return { kind, start, end: text.length, open: true };
}

/**
 * Returns the queries of a text. An empty line begins another query, unless the next line begins with a pipe
 * or the last one ended with one. Comments before a query belong to it; a part of only comments and space is
 * not a query.
 */
export function insightsQueries(text: string): { readonly start: number; readonly end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let start = -1, end = 0, begun = false, gap = false, before = "";
  const finish = () => {
    if (begun) ranges.push({ start, end });
    [start, begun] = [-1, false];
  };
  for (let at = 0; at < text.length;) {
    const token = insightsToken(text, at);
    at = token.end;
    const written = text.slice(token.start, token.end);
    if (token.kind === "space") {
      gap ||= /\n[^\S\n]*\r?\n/.test(written);
      continue;
    }
    if (gap && written !== "|" && before !== "|") finish();
    gap = false;
    if (start < 0) start = token.start;
    if (token.kind === "comment") continue;
    [end, begun, before] = [token.end, true, written];
  }
  finish();
  return ranges;
}

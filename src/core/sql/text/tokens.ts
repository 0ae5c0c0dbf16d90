import type { Dialect } from "./dialect.ts";
import { insightsToken } from "./insights.ts";
import type { Token, TokenKind } from "./token.ts";

export type { Token } from "./token.ts";

/** Space between tokens. To every server U+00A0, U+2028 and the like are letters of names. */
const SPACE = /[ \t\n\v\f\r\0]+/y;
const LINE = /[^\n\r]*/y;
/** In MySQL a carriage return does not end a comment. */
const MYSQL_LINE = /[^\n]*/y;
const POSTGRES_WORD = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
/** Names of MySQL may begin with a digit, and variables begin with `@`. */
const MYSQL_WORD = /@{0,2}[\w$\u0080-\uffff]+/y;
/** Digits of PostgreSQL. `_` stands between them since version 16; elsewhere it begins a name. */
const DIGITS = String.raw`\d+(?:(?:_\d+)+(?![\w$\u0080-\uffff]))?`;
const NUMBER = new RegExp(String.raw`(?:${DIGITS}(?:\.(?:${DIGITS})?)?|\.${DIGITS})(?:[eE][+-]?\d+)?`, "y");
/** A number of MySQL with a point or an exponent, which ends even before a letter; other digits may begin a name. */
const MYSQL_NUMBER = /\d+[eE][+-]?\d+|(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d*)?/y;
const BROKEN_NUMBER = /^(\d+\.\d*|\.\d+)e[+-]?$/i;
const DOLLAR = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
/** Text between two parts of one string of PostgreSQL. It must contain a line break. */
const CONTINUED = /(?:[ \t\f\v]|--[^\n\r]*)*[\n\r](?:[ \t\f\v\n\r]|--[^\n\r]*[\n\r])*'/y;

/** Reads a text from beginning to end. Every character belongs to exactly one token. */
export function* tokens(text: string, dialect: Dialect): Generator<Token> {
  const lexer = createLexer(text, dialect);
  for (let token = lexer.next(); token; token = lexer.next()) yield token;
}

/** Reads one token after another. */
export type Lexer = ReturnType<typeof createLexer>;

/** Returns a lexer at the beginning of a text. */
export function createLexer(text: string, dialect: Dialect) {
  const mysql = dialect.protocol === "mysql";
  const postgres = dialect.protocol === "postgres";
  const insights = dialect.protocol === "insights";
  /** Number of open comments that MySQL executes. */
  let within = 0;
  /** Where the last word of MySQL ended, and where one begins behind a point. */
  let wordEnd = -1, nameAt = -1;
  const lexer = {
    /** Position of the next token. A caller may move it. */
    at: 0,
    /** Delimiter that ends a statement. MySQL's clients let users choose it. */
    delimiter: ";",
    /** Returns the next token; undefined at the end of the text. */
    next(): Token | undefined {
      if (lexer.at >= text.length) return undefined;
      const token = insights ? insightsToken(text, lexer.at) : read(lexer.at);
      lexer.at = token.end;
      return token;
    },
  };
  return lexer;

  function read(start: number): Token {
    const { delimiter } = lexer;
    if (text.startsWith(delimiter, start)) return { kind: "end", start, end: start + delimiter.length };
    const char = text[start]!;
    const next = text[start + 1];
    const to = (kind: TokenKind, end: number): Token => ({ kind, start, end });
    const spaceEnd = match(SPACE, start);
    if (spaceEnd > start) return to("space", spaceEnd);
    const line = mysql
      ? char === "#" || (char === "-" && next === "-" && isGap(text[start + 2]))
      : char === "-" && next === "-";
    if (line) return to("comment", match(mysql ? MYSQL_LINE : LINE, start));
    if (char === "/" && next === "*") {
      return mysql ? mysqlComment(start) : postgres ? nestedComment(start) : plainComment(start);
    }
    if (mysql && within > 0 && char === "*" && next === "/") {
      within--;
      return to("code", start + 2);
    }
    if (char === "'") return quoted(start, start, "'", dialect.backslash, "string");
    if (char === '"') {
      const name = !mysql || dialect.quotedNames;
      return quoted(start, start, '"', mysql && !name && dialect.backslash, name ? "name" : "string");
    }
    if (!postgres && char === "`") return quoted(start, start, "`", false, "name");
    if (postgres && char === "$") {
      const open = match(DOLLAR, start);
      if (open > start) return dollars(start, open);
    }
    if (mysql && char === "\\" && next === "N") return to("symbol", start + 2);
    // Behind the point of `a.1e5` there is a name.
    if (mysql && char === "." && start === wordEnd && next !== undefined && /[\w$\u0080-\uffff]/.test(next)) {
      nameAt = start + 1;
      return to("symbol", start + 1);
    }
    if (start !== nameAt && (/\d/.test(char) || (char === "." && next !== undefined && /\d/.test(next)))) {
      const end = match(mysql ? MYSQL_NUMBER : NUMBER, start);
      if (end > start || !mysql) return to("number", before(delimiter, start, end));
      // `1st` is a name in MySQL.
      wordEnd = before(delimiter, start, match(MYSQL_WORD, start));
      return to("number", wordEnd);
    }
    const end = match(mysql ? MYSQL_WORD : POSTGRES_WORD, start);
    if (end === start) return to("symbol", start + (text.codePointAt(start)! > 0xffff ? 2 : 1));
    if (postgres && text[end] === "'" && end === start + 1 && /[eE]/.test(char)) {
      return escapeString(start, end);
    }
    wordEnd = before(delimiter, start, end);
    return to("word", wordEnd);
  }

  /** Returns where a word ends. A delimiter such as `$$` also ends a word that it could be part of. */
  function before(delimiter: string, start: number, end: number): number {
    const found = delimiter === ";" ? -1 : text.slice(start, end + delimiter.length - 1).indexOf(delimiter);
    return found > 0 ? start + found : end;
  }

  function match(pattern: RegExp, from: number): number {
    pattern.lastIndex = from;
    return pattern.test(text) ? pattern.lastIndex : from;
  }

  function quoted(start: number, quote: number, mark: string, backslash: boolean, kind: TokenKind): Token {
    for (let i = quote + 1; i < text.length; i++) {
      const char = text[i];
      if (char === "\\" && backslash) i++;
      else if (char === mark) {
        if (text[i + 1] !== mark) return { kind, start, end: i + 1 };
        i++;
      }
    }
    return { kind, start, end: text.length, open: true };
  }

  /** Reads `E'…'`. Further quotes on the next line continue the same string. */
  function escapeString(start: number, quote: number): Token {
    for (let from = quote;;) {
      const part = quoted(start, from, "'", true, "string");
      const more = part.open ? part.end : match(CONTINUED, part.end);
      if (more === part.end) return part;
      from = more - 1;
    }
  }

  function dollars(start: number, open: number): Token {
    const close = text.indexOf(text.slice(start, open), open);
    if (close < 0) return { kind: "string", start, end: text.length, open: true };
    return { kind: "string", start, end: close + open - start };
  }

  function nestedComment(start: number): Token {
    let depth = 0;
    for (let i = start; i < text.length; i++) {
      if (text[i] === "/" && text[i + 1] === "*") {
        depth++;
        i++;
      } else if (text[i] === "*" && text[i + 1] === "/") {
        i++;
        if (--depth === 0) return { kind: "comment", start, end: i + 1 };
      }
    }
    return { kind: "comment", start, end: text.length, open: true };
  }

  /** Reads a comment that ends at the first closing mark, because such comments do not nest. */
  function plainComment(start: number): Token {
    const close = text.indexOf("*/", start + 2);
    if (close < 0) return { kind: "comment", start, end: text.length, open: true };
    return { kind: "comment", start, end: close + 2 };
  }

  /**
   * Reads a comment. Of one that the server executes only the opening mark is a token, because its content is
   * read too.
   */
  function mysqlComment(start: number): Token {
    const code = /\/\*M?!\d*/y;
    const end = match(code, start);
    if (end > start) {
      within++;
      return { kind: "code", start, end };
    }
    return plainComment(start);
  }
}

/**
 * Whether two dashes before this character begin a comment in MySQL, which needs a space or a control
 * character there.
 */
function isGap(char: string | undefined): boolean {
  return char === undefined || char <= " " || char === "\x7f";
}

/**
 * Whether a MySQL number lacks the digits of its exponent (`1.e`). Some servers read on as if it were not
 * there, so that `get_lock 1.e(…)` calls the function.
 */
export function isBrokenNumber(text: string, { kind, start, end }: Token, dialect: Dialect): boolean {
  return kind === "number" && dialect.protocol === "mysql" && BROKEN_NUMBER.test(text.slice(start, end));
}

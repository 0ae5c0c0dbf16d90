import type { Dialect } from "./dialect.ts";
import { tokens } from "./tokens.ts";

/** Stands where a password stood. No server takes it for a value: what is run by mistake fails. */
const REMOVED = "‹not kept›";

/** A text in which none of these stands has no password: it need not be read word by word. */
const HINT = /passw|pwd|passphrase|identified|secret|credentials|token|symmetric_key|:\/\/[^\s/]*:[^\s/]*@/i;
/** The value of a word like these is a secret. */
const SECRET =
  /^@*(\w*_)?(password|passwd|pwd|passphrase|secret|secret_access_key|secret_key|session_token|credentials|symmetric_key|token)$/i;
/** Words that may stand between such a word and its value. */
const BETWEEN: ReadonlySet<string> = new Set([
  "by",
  "as",
  "to",
  "with",
  "using",
  "via",
  "is",
  "hash",
  "plain",
  "in",
  "not",
  "like",
  "ilike",
  "encrypted",
]);
/** Secrets within a text that is a value itself: a connection's string, an address. */
const WITHIN =
  /(password|passwd|pwd|secret_access_key|secret_key|session_token)\s*(=|['"])\s*[^\s;]|identified\s+(by|with|via)|:\/\/[^\s/:]*:[^\s/@]+@/i;

/** Symbols between such a word and its value. */
const JOINING = /^[=:<>!|+&.~*]$/;
/** What a string may begin with: `U&'…'`, `N'…'`, `_utf8mb4'…'`. */
const PREFIX = /^(u|n|x|b|e|_\w+)$/;

/**
 * A text without the passwords in it, as far as its words tell which values are some: what stands behind PASSWORD,
 * IDENTIFIED BY and their like, in the call of a function that is named so, and in such a column of an INSERT. Everything
 * else stays as it is.
 */
export function withoutPasswords(sql: string, dialect: Dialect): string {
  if (!HINT.test(sql)) return sql;
  let result = "";
  let at = 0;
  /** The next value is a secret. */
  let secret = false;
  /** Within what IDENTIFIED begins, names of ways to sign in stand before the secret. */
  let identified = false;
  let words: string[] = [];
  let depth = 0;
  /** The depth of brackets in which everything is a secret; 0 outside. */
  let inside = 0;
  let inserted = insertion();
  for (const { kind, start, end, open } of tokens(sql, dialect)) {
    const text = sql.slice(start, Math.min(end, start + 80)).toLowerCase();
    switch (kind) {
      case "space":
      case "comment":
      // What stands between the marks of a comment that runs is read as the rest is.
      case "code":
        break;
      case "end":
        [secret, identified, words, depth, inside, inserted] = [false, false, [], 0, 0, insertion()];
        break;
      case "name":
      case "word": {
        const name = kind === "name" ? text.slice(1, open ? undefined : -1) : text;
        const called = /^\s*\(/.test(sql.slice(end, end + 40));
        if (kind === "word" && words.length < 2) words.push(text);
        if (kind === "word" && inserted.word(text, depth, called)) secret = false;
        if (inserted.column(SECRET.test(name), depth)) break;
        if (/^(&?')/.test(sql.slice(end, end + 2)) && PREFIX.test(text)) break;
        if (text === "identified") identified = true;
        secret = SECRET.test(name) || identified || (secret && (called || BETWEEN.has(text)));
        break;
      }
      case "string": {
        const line = sql.indexOf("\n", start);
        // One that is still being typed: what follows on the next lines is not of it.
        const last = open && line >= 0 ? line : end;
        if (secret || inside > 0 || inserted.isSecret(depth) || WITHIN.test(sql.slice(start, last))) {
          result += sql.slice(at, start) + REMOVED;
          at = last;
        }
        break;
      }
      case "symbol":
        if (text === "(") {
          depth++;
          if (secret && inside === 0) inside = depth;
        }
        inserted.symbol(text, depth);
        if (text === ")") {
          if (depth === inside) [inside, secret] = [0, false];
          depth = Math.max(0, depth - 1);
        }
        // SET PASSWORD FOR 'somebody' = '…'
        if (text === "=" && words.join(" ") === "set password") secret = true;
        else if (!JOINING.test(text) && text !== "(") [secret, identified] = [false, false];
        break;
      default:
        secret = false;
    }
  }
  return result + sql.slice(at);
}

/** Follows an INSERT: which of its columns hold secrets, and in which column a value stands. */
function insertion() {
  let phase: "none" | "table" | "columns" | "named" | "values" = "none";
  const secrets = new Set<number>();
  let column = 0;
  /** The depth of brackets at which commas part columns or values. */
  let level = 0;
  /** The values are those of a SELECT. */
  let selects = false;
  return {
    /** Hears of a word. True: it begins or ends values, and is no name of any. */
    word(text: string, depth: number, called: boolean): boolean {
      if ((text === "insert" || text === "replace") && !called) phase = "table";
      else if (phase === "named" && /^(values?|select)$/.test(text)) {
        selects = text === "select";
        [phase, column, level] = ["values", 0, selects ? depth : depth + 1];
      } else if (phase !== "values") return false;
      else if (selects && depth === level && text === "select") column = 0;
      else if (depth <= level - (selects ? 0 : 1) && /^(on|returning|from)$/.test(text)) {
        // Another SELECT may follow the rows of the first.
        phase = text === "from" ? "named" : "none";
      } else return false;
      return true;
    },
    /** Hears of a name. True: it is one of the columns. */
    column(isSecret: boolean, depth: number): boolean {
      if (phase !== "columns" || depth !== level) return false;
      if (isSecret) secrets.add(column);
      return true;
    },
    /** Hears of a symbol, with the depth that an opening bracket has made and a closing one ends. */
    symbol(text: string, depth: number): void {
      if (text === "(" && phase === "table") [phase, column, level] = ["columns", 0, depth];
      else if (text === "(" && phase === "values" && depth === level) column = 0;
      else if (text === "," && depth === level && (phase === "columns" || phase === "values")) column++;
      else if (text === ")" && phase === "columns" && depth === level) phase = "named";
    },
    isSecret: (depth: number): boolean => phase === "values" && depth >= level && secrets.has(column),
  };
}

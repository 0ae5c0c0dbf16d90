import type { Dialect } from "./dialect.ts";
import { tokens } from "./tokens.ts";
import { wordSet } from "./word_set.ts";

/** Replaces a password. No server accepts this as a value, so a statement that is run by mistake fails. */
const REMOVED = "‹not kept›";

/** A text without any of these words has no password and need not be read token by token. */
const HINT = /passw|pwd|passphrase|identified|secret|credentials|token|symmetric_key|:\/\/[^\s/]*:[^\s/]*@/i;
/** Names whose value is a secret. */
const SECRET =
  /^@*(\w*_)?(password|passwd|pwd|passphrase|secret|secret_access_key|secret_key|session_token|credentials|symmetric_key|token)$/i;
/** Words that may be between such a name and its value. */
const BETWEEN = wordSet("by as to with using via is hash plain in not like ilike encrypted");
/** Secrets within a string that is itself a value, such as a connection string or a URL. */
const WITHIN =
  /(password|passwd|pwd|secret_access_key|secret_key|session_token)\s*(=|['"])\s*[^\s;]|identified\s+(by|with|via)|:\/\/[^\s/:]*:[^\s/@]+@/i;

/** Symbols between such a name and its value. */
const JOINING = /^[=:<>!|+&.~*]$/;
/** Words directly before a string that belong to it: `U&'…'`, `N'…'`, `_utf8mb4'…'`. */
const PREFIX = /^(u|n|x|b|e|_\w+)$/;

/**
 * Returns a text without the passwords that its words reveal: values after PASSWORD, IDENTIFIED BY and the
 * like, arguments of a function with such a name, and values of such a column in an INSERT. Everything else
 * stays as it is.
 */
export function withoutPasswords(sql: string, dialect: Dialect): string {
  if (!HINT.test(sql)) return sql;
  let result = "";
  let at = 0;
  /** Whether the next value is a secret. */
  let secret = false;
  /** Whether the text follows IDENTIFIED, where names of sign-in methods come before the secret. */
  let identified = false;
  let words: string[] = [];
  let depth = 0;
  /** Depth of the brackets in which everything is a secret; 0 outside of any. */
  let inside = 0;
  let inserted = insertion();
  for (const { kind, start, end, open } of tokens(sql, dialect)) {
    const text = sql.slice(start, Math.min(end, start + 80)).toLowerCase();
    switch (kind) {
      case "space":
      case "comment":
      // The text inside an executable comment is read like the rest of the statement.
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
        // A string that is still being typed ends at its line, because the next lines do not belong to it.
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

/** Follows an INSERT, to know which of its columns hold secrets and to which column a value belongs. */
function insertion() {
  let phase: "none" | "table" | "columns" | "named" | "values" = "none";
  const secrets = new Set<number>();
  let column = 0;
  /** Depth of brackets at which commas separate columns or values. */
  let level = 0;
  /** Whether the values come from a SELECT. */
  let selects = false;
  return {
    /** Takes a word. Returns whether the word begins or ends values and is not the name of a secret. */
    word(text: string, depth: number, called: boolean): boolean {
      if ((text === "insert" || text === "replace") && !called) phase = "table";
      else if (phase === "named" && /^(values?|select)$/.test(text)) {
        selects = text === "select";
        [phase, column, level] = ["values", 0, selects ? depth : depth + 1];
      } else if (phase !== "values") return false;
      else if (selects && depth === level && text === "select") column = 0;
      else if (depth <= level - (selects ? 0 : 1) && /^(on|returning|from)$/.test(text)) {
        // Another SELECT may follow the rows of the first one.
        phase = text === "from" ? "named" : "none";
      } else return false;
      return true;
    },
    /** Takes a name. Returns whether the name is one of the columns. */
    column(isSecret: boolean, depth: number): boolean {
      if (phase !== "columns" || depth !== level) return false;
      if (isSecret) secrets.add(column);
      return true;
    },
    /** Takes a symbol, with the depth within the brackets that it opens or closes. */
    symbol(text: string, depth: number): void {
      if (text === "(" && phase === "table") [phase, column, level] = ["columns", 0, depth];
      else if (text === "(" && phase === "values" && depth === level) column = 0;
      else if (text === "," && depth === level && (phase === "columns" || phase === "values")) column++;
      else if (text === ")" && phase === "columns" && depth === level) phase = "named";
    },
    isSecret: (depth: number): boolean => phase === "values" && depth >= level && secrets.has(column),
  };
}

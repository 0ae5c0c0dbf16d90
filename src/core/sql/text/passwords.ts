import type { Dialect } from "./dialect.ts";
import { tokens } from "./tokens.ts";

/** Stands where a password stood. No server takes it for a value: what is run by mistake fails. */
const NOT_KEPT = "‹not kept›";

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
]);
/** Secrets within a text that is a value itself: a connection's string, an address. */
const WITHIN =
  /(password|passwd|pwd|secret_access_key|secret_key|session_token)\s*(=|['"])\s*[^\s;]|identified\s+(by|with|via)|:\/\/[^\s/:]*:[^\s/@]+@/i;

/**
 * A text without the passwords in it, as far as its words tell which values are some: what stands behind PASSWORD,
 * IDENTIFIED BY and their like. Everything else stays as it is.
 */
export function withoutPasswords(sql: string, dialect: Dialect): string {
  if (!HINT.test(sql)) return sql;
  let kept = "";
  let at = 0;
  /** The next value is a secret. */
  let secret = false;
  /** Within what IDENTIFIED begins, names of ways to sign in stand before the secret. */
  let identified = false;
  let words: string[] = [];
  for (const { kind, start, end, open } of tokens(sql, dialect)) {
    const text = sql.slice(start, Math.min(end, start + 80)).toLowerCase();
    switch (kind) {
      case "space":
      case "comment":
        break;
      case "end":
        [secret, identified, words] = [false, false, []];
        break;
      case "word":
        if (words.length < 2) words.push(text);
        if (text === "identified") identified = true;
        secret = SECRET.test(text) || identified || (secret && BETWEEN.has(text));
        break;
      case "string": {
        const line = sql.indexOf("\n", start);
        // One that is still being typed: what follows on the next lines is not of it.
        const last = open && line >= 0 ? line : end;
        if (secret || WITHIN.test(sql.slice(start, last))) {
          kept += sql.slice(at, start) + NOT_KEPT;
          at = last;
        }
        break;
      }
      case "symbol":
        // SET PASSWORD FOR 'somebody' = '…'
        if (text === "=" && words.join(" ") === "set password") secret = true;
        else if (text !== "=" && text !== "(" && text !== ":") [secret, identified] = [false, false];
        break;
      default:
        secret = false;
    }
  }
  return kept + sql.slice(at);
}

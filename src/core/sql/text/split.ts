import type { Dialect } from "./dialect.ts";
import { insightsQueries } from "./insights.ts";
import { createLexer, type Lexer, type Token } from "./tokens.ts";

/** One statement of a text, from `start` up to `end`, without what ends it. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The statements of a text, as a server takes them one by one: semicolons in strings, comments, parentheses and the
 * bodies of routines end none; MySQL's `DELIMITER` is obeyed and not sent. A comment before a statement belongs to it;
 * what is only comments and space is no statement.
 */
export function splitStatements(text: string, dialect: Dialect): Range[] {
  if (dialect.protocol === "insights") return insightsQueries(text);
  const lexer = createLexer(text, dialect);
  const ranges: Range[] = [];
  let start = -1;
  let end = 0;
  let body = bodyOf(dialect);
  let depth = 0;
  let begun = false;
  const finish = () => {
    if (begun) ranges.push({ start, end });
    [start, begun, depth] = [-1, false, 0];
    body = bodyOf(dialect);
  };
  for (let token = lexer.next(); token; token = lexer.next()) {
    if (token.kind === "space") continue;
    if (token.kind === "end" && depth === 0 && !body.inside()) {
      finish();
      continue;
    }
    if (token.kind === "word" && !begun && chooses(text, lexer, token, dialect)) {
      finish();
      continue;
    }
    if (start < 0) start = token.start;
    if (token.kind === "comment") continue;
    end = token.end;
    begun = true;
    const word = token.kind === "word"
      ? text.slice(token.start, token.end).toLowerCase()
      : text[token.start]!;
    if (dialect.protocol === "postgres" && token.kind === "symbol") {
      if (word === "(") depth++;
      else if (word === ")" && depth > 0) depth--;
    }
    if (depth === 0) body.take(token, word, text);
  }
  finish();
  return ranges;
}

/** Obeys `DELIMITER …`, which stands at the beginning of a statement and goes to the end of its line. */
function chooses(text: string, lexer: Lexer, token: Token, dialect: Dialect): boolean {
  if (dialect.protocol !== "mysql") return false;
  if (text.slice(token.start, token.end).toLowerCase() !== "delimiter") return false;
  const line = /[^\n\r]*/y;
  line.lastIndex = token.end;
  const [rest = ""] = line.exec(text) ?? [];
  const chosen = rest.trim().split(/\s/, 1)[0] ?? "";
  if (chosen === "" || chosen.includes("\\")) return false;
  lexer.delimiter = chosen;
  lexer.at = token.end + rest.length;
  return true;
}

/** Knows whether a place lies inside the body of a routine, where semicolons end no statement. */
interface Body {
  inside(): boolean;
  take(token: Token, word: string, text: string): void;
}

function bodyOf(dialect: Dialect): Body {
  return dialect.protocol === "mysql" ? mysqlBody() : postgresBody();
}

/** `CREATE FUNCTION … BEGIN ATOMIC … END`, in which CASE has an END too. */
function postgresBody(): Body {
  const words: string[] = [];
  let depth = 0;
  const isRoutine = () => /^create (or replace )?(function|procedure)\b/.test(words.join(" "));
  return {
    inside: () => depth > 0,
    take({ kind }, word) {
      if (kind !== "word") return;
      if (words.length < 4) words.push(word);
      if (!isRoutine()) return;
      if (word === "begin" || (word === "case" && depth > 0)) depth++;
      else if (word === "end" && depth > 0) depth--;
    },
  };
}

/** Words of a statement's head that may stand between CREATE and what is created. */
const HEAD = 24;
const STORED: ReadonlySet<string> = new Set(["procedure", "function", "trigger", "event", "package"]);
const MAKERS: ReadonlySet<string> = new Set(["create", "alter"]);
/** What else is created: the first such word tells, and those behind it are names. */
const UNSTORED: ReadonlySet<string> = new Set([
  ...[
    "table",
    "temporary",
    "view",
    "algorithm",
    "index",
    "unique",
    "fulltext",
    "spatial",
    "database",
    "schema",
  ],
  ...["user", "role", "server", "sequence", "tablespace", "undo", "logfile", "catalog"],
]);
/** What may stand before a statement of a body: IF is one there, and a function elsewhere. */
const BEFORE_STATEMENT: ReadonlySet<string> = new Set([
  ...["begin", "then", "else", "do", "loop", "repeat", "row", "sql", "data", "deterministic", "atomic"],
  ...[";", ":", ")"],
]);
const BLOCKS: ReadonlySet<string> = new Set(["begin", "case", "loop", "while", "repeat", "if"]);

/** Bodies of routines, triggers and events, and MariaDB's `BEGIN NOT ATOMIC`. */
function mysqlBody(): Body {
  const words: string[] = [];
  /** Null until a word tells. */
  let stored: boolean | null = null;
  let depth = 0;
  let before = "";
  let closing = false;
  return {
    inside: () => depth > 0,
    take({ kind, end }, word, text) {
      if (kind === "code" || kind === "number") return;
      if (words.length < HEAD && kind === "word") {
        words.push(word);
        // Behind `=` stands the user for whom it runs.
        const makesStored = MAKERS.has(words[0]!) && before !== "=" &&
          (STORED.has(word) || UNSTORED.has(word));
        if (makesStored) stored ??= STORED.has(word);
        if (words.join(" ") === "begin not atomic") [stored, depth] = [true, 1];
      }
      // Behind a point stands a name, also `end`.
      if (stored && kind === "word" && before !== ".") {
        const call = /^\s*\(/.test(text.slice(end, end + 40));
        if (closing && BLOCKS.has(word)) closing = false;
        else if (word === "end" && depth > 0) {
          depth--;
          closing = true;
        } else {
          closing = false;
          const opens = word === "if"
            ? BEFORE_STATEMENT.has(before)
            : BLOCKS.has(word) && !(word === "repeat" && call);
          if (opens && words.join(" ") !== "begin not atomic") depth++;
        }
      } else closing = false;
      before = word;
    },
  };
}

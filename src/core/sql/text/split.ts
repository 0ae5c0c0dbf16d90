import type { Dialect } from "./dialect.ts";
import { insightsQueries } from "./insights.ts";
import { createLexer, type Lexer, type Token } from "./tokens.ts";
import { wordSet } from "./word_set.ts";

/** One statement of a text, from `start` up to `end`, without its delimiter. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the statements of a text as a server takes them one by one. Semicolons in strings, comments,
 * parentheses and bodies of routines do not end a statement. MySQL's `DELIMITER` is followed and not sent. A
 * comment before a statement belongs to it; a part of only comments and space is not a statement.
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
    // A chosen delimiter ends a statement everywhere, as MySQL's client has it.
    if (token.kind === "end" && depth === 0 && (lexer.delimiter !== ";" || !body.inside())) {
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

/** Follows `DELIMITER …`, which begins a statement and takes the rest of its line. Returns whether it was one. */
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

/** Tells whether a position is inside the body of a routine, where semicolons do not end the statement. */
interface Body {
  inside(): boolean;
  take(token: Token, word: string, text: string): void;
}

function bodyOf(dialect: Dialect): Body {
  return dialect.protocol === "mysql" ? mysqlBody() : postgresBody();
}

/** The body of `CREATE FUNCTION … BEGIN ATOMIC … END`, where CASE has an END too. */
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

/** Maximum words of a statement in which the kind of created object is searched. */
const HEAD = 24;
const STORED = wordSet("procedure function trigger event package");
const MAKERS = wordSet("create alter");
/** Other objects that CREATE makes. The first such word decides, because later ones are names. */
const UNSTORED = wordSet(
  `table temporary view algorithm index unique fulltext spatial database schema
  user role server sequence tablespace undo logfile catalog`,
);
/**
 * Tokens before a statement of a body. IF after one of them is a statement, and elsewhere a function; CASE
 * elsewhere is part of an expression.
 */
const BEFORE_STATEMENT = wordSet(
  `begin then else do loop repeat row sql data deterministic atomic
  invoker definer sqlexception sqlwarning found ; : ) ' "`,
);
const BLOCKS = wordSet("begin case loop while repeat if");

/** What follows the FOR of a loop of MariaDB; other FORs open no block. */
const LOOPS = /^\s+(`[^`]*`|[\w$\u0080-\uffff]+)\s+in\b/i;

/** The bodies of routines, triggers and events, and of MariaDB's `BEGIN NOT ATOMIC`. */
function mysqlBody(): Body {
  const words: string[] = [];
  /** Whether the created object has a body; null until a word decides. */
  let stored: boolean | null = null;
  /** Whether this is behind RETURNS, where only the type and then the body can be. */
  let typed = false;
  /** The open blocks; `expression` is a CASE in an expression, in which IF is a function. */
  const open: ("statements" | "expression")[] = [];
  let before = "";
  let closing = false;
  /** Whether this is in the head of a FOR, which DO ends, or LOOP in MariaDB's Oracle mode. */
  let head = false;
  return {
    inside: () => open.length > 0,
    take({ kind, end }, word, text) {
      if (kind === "code" || kind === "number") return;
      if (words.length < HEAD && kind === "word") {
        words.push(word);
        // The word after `=` is the name of the definer.
        const makesStored = MAKERS.has(words[0]!) && before !== "=" &&
          (STORED.has(word) || UNSTORED.has(word));
        if (makesStored && stored === null) {
          stored = STORED.has(word);
          // Its routines stand before its END, without a BEGIN.
          if (word === "package") open.push("statements");
        }
        if (words.join(" ") === "begin not atomic") {
          stored = true;
          open.push("statements");
        }
      }
      // The word after a dot is a name, even `end`.
      if (stored && kind === "word" && before !== ".") {
        const call = /^\s*\(/.test(text.slice(end, end + 40));
        if (closing && BLOCKS.has(word)) closing = false;
        else if (word === "end" && open.length > 0) {
          open.pop();
          closing = true;
        } else {
          closing = false;
          const begins = open.at(-1) !== "expression" && (typed || BEFORE_STATEMENT.has(before));
          const opens = word === "if"
            ? begins
            : word === "for"
            ? begins && LOOPS.test(text.slice(end, end + 200))
            : BLOCKS.has(word) && !(word === "repeat" && call) && !(word === "loop" && head);
          if (word === "for" && opens) head = true;
          else if (word === "do" || word === "loop") head = false;
          if (opens && words.join(" ") !== "begin not atomic") {
            open.push(word === "case" && !begins ? "expression" : "statements");
          }
          typed = word === "returns" || typed && word !== "return" && !opens;
        }
      } else closing = false;
      before = word;
    },
  };
}

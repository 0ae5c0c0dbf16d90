import type { PastQuery } from "../../state/query_window.ts";
import type { Engine } from "../engines/mod.ts";
import type { Dialect } from "../text/dialect.ts";
import { tokens } from "../text/tokens.ts";
import { wordSet } from "../text/word_set.ts";
import { writeNature } from "../text/writes.ts";

/** Maximum characters of a statement's title. */
const TITLE = 200;

/** A statement as it is kept in the history or saved. */
interface PastStatement {
  readonly id: string;
  readonly name?: string | undefined;
  readonly sql: string;
  readonly at: number;
  readonly rolledBack?: true | undefined;
}

/** Number of characters that are enough to see whether a statement only reads. */
const BEGINNING = 4000;

/** Kept statements as lists show them. Hundreds of them are shown again with each new one. */
const shown = new WeakMap<PastStatement, PastQuery>();

/** Returns a kept statement of a server as lists show it. */
export function pastOf(
  statement: PastStatement,
  { name: server, engine }: { readonly name: string; readonly engine: Engine },
): PastQuery {
  const { id, name, sql, at, rolledBack } = statement;
  const known = shown.get(statement);
  if (known?.server === server) return known;
  const past: PastQuery = {
    id,
    server,
    ...(name === undefined ? {} : { name }),
    title: titleOf(sql),
    ...(writeNature(sql.slice(0, BEGINNING), engine).reads ? {} : { changes: true as const }),
    ...(rolledBack ? { rolledBack } : {}),
    at,
  };
  shown.set(statement, past);
  return past;
}

/** Returns the beginning of a statement in one line. */
export function titleOf(sql: string): string {
  // Leading comments say little about what runs.
  const bare = sql.slice(0, 20 * TITLE).replace(/^(\s|(--|#)[^\n]*(\n|$)|\/\*[^]*?\*\/)+/, "");
  const line = (bare || sql).slice(0, 4 * TITLE).replace(/\s+/g, " ").trim();
  return line.length > TITLE ? `${line.slice(0, TITLE - 1)}…` : line;
}

/** Keywords before a table. */
const BEFORE = wordSet("from into update table join view");
/** Keywords that may follow those before the table's name. */
const BETWEEN = wordSet("only if not exists ignore lateral");
/** Keywords before a parenthesis that begins no function call. */
const NO_CALL: ReadonlySet<string> = new Set([...BEFORE, ...wordSet("as in exists and or not all union")]);
/** Maximum characters of a tab's name. */
const NAME = 40;

/**
 * Returns the name of a tab after a statement: its first table, with the verb unless the statement only
 * reads; without a table the statement's beginning.
 */
export function tabNameOf(sql: string, dialect: Dialect): string {
  if (dialect.protocol === "insights") return shortened(titleOf(sql));
  let verb = "";
  let call = 0;
  let before = "";
  let open = false;
  let table = "";
  for (const { kind, start, end } of tokens(sql.slice(0, 20 * TITLE), dialect)) {
    if (kind === "space" || kind === "comment") continue;
    const text = sql.slice(start, end);
    const word = kind === "word" ? text.toLowerCase() : "";
    // A word in a function's parentheses is not a table, as in extract(year from …).
    if (call > 0 || text === "(" && before !== "" && !NO_CALL.has(before)) {
      call += text === "(" ? 1 : text === ")" ? -1 : 0;
      continue;
    }
    before = word;
    if (verb === "") verb = word;
    if (table !== "" && text !== "." && !table.endsWith(".")) break;
    if (open && (kind === "name" || word !== "" && !BETWEEN.has(word))) table += text;
    else if (table !== "" && text === ".") table += text;
    else if (open && text === "(") open = false;
    if (BEFORE.has(word) && table === "") open = true;
  }
  const name = table.replace(/^.*\./s, "").replace(/^["`]|["`]$/g, "");
  const reads = verb === "select" || verb === "with" || verb === "table" || verb === "values";
  return shortened(name === "" ? titleOf(sql) : reads ? name : `${verb} ${name}`);
}

const shortened = (name: string) => name.length > NAME ? `${name.slice(0, NAME - 1)}…` : name;

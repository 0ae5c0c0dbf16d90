import type { Session, StatementFailure, Transaction } from "../../sql/session/mod.ts";
import { dialectsOf } from "../../sql/text/dialect.ts";
import { tokens } from "../../sql/text/tokens.ts";
import { textRows } from "../../sql/values.ts";
import { trimmedEnd } from "../../text/trimmed_end.ts";
import { analysed } from "./analysed.ts";
import type { Ask } from "./ask.ts";
import { createFacts } from "./postgres_facts.ts";
import type { HiddenPatterns } from "../../config/hidden_columns.ts";
import { hiddenRefusal } from "./refusal.ts";

/** The view around a statement that is checked. The line break ends a comment in the statement's last line. */
const BEFORE = "create temporary view kedge_look as select 1 from (", AFTER = "\n) as looked_at";
/**
 * Reads the rule of that view and the version; then the rule of pg_user, a view of the server's own, and the
 * numbers of pg_shadow and of three of its columns. It is one query, because every read of an agent waits for
 * it.
 */
const RULE = `select r.ev_class, r.ev_action::text, pg_catalog.current_setting('server_version_num'),
    k.ev_class, k.ev_action::text, n.attrelid, n.attnum, p.attnum, e.attnum
  from pg_catalog.pg_rewrite r
    join pg_catalog.pg_rewrite k on k.ev_class = 'pg_catalog.pg_user'::pg_catalog.regclass
      and k.rulename = '_RETURN'
    join pg_catalog.pg_attribute n on n.attrelid = 'pg_catalog.pg_shadow'::pg_catalog.regclass
      and n.attname = 'usename'
    join pg_catalog.pg_attribute p on p.attrelid = n.attrelid and p.attname = 'passwd'
    join pg_catalog.pg_attribute e on e.attrelid = n.attrelid and e.attname = 'valuntil'
  where r.ev_class = 'pg_temp.kedge_look'::pg_catalog.regclass`;

class UndeterminedError extends Error {
  constructor(readonly failure: StatementFailure) {
    super(failure.message);
  }
}

/**
 * Returns why agents do not get the rows of a statement; null when it uses no hidden column. PostgreSQL's own
 * analysis decides, as when it checks which columns a login may read. For that the statement becomes a view
 * in a transaction that is rolled back; it does not run.
 */
export async function postgresFault(
  session: Pick<Session, "begin">,
  sql: string,
  patterns: HiddenPatterns,
  signal: AbortSignal,
): Promise<StatementFailure | null> {
  const first = firstWord(sql);
  if (first === "show") return null;
  if (first === "explain") {
    return hiddenRefusal("A plan tells how often values occur, so agents get none where columns are hidden.");
  }
  // A semicolon that ends it would end the view. Other spaces are parts of names to the server.
  const bare = trimmedEnd(sql, "; \t\r\n\f");
  if (!isClosed(bare)) return hiddenRefusal("The brackets of this statement do not match.");
  const transaction = await session.begin({ modes: "read write", readOnly: false }, { signal });
  if (!transaction.ok) return unlookable(transaction);
  try {
    const ask = asking(transaction, signal);
    await ask(`${BEFORE}${bare}${AFTER}`);
    const [[view, rule, version, ...known] = []] = await ask(RULE);
    if (view === undefined || rule === undefined) {
      return hiddenRefusal("The server does not tell what this statement reads.");
    }
    if (!isNumberedAlike(known, Number(version))) {
      return hiddenRefusal(
        "This server numbers columns in a way that nobody here knows, and has hidden ones: agents do not read it.",
        "The catalog can be asked. Talk to the user.",
      );
    }
    const analysis = analysed(rule, Number(view), Number(version));
    const facts = await createFacts(ask, analysis, patterns, Number(version));
    const found = facts.fault(analysis);
    return found === null ? null : hiddenRefusal(found);
  } catch (error) {
    if (error instanceof UndeterminedError) return unlookable(error.failure);
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return hiddenRefusal("The server does not tell what this statement reads.");
  } finally {
    await transaction.rollback();
  }
}

/**
 * Returns whether the server numbers columns as PostgreSQL does. Forks such as YugabyteDB and Greenplum have
 * more system columns, so that each column would be taken for its neighbour. It is known that pg_user reads
 * all columns of pg_shadow but the password, from the name to the expiry: moved by any distance, these include
 * the password or leave out an end.
 */
function isNumberedAlike([view, rule = "", table, ...numbers]: readonly string[], version: number): boolean {
  const reads = analysed(rule, Number(view), version).reads.get(Number(table));
  const [name, password, expiry] = numbers.map(Number);
  return !!reads && reads.has(name!) && reads.has(expiry!) && !reads.has(password!);
}

function asking(transaction: Transaction, signal: AbortSignal): Ask {
  return async (sql, args = []) => {
    const { sink, rows } = textRows();
    const end = await transaction.run({ sql, args, kind: "own" }, sink, signal);
    if (!end.ok) throw new UndeterminedError(end);
    return rows.map((row) => row.map((text) => text ?? ""));
  };
}

/** Turns a failure about the view into one about the statement. */
function unlookable(failure: StatementFailure): StatementFailure {
  if (failure.kind !== "query") return failure;
  const { position, code, message } = failure;
  if (code === "25006" || code === "42501") {
    return hiddenRefusal(
      `This server does not let Kedge look at the statement before it runs: ${message}`,
      "It looks by a temporary view that it takes back: the login needs `grant temporary on database`, and a server that only repeats another one cannot.",
    );
  }
  if (position === undefined) return failure;
  const { position: _, ...others } = failure;
  return position > BEFORE.length ? { ...others, position: position - BEFORE.length } : others;
}

function firstWord(sql: string): string {
  for (const { kind, start, end } of tokens(sql, dialectsOf("postgres")[0]!)) {
    if (kind === "word") return sql.slice(start, end).toLowerCase();
  }
  return "";
}

/** Returns whether a text stays inside brackets that are put around it, however the server reads its strings. */
function isClosed(sql: string): boolean {
  return dialectsOf("postgres").every((dialect) => {
    let depth = 0;
    for (const { kind, start, open } of tokens(sql, dialect)) {
      if (open || kind === "end") return false;
      if (kind === "symbol" && sql[start] === "(") depth++;
      if (kind === "symbol" && sql[start] === ")" && --depth < 0) return false;
    }
    return depth === 0;
  });
}

import type { Server } from "../config/config.ts";
import type { Cell, Column, RowSink } from "./driver/mod.ts";
import type { ConnectionFailure } from "./failure.ts";
import type { Login } from "./login/mod.ts";
import { isRefusal, openSession, type StatementRefusal, wouldWrite } from "./session/mod.ts";
import { valueOf } from "./values.ts";

export type { Cell } from "./driver/mod.ts";

/** One statement for one server. */
interface QueryRequest {
  readonly server: Server;
  readonly login: Login;
  readonly sql: string;
  /** Values of the statement's parameters. */
  readonly args: readonly Cell[];
  /** The user lets this statement write; otherwise the server itself refuses to. */
  readonly write: boolean;
}

/** What a result may take: more rows or bytes are left out and `truncated` says so. */
export const MOST_ROWS = 10_000;
/** Characters of all cells together. */
const MOST_CHARACTERS = 4_000_000;
/** How long a statement may run, ms: the server itself ends it then. */
const STATEMENT_LIMIT = 55_000;
/** How much later the connection is cut when the server has not ended it, ms. */
const GRACE = 3000;

/** How long things may take, in ms, where it is not as usual. */
interface QueryLimits {
  readonly connect?: number;
  /** When the connection is cut because the server has not answered the statement. */
  readonly statement?: number;
}

/** The rows of a statement. */
interface QueryResult {
  readonly ok: true;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The server had more than Kedge takes. */
  readonly truncated: boolean;
}

/** Why there are no rows. `kind` "query": connected, but the statement was refused. */
type QueryFailure = ConnectionFailure | {
  readonly ok: false;
  readonly kind: "query";
  readonly message: string;
  readonly hint: string;
};

/**
 * Runs one statement on a connection of its own, which the server itself keeps from writing unless the
 * request may write. What a user can cause is a value; no text holds the password. Ends at once when the
 * signal is aborted.
 */
export async function runQuery(
  request: QueryRequest,
  signal: AbortSignal,
  limits: QueryLimits = {},
): Promise<QueryResult | QueryFailure> {
  const { server, login, sql, args, write } = request;
  const session = await openSession(server, login, {
    signal,
    statementLimit: STATEMENT_LIMIT,
    utc: true,
    connectLimit: limits.connect,
    answerLimit: limits.statement ?? STATEMENT_LIMIT + GRACE,
  });
  if (!session.ok) return session;
  const sink = createSink();
  try {
    const end = await session.run({ sql, args, write }, sink, signal);
    if (end.ok) return sink.result();
    return isRefusal(end) ? { ...end, kind: "query", ...advice(end) } : end;
  } finally {
    await session.close();
  }
}

function createSink(): RowSink & { result(): QueryResult } {
  let columns: readonly Column[] = [];
  const rows: (readonly Cell[])[] = [];
  let characters = 0;
  let truncated = false;
  return {
    columns(next) {
      // Of several results the last one counts.
      columns = next;
      rows.length = 0;
    },
    row(bytes, bounds) {
      const cells = columns.map((column, i) => valueOf(column, bytes, bounds[2 * i]!, bounds[2 * i + 1]!));
      for (const cell of cells) characters += typeof cell === "string" ? cell.length + 2 : 8;
      if (rows.length >= MOST_ROWS || characters > MOST_CHARACTERS) {
        truncated = true;
        return false;
      }
      rows.push(cells);
      return true;
    },
    result: () => ({ ok: true, columns: columns.map(({ name }) => name), rows, truncated }),
  };
}

/** What to do when an action must write. */
const WRITE_HINT = "Actions only read from servers, unless you allow this one to write in its settings.";

const TIMED_OUT: ReadonlySet<string> = new Set(["57014", "1969", "3024", "1317"]);

/** What to tell the author of an action, where the server's own words are not enough. */
function advice(refusal: StatementRefusal): { message?: string; hint: string } {
  const { kind, code = "", message, hint } = refusal;
  if (kind === "refused") return { hint: hint || WRITE_HINT };
  if (wouldWrite(refusal)) return { hint: WRITE_HINT };
  if (TIMED_OUT.has(code)) {
    return {
      message: `${message} (after ${STATEMENT_LIMIT / 1000} s)`,
      hint: "Ask for less, or add an index.",
    };
  }
  return { hint: hint || "Check the statement." };
}

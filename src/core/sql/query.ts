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
  /** Whether the user lets this statement write; otherwise the server itself refuses writes. */
  readonly write: boolean;
}

/** Maximum rows of a result. Further rows are left out and `truncated` is set. */
export const MAX_ROWS = 10_000;
/** Maximum characters of all cells of a result together. Further rows are left out and `truncated` is set. */
const MAX_CHARACTERS = 4_000_000;
/** Maximum time of a statement in ms, after which the server itself ends it. */
const STATEMENT_LIMIT = 55_000;
/** Additional time in ms after which Kedge cuts the connection because the server has not ended the statement. */
const GRACE = 3000;

/** Time limits in ms that replace the usual ones. */
interface QueryLimits {
  readonly connect?: number;
  /** Time after which the connection is cut because the server has not answered the statement. */
  readonly statement?: number;
}

/** The rows of a statement. */
interface QueryResult {
  readonly ok: true;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Whether the server had more rows or bytes than Kedge takes. */
  readonly truncated: boolean;
}

/** Why there are no rows. The kind `query` means that Kedge connected but the statement was refused. */
type QueryFailure = ConnectionFailure | {
  readonly ok: false;
  readonly kind: "query";
  readonly message: string;
  readonly hint: string;
};

/**
 * Runs one statement on a connection of its own, where the server itself refuses writes unless the request
 * may write. Returns what a user can cause as a value; no text contains the password. Ends at once when the
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
      // A statement may return several results; only the last one is kept.
      columns = next;
      rows.length = 0;
    },
    row(bytes, bounds) {
      const cells = columns.map((column, i) => valueOf(column, bytes, bounds[2 * i]!, bounds[2 * i + 1]!));
      for (const cell of cells) characters += typeof cell === "string" ? cell.length + 2 : 8;
      if (rows.length >= MAX_ROWS || characters > MAX_CHARACTERS) {
        truncated = true;
        return false;
      }
      rows.push(cells);
      return true;
    },
    result: () => ({ ok: true, columns: columns.map(({ name }) => name), rows, truncated }),
  };
}

/** Next step when the statement of an action would write. */
const WRITE_HINT = "Actions only read from servers, unless you allow this one to write in its settings.";

const TIMED_OUT: ReadonlySet<string> = new Set(["57014", "1969", "3024", "1317"]);

/** Returns the next step for the author of an action, with a message where the server's own is not enough. */
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

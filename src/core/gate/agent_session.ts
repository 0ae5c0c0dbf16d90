import type { RowSink } from "../sql/driver/mod.ts";
import type { Session, StatementFailure } from "../sql/session/mod.ts";
import { readingFault } from "../sql/text/reading.ts";
import { type HiddenColumns, hiddenColumns, type HidingServer } from "./hidden/mod.ts";
import { agentLoginFault } from "./login.ts";

/** Maximum rows and bytes of a result that an agent receives. */
const MAX_ROWS = 5000, MAX_BYTES = 4_000_000;

/** Maximum duration of an agent's statement, after which the server ends it, ms. */
const STATEMENT_LIMIT = 30_000;
/** Time after that limit until the connection is closed because the server has not ended the statement, ms. */
const GRACE = 3000;

/** Time limits of an agent's session, ms. */
export const AGENT_LIMITS = {
  statementLimit: STATEMENT_LIMIT,
  answerLimit: STATEMENT_LIMIT + GRACE,
} as const;

/** The parts of a session that an agent's work needs. */
export interface AgentSession extends Pick<Session, "run" | "backslashEscapes" | "version"> {
  /** For Kedge's own questions, which return names of columns but no values. They may name hidden columns. */
  readonly internal: Pick<Session, "run" | "version">;
  /** The server's hidden columns; null when it has none. */
  readonly hidden: Pick<HiddenColumns, "patterns"> | null;
}

/** Why an agent gets no access to a server, with the next step. */
interface AgentSessionFault {
  readonly ok: false;
  readonly message: string;
  readonly hint: string;
}

/**
 * Returns a session for an agent: its login can only read, no statement uses a hidden column, and results end
 * at the limits of rows and bytes (`outcome.cut`). Returns a fault when the login can do more than read.
 */
export async function agentSession(
  server: HidingServer,
  session: Session,
  signal: AbortSignal,
): Promise<AgentSession & { readonly ok: true } | AgentSessionFault> {
  const fault = await agentLoginFault(session, server.engine, signal);
  if (fault) return { ok: false, ...fault };
  const hidden = hiddenColumns(server, session);
  const run: Session["run"] = (request, sink, signal) =>
    session.run({ ...request, write: false }, bounded(sink), signal);
  return {
    ok: true,
    version: session.version,
    hidden,
    internal: { version: session.version, run },
    get backslashEscapes() {
      return session.backslashEscapes;
    },
    async run(request, sink, signal) {
      // A statement that may write is refused without checking hidden columns.
      if (hidden === null || readingFault(request.sql, server.engine) !== null) {
        return await run(request, sink, signal);
      }
      const fault = await hidden.fault(request.sql, signal);
      if (fault) return fault;
      const watched = watching(hidden, sink);
      const end = await run(request, watched.sink, signal);
      return watched.fault() ?? end;
    },
  };
}

/** Returns a sink that withholds all rows of a result with a hidden column. */
function watching(hidden: HiddenColumns, sink: RowSink) {
  let fault: StatementFailure | null = null;
  return {
    fault: () => fault,
    sink: {
      columns(columns) {
        for (const { origin } of columns) fault ??= origin ? hidden.originFault(origin) : null;
        if (fault === null) sink.columns(columns);
      },
      row: (bytes, bounds) => fault === null && sink.row(bytes, bounds),
    } satisfies RowSink,
  };
}

/** Returns a sink that ends each result at the limits. */
function bounded(sink: RowSink): RowSink {
  let rows = 0, bytes = 0;
  return {
    columns(columns) {
      rows = bytes = 0;
      sink.columns(columns);
    },
    row(data, bounds) {
      if (rows >= MAX_ROWS || bytes > MAX_BYTES) return false;
      rows++;
      for (let at = 0; at < bounds.length; at += 2) bytes += Math.max(0, bounds[at + 1]! - bounds[at]!) + 3;
      return sink.row(data, bounds);
    },
  };
}

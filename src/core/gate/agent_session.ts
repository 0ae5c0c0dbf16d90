import type { RowSink } from "../sql/driver/mod.ts";
import type { Session, StatementFailure } from "../sql/session/mod.ts";
import { readingFault } from "../sql/text/reading.ts";
import { type HiddenColumns, hiddenColumns, type HidingServer } from "./hidden/mod.ts";
import { agentLoginFault } from "./login.ts";

/** Rows and bytes of a result that an agent is given at most. */
const MOST_ROWS = 5000, MOST_BYTES = 4_000_000;

/** How long a statement of an agent may run: the server ends it then, ms. */
const STATEMENT_LIMIT = 30_000;
/** How much later the connection is cut when the server has not ended it, ms. */
const GRACE = 3000;

/** How a session for an agent is opened. */
export const AGENT_LIMITS = {
  statementLimit: STATEMENT_LIMIT,
  answerLimit: STATEMENT_LIMIT + GRACE,
} as const;

/** What of a session an agent's work needs. */
export interface AgentSession extends Pick<Session, "run" | "backslashEscapes" | "version"> {
  /** For questions of Kedge's own, whose answers name columns and no values: hidden columns are among them. */
  readonly internal: Pick<Session, "run" | "version">;
  /** Null: the server has none. */
  readonly hidden: Pick<HiddenColumns, "patterns"> | null;
}

/** Why an agent does not get a server, with the next step. */
export interface AgentSessionFault {
  readonly ok: false;
  readonly message: string;
  readonly hint: string;
}

/**
 * A session as agents get it, whichever way they come: its login can do no more than read, no statement needs a column that is
 * hidden from them, and results end after so many rows and bytes (`outcome.cut`).
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
      // A statement that may write is refused without a look at hidden columns.
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

/** Lets no row of a result through that has a hidden column after all. */
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

/** Lets so much of each result through. */
function bounded(sink: RowSink): RowSink {
  let rows = 0, bytes = 0;
  return {
    columns(columns) {
      rows = bytes = 0;
      sink.columns(columns);
    },
    row(data, bounds) {
      if (rows >= MOST_ROWS || bytes > MOST_BYTES) return false;
      rows++;
      for (let at = 0; at < bounds.length; at += 2) bytes += Math.max(0, bounds[at + 1]! - bounds[at]!) + 3;
      return sink.row(data, bounds);
    },
  };
}

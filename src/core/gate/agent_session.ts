import type { Server } from "../config/config.ts";
import type { RowSink } from "../sql/driver/mod.ts";
import type { Session } from "../sql/session/mod.ts";
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
export type AgentSession = Pick<Session, "run" | "backslashEscapes" | "version">;

/** Why an agent does not get a server, with the next step. */
export interface AgentSessionFault {
  readonly ok: false;
  readonly message: string;
  readonly hint: string;
}

/**
 * A session as agents get it, whichever way they come: its login can do no more than read, and results end after so many rows and
 * bytes (`outcome.cut`).
 */
export async function agentSession(
  { engine }: Pick<Server, "engine">,
  session: Session,
  signal: AbortSignal,
): Promise<AgentSession & { readonly ok: true } | AgentSessionFault> {
  const fault = await agentLoginFault(session, engine, signal);
  if (fault) return { ok: false, ...fault };
  return {
    ok: true,
    version: session.version,
    get backslashEscapes() {
      return session.backslashEscapes;
    },
    run: (request, sink, signal) => session.run({ ...request, write: false }, bounded(sink), signal),
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

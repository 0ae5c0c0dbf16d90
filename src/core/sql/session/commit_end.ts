import { ServerError } from "../driver/mod.ts";
import type { StatementFailure, WriteEnd } from "./end.ts";

/**
 * SQLSTATEs with which PostgreSQL ends a waiting session, so that the transaction was rolled back before the
 * COMMIT arrived. 57P02 is not one of them, because a crash may come at any time.
 */
const ENDED_BEFORE: ReadonlySet<string> = new Set(["57P01", "57P03", "57P05", "25P03", "25P04"]);

/**
 * Codes that do not tell whether a transaction was committed: PostgreSQL's classes for connections and for
 * the system, which poolers use when a server is gone; MySQL's client codes, which its routers use for the
 * same; and codes of a session that is ended during its COMMIT.
 */
const SAYS_NOTHING = /^(08...|58...|57P02|57014|2\d{3}|1053|1317|1927)$/;

/** The next step when it is not known whether a write took effect. */
export const LOOK_FIRST = "Look at the rows before you run it again: the server may still be committing.";

/**
 * Returns the failure of a statement, and says so in its message when the statement may have taken effect all
 * the same.
 */
export function maybeCounts(error: unknown, failed: StatementFailure): StatementFailure {
  if (failed.kind !== "lost" || failedCommit(error, failed).kind !== "unknown") return failed;
  return {
    ...failed,
    mayCount: true,
    message: `${failed.message}. Nobody here knows whether the statement was committed`,
    hint: LOOK_FIRST,
  };
}

/** Returns the outcome of a COMMIT that was sent and ended with an error. */
export function failedCommit(error: unknown, { message }: StatementFailure): WriteEnd {
  const unknown = { kind: "unknown", message } as const;
  if (!(error instanceof ServerError)) return unknown;
  const { code, more: { fatal = false, unasked = false } } = error;
  // The server left this error before the COMMIT was sent, so it has committed nothing.
  if (unasked) return { kind: "refused", message };
  const certain = fatal ? ENDED_BEFORE.has(code) : !SAYS_NOTHING.test(code);
  return certain ? { kind: "refused", message } : unknown;
}

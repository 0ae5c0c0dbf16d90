import { ServerError } from "../driver/mod.ts";
import type { StatementFailure, WriteEnd } from "./end.ts";

/**
 * Why PostgreSQL ends a session that waits for something: it was rolled back before the COMMIT came. 57P02 is none of them,
 * for a crash may come at any time.
 */
const ENDED_BEFORE: ReadonlySet<string> = new Set(["57P01", "57P03", "57P05", "25P03", "25P04"]);

/**
 * What says nothing of the transaction: PostgreSQL's classes of connections and of the system, which poolers use for a server
 * that went; MySQL's codes of clients, which its routers use for that, and those of a session that is ended while it commits.
 */
const SAYS_NOTHING = /^(08...|58...|57P02|57014|2\d{3}|1053|1317|1927)$/;

/** The next step where it is not known whether a write counts. */
export const LOOK_FIRST = "Look at the rows before you run it again.";

/** Why a statement failed that may have written all the same. */
export function maybeCounts(error: unknown, failed: StatementFailure): StatementFailure {
  if (failed.kind !== "lost" || failedCommit(error, failed).kind !== "unknown") return failed;
  return {
    ...failed,
    message: `${failed.message}. Nobody here knows whether the statement counts`,
    hint: LOOK_FIRST,
  };
}

/** The outcome of a COMMIT that was sent and ended with an error. */
export function failedCommit(error: unknown, { message }: StatementFailure): WriteEnd {
  const unknown = { kind: "unknown", message } as const;
  if (!(error instanceof ServerError)) return unknown;
  const { code, more: { fatal = false, unasked = false } } = error;
  // Words that the server left before it hung up were there before anything was sent.
  if (unasked) return { kind: "refused", message };
  const certain = fatal ? ENDED_BEFORE.has(code) : !SAYS_NOTHING.test(code);
  return certain ? { kind: "refused", message } : unknown;
}

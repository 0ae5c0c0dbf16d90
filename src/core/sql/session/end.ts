import type { Outcome } from "../driver/mod.ts";
import type { ConnectionFailure } from "../failure.ts";

/** How a statement ended. */
export type StatementEnd = { readonly ok: true; readonly outcome: Outcome } | StatementFailure;

/** Why a statement has no outcome. */
export type StatementFailure = ConnectionFailure | StatementRefusal;

/** Why a statement did not run. */
export interface StatementRefusal {
  readonly ok: false;
  /** `refused`: Kedge did not send the statement, because it does more than read. `query`: the server refused it. */
  readonly kind: "refused" | "query";
  readonly message: string;
  readonly hint: string;
  /** The values that the error is about, in the server's words. Only the user who ran the statement may see them. */
  readonly detail?: string;
  /** The server's error code. */
  readonly code?: string;
  /** Position of the error in the statement, in characters from 1. */
  readonly position?: number;
  /**
   * Set when the statement was not run because it cannot be held back and would take effect at once; the
   * message says why.
   */
  readonly atOnce?: true;
  /**
   * Set when the statement was not run because it begins like a read and may write; the message says how. It
   * can run as a write.
   */
  readonly mayWrite?: true;
}

/** Why nothing runs while a write is held back. */
export const UNDECIDED: StatementRefusal = {
  ok: false,
  kind: "refused",
  message: "A write waits to be committed or rolled back",
  hint: "Decide on it first.",
};

/** How a held write ended. */
export type WriteEnd =
  /** The write is committed. */
  | { readonly kind: "committed" }
  | {
    readonly kind: "rolled-back";
    /**
     * `user`: the user decided. `time`: nobody decided in time. `server`: the server did it by itself. `loss`:
     * the connection was lost before a commit, and the server may not have noticed yet.
     */
    readonly by: "user" | "time" | "server" | "loss";
    /** What the rollback could not undo, in the server's words. */
    readonly stays?: string;
  }
  /** The connection broke during the COMMIT, so it is not known whether the write took effect. */
  | { readonly kind: "unknown"; readonly message: string }
  /** The server refused to commit and has rolled back. */
  | { readonly kind: "refused"; readonly message: string };

/** Whether the statement was refused while the connection is still there. */
export function isRefusal(end: StatementFailure): end is StatementRefusal {
  return end.kind === "refused" || end.kind === "query";
}

/**
 * Codes with which a read-only transaction refuses a statement that writes: PostgreSQL's SQLSTATE and MySQL's
 * number.
 */
const WOULD_WRITE: ReadonlySet<string> = new Set(["25006", "1792"]);

/** Whether a statement was refused because it would write, or may. Nothing has happened then. */
export function wouldWrite(
  { kind, code = "", mayWrite }: {
    readonly kind: string;
    readonly code?: string;
    readonly mayWrite?: true;
  },
): boolean {
  return mayWrite === true || (kind === "query" && WOULD_WRITE.has(code));
}

import type { Outcome } from "../driver/mod.ts";
import type { ConnectionFailure } from "../failure.ts";

/** How a statement ended. */
export type StatementEnd = { readonly ok: true; readonly outcome: Outcome } | StatementFailure;

/** Why there is no outcome. */
export type StatementFailure = ConnectionFailure | StatementRefusal;

/** Why a statement did not run. */
export interface StatementRefusal {
  readonly ok: false;
  /** `refused`: not sent, because it does not only read. `query`: the server refused it. */
  readonly kind: "refused" | "query";
  readonly message: string;
  readonly hint: string;
  /** Which values it was about, in the server's words: only for the user who ran it. */
  readonly detail?: string;
  /** The server's code. */
  readonly code?: string;
  /** Where in the statement, in characters from 1. */
  readonly position?: number;
  /** Nothing has run: it cannot be held back, and would count at once; the message is why. */
  readonly atOnce?: true;
}

/** How a held write ended. */
export type WriteEnd =
  /** `counts`: it is committed. */
  | { readonly kind: "committed" }
  | {
    readonly kind: "rolled-back";
    /** The user decided, time ran out, or the connection went. */
    readonly by: "user" | "time" | "server";
    /** What the rollback could not undo, in the server's words. */
    readonly stays?: string;
  }
  /** The connection broke while it was committed: it is not known whether it counts. */
  | { readonly kind: "unknown"; readonly message: string }
  /** The server refused to commit, and has rolled back. */
  | { readonly kind: "refused"; readonly message: string };

/** Whether the statement was refused, and the connection is still there. */
export function isRefusal(end: StatementFailure): end is StatementRefusal {
  return end.kind === "refused" || end.kind === "query";
}

/** A transaction that only reads refused a statement that writes: PostgreSQL's SQLSTATE, MySQL's number. */
const WOULD_WRITE: ReadonlySet<string> = new Set(["25006", "1792"]);

/** Whether the server has refused a statement because it would write, and nothing has happened. */
export function wouldWrite({ kind, code = "" }: { readonly kind: string; readonly code?: string }): boolean {
  return kind === "query" && WOULD_WRITE.has(code);
}

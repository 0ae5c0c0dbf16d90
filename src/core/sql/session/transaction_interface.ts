import type { Outcome, RowSink, Statement } from "../driver/mod.ts";
import type { StatementFailure, WriteEnd } from "./end.ts";
import type { Sample } from "./sample.ts";

/** How a transaction begins, in SQL: `isolation level serializable`, `read only`. */
export interface TransactionModes {
  readonly modes: string;
  readonly readOnly: boolean;
}

/** A statement that runs within a transaction. */
export interface Within extends Pick<Statement, "sql" | "args" | "batch"> {
  /**
   * `control`: makes, releases or rolls back to a savepoint. `read`: may have more rows than are wanted, and
   * is refused where it would write (`wouldWrite`). `own`: is Kedge's own, which knows what it does.
   */
  readonly kind: "write" | "own" | "read" | "control";
}

/**
 * How a statement within a transaction ended. A failed statement is undone alone, and the transaction stays
 * open unless `ended` has resolved.
 */
export type WithinEnd =
  | { readonly ok: true; readonly outcome: Outcome; readonly sample: Sample | null }
  | StatementFailure;

/** A transaction that holds back everything that runs in it until somebody decides. */
export interface Transaction {
  readonly ok: true;
  /** Whether it was begun as one in which the server refuses every write. */
  readonly readOnly: boolean;
  /**
   * Time at which the transaction is rolled back unless somebody decides or runs something, in ms since 1970;
   * null while a statement runs.
   */
  readonly until: number | null;
  /** Resolves when the transaction is over, however it ended. */
  readonly ended: Promise<WriteEnd>;
  run(statement: Within, sink: RowSink, signal: AbortSignal): Promise<WithinEnd>;
  /**
   * Null when the server does not accept the transaction as it is, for the reason in `problem`; the
   * transaction stays open then.
   */
  commit(): Promise<WriteEnd | null>;
  rollback(): Promise<WriteEnd>;
  readonly problem: string | null;
  /** Whether a rollback was asked for, which may still wait for the statement that runs. */
  readonly isLeft: boolean;
}

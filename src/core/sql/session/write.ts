import { DriverError, type Outcome, type RowSink, type Statement } from "../driver/mod.ts";
import { beginHold, cutAfter, endHold, endLimit, type HoldParts } from "./hold.ts";
import { failedCommit } from "./commit_end.ts";
import type { Sample } from "./sample.ts";
import type { StatementFailure, WriteEnd } from "./end.ts";
import { countsAtOnce, refusesTransactions } from "./untransactional.ts";

/** A write that has run and has not taken effect yet. */
export interface HeldWrite {
  readonly ok: true;
  readonly outcome: Outcome;
  /** False when the server has committed by itself, so that nothing is left to decide. */
  readonly held: boolean;
  /** Some of the rows that the write is about; null when they could not be read. */
  readonly sample: Sample | null;
  /** Time at which the write is rolled back unless somebody decides, in ms since 1970. */
  readonly until: number;
  /** Resolves when the write is committed or rolled back, whoever decided. */
  readonly ended: Promise<WriteEnd>;
  commit(): Promise<WriteEnd>;
  rollback(): Promise<WriteEnd>;
}

/** Why a statement cannot be held back that only its server knows not to run within a transaction. */
const OUTSIDE = "The server runs this only outside of a transaction: it takes effect at once.";

/**
 * Runs a statement and holds it back until somebody decides or the time is over. `failure` returns what an
 * error of the connection or the server means.
 */
export async function holdWrite(
  parts: HoldParts,
  failure: (error: unknown) => StatementFailure,
  statement: Pick<Statement, "sql" | "args">,
  sink: RowSink,
): Promise<HeldWrite | StatementFailure> {
  const { connection, engine, limits } = parts;
  let begun;
  const began = performance.now();
  try {
    begun = await beginHold(parts, statement, sink);
  } catch (error) {
    const never = refusesTransactions(error) ? OUTSIDE : null;
    return countsAtOnce(never) ?? failure(error);
  }
  const took = performance.now() - began;
  const { outcome, held, sample } = begun;
  const ended = Promise.withResolvers<WriteEnd>();
  let decided = false;
  const until = Date.now() + limits.idle;

  async function decide(how: "commit" | "rollback", by: "user" | "time"): Promise<WriteEnd> {
    if (decided) return await ended.promise;
    decided = true;
    clearTimeout(timer);
    ended.resolve(await carryOut(how, by));
    return await ended.promise;
  }

  async function carryOut(how: "commit" | "rollback", by: "user" | "time"): Promise<WriteEnd> {
    // The connection was lost before anything was sent, so nothing is committed.
    if (connection.over !== null) return { kind: "rolled-back", by: "loss" };
    const late = cutAfter(connection, endLimit(limits, engine, how, took));
    try {
      return await endHold(connection, engine, how, by);
    } catch (error) {
      const failed = failure(error);
      // The server rolls back a transaction that could not be ended when its connection is closed.
      if (connection.transaction !== "none") connection.cut(new DriverError("CLOSED", failed.message));
      return how === "rollback" ? { kind: "rolled-back", by: "loss" } : failedCommit(error, failed);
    } finally {
      clearTimeout(late);
    }
  }

  const timer = setTimeout(() => void decide("rollback", "time"), limits.idle);
  if (!held) {
    clearTimeout(timer);
    decided = true;
    ended.resolve({ kind: "committed" });
  } else {
    void connection.gone.then(() => {
      if (decided) return;
      decided = true;
      clearTimeout(timer);
      ended.resolve({ kind: "rolled-back", by: "loss" });
    });
  }
  return {
    ok: true,
    outcome,
    held,
    sample,
    until,
    ended: ended.promise,
    commit: () => decide("commit", "user"),
    rollback: () => decide("rollback", "user"),
  };
}

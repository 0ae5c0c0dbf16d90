import { type Connection, DriverError, type RowSink, ServerError, type ServerNotice } from "../driver/mod.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import { oneAtATime } from "../one_at_a_time.ts";
import { failedCommit } from "./commit_end.ts";
import type { StatementFailure, StatementRefusal, WriteEnd } from "./end.ts";
import {
  cutAfter,
  endHold,
  endLimit,
  type HoldLimits,
  mysqlLimits,
  postgresLimits,
  unlimited,
} from "./hold.ts";
import { insertsRows, runReturning } from "./inserted.ts";
import { mayWrite } from "./may_write.ts";
import { rollBack } from "./rollback.ts";
import { createSampler } from "./sample.ts";
import type { Transaction, TransactionModes, Within, WithinEnd } from "./transaction_interface.ts";
import { countsAtOnce, untransactional } from "./untransactional.ts";
import { reportWarnings } from "./warnings.ts";

/** Dependencies of a transaction. */
interface Parts {
  readonly connection: Connection;
  readonly engine: Engine;
  readonly limits: HoldLimits;
  /** Returns what an error of the connection or the server means for a statement. */
  readonly failure: (sql: string) => (error: unknown) => StatementFailure;
  /** Tells the server to end the running statement, until it is over. Never rejects. */
  readonly stop: (over: Promise<unknown>) => Promise<unknown>;
  readonly onNotice?: ((notice: ServerNotice) => void) | undefined;
}

/** MySQL's codes after which it has rolled back the whole transaction because of a deadlock. */
const ALL_UNDONE: ReadonlySet<string> = new Set(["1213", "1614"]);

/** Begins a transaction. */
export async function beginTransaction(
  parts: Parts,
  { modes, readOnly }: TransactionModes,
): Promise<Transaction | StatementFailure> {
  const { connection, engine, limits } = parts;
  const mysql = ENGINES[engine].protocol === "mysql";
  try {
    if (mysql) await mysqlLimits(connection, limits);
    await connection.prepare(
      mysql
        ? ["set session transaction read write", `start transaction${modes === "" ? "" : ` ${modes}`}`]
        : [
          ["begin", modes, readOnly || modes.includes("read write") ? "" : `${modes && ","} read write`]
            .filter((part) => part.trim() !== "").join(" "),
          ...postgresLimits(engine, limits),
        ],
    );
  } catch (error) {
    const failed = parts.failure("")(error);
    if (connection.over === null) {
      await rollBack(connection).catch((error: Error) =>
        connection.cut(new DriverError("CLOSED", error.message))
      );
      await unlimited(connection, engine);
    }
    return failed;
  }
  return open(parts, readOnly);
}

function open(
  { connection, engine, limits, failure, stop, onNotice }: Parts,
  readOnly: boolean,
): Transaction {
  const ended = Promise.withResolvers<WriteEnd>();
  const postgres = ENGINES[engine].protocol === "postgres";
  /** Redshift has no savepoints, so an error there undoes the whole transaction. */
  const parted = engine === "postgres";
  let over = false;
  /** Whether a commit or rollback is under way, which itself reports the loss of the connection. */
  let ending = false;
  /** Settles when the server has been told to end a statement. */
  let telling: Promise<unknown> = Promise.resolve();
  let until: number | null = null;
  /** Time in ms that the statements have taken. */
  let took = 0;
  let problem: string | null = null;
  let isLeft = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Runs the requests of this transaction. */
  const alone = oneAtATime();

  function wait(): void {
    if (over) return;
    clearTimeout(timer);
    until = Date.now() + limits.idle;
    timer = setTimeout(() => void rollback("time"), limits.idle);
  }

  function end(how: WriteEnd): WriteEnd {
    if (!over) {
      over = true;
      clearTimeout(timer);
      until = null;
      ended.resolve(how);
    }
    return how;
  }

  /** Waits for an order to end a statement, because a late one would end the next statement. */
  const told = () => Promise.race([telling, connection.gone]);

  /** Runs what a stop ends on the server. */
  async function stoppable<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    checkStop(signal);
    const running = work();
    const halt = () => void (telling = stop(running.catch(() => {})));
    signal.addEventListener("abort", halt);
    try {
      return await running;
    } finally {
      signal.removeEventListener("abort", halt);
    }
  }

  /** Repairs the transaction after a failed statement. Throws when the connection is gone. */
  async function mend(error: unknown): Promise<void> {
    await told();
    if (connection.over !== null) return;
    if (parted && connection.transaction !== "none") {
      const back = () => connection.prepare(["rollback to savepoint kedge_statement"]);
      return await back().catch((error) => {
        if (!(error instanceof ServerError)) throw error;
        return back();
      });
    }
    const code = error instanceof ServerError ? error.code : "";
    if (postgres || ALL_UNDONE.has(code)) {
      // Also when the service still counts a transaction that the server has already undone.
      if (connection.transaction !== "none") await rollBack(connection);
      await unlimited(connection, engine);
      return void end({ kind: "rolled-back", by: "server" });
    }
    // MySQL's error does not say whether the transaction is still open. The status in the answer to another
    // statement does.
    await connection.prepare(["do 0"]);
    if (connection.transaction !== "none") return;
    await unlimited(connection, engine);
    end({ kind: "unknown", message: "the server ended the transaction with this error" });
  }

  /** Returns why a statement is not sent: as a write it takes effect at once, or as a read it may write. */
  async function refusal(kind: Within["kind"], sql: string): Promise<StatementRefusal | null> {
    if (kind === "read") return readOnly ? null : await mayWrite(connection, engine, sql);
    return kind === "write" && !postgres ? countsAtOnce(await untransactional(connection, sql)) : null;
  }

  async function runOne(
    { kind, ...statement }: Within,
    sink: RowSink,
    signal: AbortSignal,
  ): Promise<WithinEnd> {
    const writes = kind === "write";
    const sampler = writes ? createSampler(connection, engine, statement, true) : null;
    try {
      const refused = await stoppable(signal, () => refusal(kind, statement.sql));
      if (refused !== null) return refused;
      if (parted) {
        // The setting ends with the savepoint, whether this is released or gone back to.
        const guard = kind === "read" && !readOnly ? ["set local transaction_read_only to on"] : [];
        await connection.prepare(["savepoint kedge_statement", ...guard]);
      }
      const { stays, outcome, sample } = await stoppable(signal, async () => {
        await sampler?.before();
        // A stop may have ended the read of the sample, which may fail, instead of the write.
        checkStop(signal);
        const returned = writes && insertsRows(statement.sql, engine)
          ? await runReturning(connection, engine, statement)
          : null;
        if (returned === null) checkStop(signal);
        const outcome = returned?.outcome ?? await connection.run({ ...statement, whenEnough: "read" }, sink);
        const stays = connection.transaction !== "none";
        await reportWarnings(connection, outcome, onNotice).catch((error) => {
          // The statement has succeeded; a stop that interrupts reading its warnings is no failure.
          if (!signal.aborted || !(error instanceof ServerError)) throw error;
        });
        return { stays, outcome, sample: stays ? returned?.sample ?? await sampler?.after() ?? null : null };
      });
      await told();
      if (!stays) {
        await unlimited(connection, engine);
        end({ kind: "committed" });
        return { ok: true, outcome, sample };
      }
      if (connection.over !== null) throw connection.over;
      // The statement has succeeded, but the caller has stopped it: undo it alone.
      if (parted) checkStop(signal);
      // A savepoint statement of the user has removed `kedge_statement`, or made the user's savepoint within
      // it: releasing it would release both.
      if (parted && kind !== "control") await connection.prepare(["release savepoint kedge_statement"]);
      return { ok: true, outcome, sample };
    } catch (error) {
      const failed = failure(statement.sql)(error);
      await mend(error).catch((error: Error) => connection.cut(new DriverError("CLOSED", error.message)));
      return failed;
    }
  }

  async function finish(how: "commit" | "rollback", by: "user" | "time"): Promise<WriteEnd | null> {
    if (over) return await ended.promise;
    // The connection was lost before anything was sent, so nothing is committed.
    if (connection.over !== null) return end({ kind: "rolled-back", by: "loss" });
    clearTimeout(timer);
    until = null;
    let sent = false;
    ending = true;
    const late = cutAfter(connection, endLimit(limits, engine, how, took));
    try {
      if (how === "commit" && parted && !await isIntact()) {
        wait();
        return null;
      }
      sent = true;
      return end(await endHold(connection, engine, how, by));
    } catch (error) {
      const failed = failure(how)(error);
      if (connection.transaction !== "none") connection.cut(new DriverError("CLOSED", failed.message));
      if (how === "rollback" || !sent) return end({ kind: "rolled-back", by: "loss" });
      return end(failedCommit(error, failed));
    } finally {
      clearTimeout(late);
      ending = false;
    }
  }

  /**
   * Whether the constraints hold that the server checks only at the end; while they do not, the user can
   * still mend the rows.
   */
  async function isIntact(): Promise<boolean> {
    problem = null;
    await connection.prepare(["savepoint kedge_commit"]);
    try {
      await connection.prepare(["set constraints all immediate"]);
      return true;
    } catch (error) {
      if (!(error instanceof ServerError) || error.more.fatal) throw error;
      problem = failure("")(error).message;
      await connection.prepare(["rollback to savepoint kedge_commit", "release savepoint kedge_commit"]);
      return false;
    }
  }

  const rollback = async (by: "user" | "time") => {
    isLeft = true;
    return (await alone(() => finish("rollback", by))) ?? await ended.promise;
  };

  void connection.gone.then(() => ending || end({ kind: "rolled-back", by: "loss" }));
  wait();
  return {
    ok: true,
    readOnly,
    get until() {
      return until;
    },
    get problem() {
      return problem;
    },
    get isLeft() {
      return isLeft;
    },
    ended: ended.promise,
    run: (statement, sink, signal) =>
      alone(async () => {
        clearTimeout(timer);
        until = null;
        problem = null;
        const began = performance.now();
        try {
          if (over || signal.aborted) {
            return failure(statement.sql)(new DriverError("ABORT", "it was stopped"));
          }
          return await runOne(statement, sink, signal);
        } finally {
          if (statement.kind !== "read") took += performance.now() - began;
          await told();
          wait();
        }
      }),
    commit: () => alone(() => finish("commit", "user")),
    rollback: () => rollback("user"),
  };
}

/** Throws when the caller has stopped the statement. */
function checkStop(signal: AbortSignal): void {
  if (signal.aborted) throw new DriverError("ABORT", "it was stopped");
}

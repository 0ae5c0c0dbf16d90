import { DriverError, type RowSink, ServerError, type ServerNotice, type Statement } from "../driver/mod.ts";
import type { ConnectionFailure } from "../failure.ts";
import type { ReachedServer } from "../found.ts";
import type { Login } from "../login/mod.ts";
import { openServer } from "../open.ts";
import { ENGINES } from "../engines/mod.ts";
import { dialectOf } from "../text/dialect.ts";
import { errorPosition } from "../text/error_position.ts";
import { readingFault, readingHint } from "../text/reading.ts";
import { errorWords } from "../error_words.ts";
import { maybeCounts } from "./commit_end.ts";
import { type StatementEnd, type StatementFailure, UNDECIDED } from "./end.ts";
import { untilEnough } from "./enough.ts";
import { createGuard, type Setup } from "./guard.ts";
import { answeredBy, endOnServer, leftBy } from "./cancel.ts";
import { HOLD_LIMITS, type HoldLimits } from "./hold.ts";
import { beginTransaction } from "./transaction.ts";
import type { Transaction, TransactionModes } from "./transaction_interface.ts";
import { reportWarnings } from "./warnings.ts";
import { countsAtOnce, untransactional } from "./untransactional.ts";
import { type HeldWrite, holdWrite } from "./write.ts";

/** Time in ms by which Kedge's limit exceeds the server's, because MySQL's limit does not cover writes. */
const SERVER_FIRST = 500;

const late = () => new DriverError("ETIMEDOUT", "the server did not answer in time");

/** One statement of a session. */
interface Request extends Pick<Statement, "sql" | "args" | "batch" | "agreed"> {
  /** Whether the user lets the statement write; otherwise the server itself refuses writes. */
  readonly write: boolean;
}

/** A connection on which statements run one after another. */
export interface Session {
  /** The server's version, as the server reports it. */
  readonly version: string;
  readonly backslashEscapes: boolean;
  /** Time zone in which the server gives moments now; absent where it does not report that. */
  readonly zone?: string | undefined;
  /** Whether a statement has left a transaction open, which is rolled back when the session is closed. */
  readonly inTransaction: boolean;
  /** Why the connection is gone; null while it is there. */
  readonly over: DriverError | null;
  /** Resolves when the connection is gone, with the meaning of the loss for the user. */
  readonly gone: Promise<ConnectionFailure>;
  /**
   * Runs one statement. Returns what a user can cause as a value; no text contains the password. Ends at once
   * on abort and, when only reading, once the sink has enough: the server ends the statement before the next
   * one runs.
   */
  run(request: Request, sink: RowSink, signal: AbortSignal): Promise<StatementEnd>;
  /** Settles when the connection is free; cuts it (`over`) when the server does not end the last statement. */
  settled(): Promise<void>;
  /** Cuts a free connection (`over`) over which the server does not answer. */
  answers(): Promise<void>;
  /**
   * Runs a write and holds it back: it takes no effect before `commit`, and no other statement runs until
   * then. Aborting ends the statement on the server; the promise settles once that has happened.
   */
  hold(
    statement: Pick<Statement, "sql" | "args">,
    sink: RowSink,
    options?: { readonly limits?: Partial<HoldLimits>; readonly signal?: AbortSignal },
  ): Promise<HeldWrite | StatementFailure>;
  /** Begins a transaction that holds statements back. Until it is over, only its statements run here. */
  begin(
    modes: TransactionModes,
    options?: { readonly limits?: Partial<HoldLimits>; readonly signal?: AbortSignal },
  ): Promise<Transaction | StatementFailure>;
  close(): Promise<void>;
}

/** Options of a session. */
interface SessionOptions extends Setup {
  readonly signal?: AbortSignal;
  /** Maximum time for connecting, in ms. */
  readonly connectLimit?: number;
  /** Time in ms until the connection of an unended statement is cut; longer than the server's own limit. */
  readonly answerLimit?: number;
  readonly onNotice?: (notice: ServerNotice) => void;
}

/** Signs in to a server and returns the session, or why there is none. */
export async function openSession(
  server: ReachedServer,
  login: Login,
  options: SessionOptions = {},
): Promise<Session & { readonly ok: true } | ConnectionFailure> {
  const { signal, connectLimit, onNotice } = options;
  const opened = await openServer(server, login, {
    ...(signal ? { signal } : {}),
    ...(onNotice ? { listener: { notice: onNotice } } : {}),
    limit: connectLimit,
  });
  if (!opened.ok) return opened;
  const { connection, lost } = opened;
  const guard = createGuard(connection, server.engine, options);

  /** Settles when the previous statement has left the connection. */
  let settling: Promise<unknown> = Promise.resolve();
  /** Settles when the server has been told, over a second connection, to end the previous statement. */
  let telling: Promise<unknown> = Promise.resolve();
  /** The write that is held back; a statement that ran now would be part of its transaction. */
  let undecided: HeldWrite | Transaction | null = null;

  const stopped = () => lost(new DriverError("ABORT", "it was stopped"));
  const tellEnd = (otherwise = new DriverError("ABORT", "it was stopped"), running = settling) =>
    telling = endOnServer(connection, running).catch(() => connection.cut(otherwise));

  /** Waits until the connection is free. Returns null when it is, else why no statement can run. */
  async function free(signal: AbortSignal | undefined): Promise<StatementFailure | null> {
    if (await isUndecided()) return UNDECIDED;
    await settled();
    if (await isUndecided()) return UNDECIDED;
    return signal?.aborted ? stopped() : null;
  }

  /** Waits for a rollback that was asked for, because nobody is going to decide on that transaction. */
  async function isUndecided(): Promise<boolean> {
    if (undecided !== null && "isLeft" in undecided && undecided.isLeft) await undecided.ended;
    return undecided !== null;
  }

  async function settled(): Promise<void> {
    await leftBy(connection, settling);
    // A late order to end the previous statement would end the next one, so wait for the order.
    await Promise.race([telling, connection.gone]);
  }

  const failureOf = (sql: string) => (error: unknown): StatementFailure => {
    if (!(error instanceof ServerError) || error.more.fatal) return lost(error);
    const { code, text, hint, detail } = errorWords(error, login.password);
    const position = error.more.position ?? positionIn(sql, error.message);
    return {
      ok: false,
      kind: "query",
      message: text,
      hint,
      code,
      ...(detail === "" ? {} : { detail }),
      ...(position === undefined ? {} : { position }),
    };
  };

  /** Returns the position of an error, in characters from 1. MySQL only quotes the text in its message. */
  function positionIn(sql: string, words: string): number | undefined {
    if (ENGINES[server.engine].protocol !== "mysql") return undefined;
    const dialect = { ...dialectOf(server.engine), backslash: connection.backslashEscapes };
    const at = errorPosition(words, sql, dialect);
    return at === null ? undefined : Array.from(sql.slice(0, at)).length + 1;
  }

  return {
    ok: true,
    version: connection.version,
    get backslashEscapes() {
      return connection.backslashEscapes;
    },
    get zone() {
      return connection.zone;
    },
    get inTransaction() {
      return connection.transaction !== "none";
    },
    get over() {
      return connection.over;
    },
    gone: connection.gone.then(lost),
    async run({ write, ...statement }, sink, signal) {
      const fault = write ? null : readingFault(statement.sql, server.engine);
      if (fault !== null) {
        const hint = readingHint(statement.sql, server.engine);
        return { ok: false, kind: "refused", message: fault, hint };
      }
      const taken = await free(signal);
      if (taken) return taken;
      const early = Promise.withResolvers<StatementEnd>();
      let broken = false;
      /** Frees the caller at once, while the server is being told to end the statement. */
      const breakOff = (end: StatementEnd) => {
        if (broken) return;
        broken = true;
        early.resolve(end);
        void tellEnd();
      };
      const stop = () => breakOff(stopped());
      const enough = () => breakOff({ ok: true, outcome: { command: "", cut: true } });
      const work = async () => {
        // The statement was stopped while the session was being prepared for it, so it is not sent at all.
        if (broken) throw new DriverError("ABORT", "it was stopped");
        const outcome = await connection.run(
          { ...statement, whenEnough: "read" },
          untilEnough(sink, write, enough),
        );
        if (!broken) await reportWarnings(connection, outcome, onNotice);
        return outcome;
      };
      const limits = [
        limited(options.answerLimit, () => connection.cut(late())),
        limited(
          options.statementLimit && options.statementLimit + SERVER_FIRST,
          () => broken || tellEnd(late()),
        ),
      ];
      let counting = false;
      const running =
        (write ? guard.writing(statement.sql, work, () => void (counting = true)) : guard.reading(work)).then(
          (outcome): StatementEnd => ({ ok: true, outcome }),
          (error) => {
            const failed = failureOf(statement.sql)(error);
            return counting ? maybeCounts(error, failed) : failed;
          },
        ).finally(() => limits.forEach(clearTimeout));
      settling = running.catch(() => {});
      signal.addEventListener("abort", stop);
      try {
        if (signal.aborted) stop();
        return await Promise.race([early.promise, running]);
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
    async hold(statement, sink, { limits = {}, signal } = {}) {
      const taken = await free(signal);
      if (taken) return taken;
      const stop = () => void tellEnd();
      signal?.addEventListener("abort", stop);
      const work = async () => {
        const never = countsAtOnce(connection.noTransactions ?? null);
        if (never !== null) return never;
        const plain = ENGINES[server.engine].protocol === "mysql"
          ? await untransactional(connection, statement.sql).then(countsAtOnce, failureOf(statement.sql))
          : null;
        if (plain !== null) return plain;
        const held = await holdWrite(
          {
            connection,
            engine: server.engine,
            limits: { ...HOLD_LIMITS, ...limits },
            stopped: () => signal?.aborted ?? false,
            onNotice,
          },
          failureOf(statement.sql),
          statement,
          untilEnough(sink, true, () => {}),
        );
        if (!held.ok || !held.held) return held;
        if (signal?.aborted) {
          // The write has succeeded, but the caller no longer waits for it: undo it.
          await held.rollback();
          return stopped();
        }
        undecided = held;
        void held.ended.then(() => undecided = null);
        return held;
      };
      const holding = work().finally(() => signal?.removeEventListener("abort", stop));
      settling = holding.catch(() => {});
      return await holding;
    },
    async begin(modes, { limits = {}, signal } = {}) {
      const taken = await free(signal);
      if (taken) return taken;
      const never = countsAtOnce(connection.noTransactions ?? null);
      if (never !== null) return never;
      const work = async () => {
        const begun = await beginTransaction({
          connection,
          engine: server.engine,
          limits: { ...HOLD_LIMITS, ...limits },
          failure: failureOf,
          stop: (running) => tellEnd(undefined, running),
          onNotice,
        }, modes);
        if (!begun.ok) return begun;
        if (signal?.aborted) {
          // The caller no longer waits for the transaction.
          await begun.rollback();
          return stopped();
        }
        undecided = begun;
        void begun.ended.then(() => undecided = null);
        return begun;
      };
      const beginning = work();
      settling = beginning.catch(() => {});
      return await beginning;
    },
    settled,
    answers: async () => void await (settling = answeredBy(connection)),
    close: () => connection.close(),
  };
}

/** Calls a function after a time in ms, or never when the time is undefined. Returns the timer. */
function limited(ms: number | undefined, over: () => unknown) {
  return ms === undefined ? undefined : setTimeout(() => void over(), ms);
}

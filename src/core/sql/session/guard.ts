import { type Connection, DriverError, ServerError } from "../driver/mod.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import { writeNature } from "../text/writes.ts";
import { rollBack } from "./rollback.ts";
import { refusesTransactions } from "./untransactional.ts";

/** Settings that make every server write values in the same form, whatever its own settings are. */
export const FORMS: Readonly<Record<Engine, readonly string[]>> = {
  postgres: [
    "datestyle to iso",
    "intervalstyle to postgres",
    // Servers before 12 return every digit of a float only with the value 3.
    "extra_float_digits to 3",
    "bytea_output to hex",
  ],
  // Redshift knows only these, and no more digits than these.
  redshift: ["datestyle to iso", "extra_float_digits to 2"],
  athena: [],
  logs: [],
  mysql: [],
};

/** Settings of a session. */
export interface Setup {
  /** Time in ms after which the server ends a statement. */
  readonly statementLimit?: number;
  /**
   * MySQL and MariaDB only: maximum time in ms that a write waits for the locks of others. Their own limit is
   * a day.
   */
  readonly lockLimit?: number;
  /** Whether times are given in UTC instead of the server's own time zone. */
  readonly utc?: boolean;
}

/** Runs statements so that the server itself limits what they can do. */
interface Guard {
  /** Runs in a transaction that the server keeps from writing, and rolls it back. */
  reading<T>(run: () => Promise<T>): Promise<T>;
  /**
   * Runs without keeping the statement from writing. Calls `counting` just before sending what makes the
   * write take effect.
   */
  writing<T>(sql: string, run: () => Promise<T>, counting?: () => void): Promise<T>;
}

/** Returns the guard of a session. Sends nothing before its first use. */
export function createGuard(connection: Connection, engine: Engine, setup: Setup): Guard {
  const { protocol } = ENGINES[engine];
  if (protocol === "trino" || protocol === "insights") return textGuard;
  return protocol === "postgres" ? postgresGuard(connection, engine, setup) : mysqlGuard(connection, setup);
}

/**
 * Athena has no read-only mode, so checking the statement's text is the only guard. Logs Insights has no
 * words that write.
 */
const textGuard: Guard = {
  reading: (run) => run(),
  writing(_sql, run, counting = () => {}) {
    counting();
    return run();
  },
};

/** Returns a function that does something a session needs only once, and tries again after a failure or a stop. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () =>
    done ??= work().catch((error) => {
      done = undefined;
      throw error;
    });
}

/**
 * Runs something and rolls back, whatever happened. Cuts a connection that cannot roll back, because the
 * server then rolls back by itself.
 */
async function undone<T>(
  connection: Connection,
  back: () => Promise<void>,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } finally {
    await back().catch((error: Error) => connection.cut(new DriverError("CLOSED", error.message)));
  }
}

/**
 * Returns a function that rolls back and releases the locks that outlive a transaction, where the server has
 * a function for that.
 */
function unlocking(connection: Connection, unlock: string | null): () => Promise<void> {
  let known = unlock;
  return async () => {
    if (known === null) return await rollBack(connection);
    try {
      await connection.prepare(["rollback", known]);
    } catch (error) {
      if (!(error instanceof ServerError) || connection.over !== null) throw error;
      if (NO_FUNCTION.has(error.code)) known = null;
      await rollBack(connection);
      // A late cancel may have ended the attempt to release the locks, so it is repeated.
      if (known !== null) await connection.prepare([known]);
    }
  };
}

/** Codes with which a server says that it does not know a function. */
const NO_FUNCTION: ReadonlySet<string> = new Set(["42883", "0A000", "1305", "1064"]);

function postgresGuard(connection: Connection, engine: Engine, { statementLimit, utc }: Setup): Guard {
  const settings = [
    ...FORMS[engine],
    ...(utc ? ["timezone to 'UTC'"] : []),
    ...(statementLimit === undefined ? [] : [`statement_timeout to ${statementLimit}`]),
  ];
  // A pooler gives the connection to others when the transaction ends, so the settings must end with the
  // transaction.
  const local = engine === "redshift" ? "set" : "set local";
  const statements = settings.map((set) => `${local} ${set}`);
  const now = () => connection.transaction;
  const back = unlocking(connection, engine === "redshift" ? null : "select pg_advisory_unlock_all()");
  return {
    async reading(run) {
      return await undone(connection, back, async () => {
        // A transaction cannot be made to write once it has read something, so it reads here.
        const read = engine === "redshift" ? "select 1" : connection.driverQuery ?? "select 1";
        await connection.prepare(["begin read only", ...statements, read]);
        return await run();
      });
    },
    async writing(sql, run, counting = () => {}) {
      // In a transaction of the user, and on a server that does not allow one, the statement runs as it is.
      if (connection.transaction !== "none" || connection.noTransactions !== undefined) {
        counting();
        return await run();
      }
      const atOnce = async () => {
        counting();
        const result = await run();
        // The user's statement began a transaction: the settings are sent again, because `set local` lasts
        // until that transaction ends.
        if (now() === "open") await connection.prepare(statements);
        return result;
      };
      if (writeNature(sql, engine).atOnce !== null) return await atOnce();
      await connection.prepare(["begin", ...statements]);
      try {
        const result = await run();
        counting();
        if (now() !== "none") await connection.prepare(["commit"]);
        return result;
      } catch (error) {
        if (connection.over === null) await rollBack(connection);
        if (connection.over === null && refusesTransactions(error)) return await atOnce();
        throw error;
      }
    },
  };
}

function mysqlGuard(connection: Connection, { statementLimit, lockLimit, utc }: Setup): Guard {
  const prepared = once(async () => {
    if (utc) await connection.prepare(["set time_zone = '+00:00'"]);
    if (statementLimit === undefined) return;
    // MariaDB's limit is in seconds, MySQL's in milliseconds, and each knows only its own.
    await connection.prepare([`set session max_statement_time = ${statementLimit / 1000}`]).catch((error) => {
      if (!(error instanceof ServerError)) throw error;
      return connection.prepare([`set session max_execution_time = ${statementLimit}`]);
    });
  });
  const back = unlocking(connection, "do release_all_locks()");
  return {
    async reading(run) {
      await prepared();
      return await undone(connection, back, async () => {
        await connection.prepare(["set session transaction read only", "start transaction read only"]);
        return await run();
      });
    },
    async writing(_sql, run, counting = () => {}) {
      await prepared();
      await connection.prepare([
        "set session transaction read write",
        ...(lockLimit === undefined
          ? []
          : [`set session lock_wait_timeout = ${Math.ceil(lockLimit / 1000)}`]),
      ]);
      counting();
      return await run();
    },
  };
}

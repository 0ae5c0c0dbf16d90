import { type Connection, Fault, ServerError } from "../driver/mod.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import { writeNature } from "../text/writes.ts";
import { rollBack } from "./rollback.ts";

/** One form for every server, whatever its own settings are. Redshift knows only the first. */
export const FORMS: Readonly<Record<Engine, readonly string[]>> = {
  postgres: [
    "datestyle to iso",
    "intervalstyle to postgres",
    // Servers before 12 give every digit with 3 only.
    "extra_float_digits to 3",
    "bytea_output to hex",
  ],
  redshift: ["datestyle to iso"],
  athena: [],
  logs: [],
  mysql: [],
};

/** What a session is like. */
export interface Setup {
  /** The server ends a statement that takes longer, ms. */
  readonly statementLimit?: number;
  /** MySQL and MariaDB: how long what writes may wait for the locks of others, ms. Theirs is a day. */
  readonly lockLimit?: number;
  /** Times are given in UTC, and not in the server's own zone. */
  readonly utc?: boolean;
}

/** Runs statements so that the server guards them as far as it should. */
interface Guard {
  /** The server itself keeps what runs from writing, and undoes what it lets through. */
  reading<T>(run: () => Promise<T>): Promise<T>;
  /** Nothing is kept from anything. `counting` is called before that is sent with which it begins to count. */
  writing<T>(sql: string, run: () => Promise<T>, counting?: () => void): Promise<T>;
}

/** Makes the guard of a session; nothing is sent before it is used. */
export function createGuard(connection: Connection, engine: Engine, setup: Setup): Guard {
  const { protocol } = ENGINES[engine];
  if (protocol === "trino" || protocol === "insights") return textGuard;
  const guard = protocol === "postgres" ? postgresGuard : mysqlGuard;
  return guard(connection, engine, setup);
}

/**
 * Athena has nothing that holds a statement from writing: its text was looked at, which is all there is. Logs Insights
 * has no words that write.
 */
const textGuard: Guard = {
  reading: (run) => run(),
  writing(_sql, run, counting = () => {}) {
    counting();
    return run();
  },
};

/** Does something that a session needs only once; what failed, or was stopped, is tried again. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () =>
    done ??= work().catch((error) => {
      done = undefined;
      throw error;
    });
}

/** Rolls back whatever happened. A connection that cannot is cut: the server then rolls back by itself. */
async function undone<T>(
  connection: Connection,
  back: () => Promise<void>,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } finally {
    await back().catch((error: Error) => connection.cut(new Fault("CLOSED", error.message)));
  }
}

/** Rolls back and gives back the locks that outlive a transaction, where the server knows how. */
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
      // A cancel that came late has ended the first one.
      if (known !== null) await connection.prepare([known]);
    }
  };
}

/** The server does not know a function. */
const NO_FUNCTION: ReadonlySet<string> = new Set(["42883", "0A000", "1305", "1064"]);

function postgresGuard(connection: Connection, engine: Engine, { statementLimit, utc }: Setup): Guard {
  const settings = [
    ...FORMS[engine],
    ...(utc ? ["timezone to 'UTC'"] : []),
    ...(statementLimit === undefined ? [] : [`statement_timeout to ${statementLimit}`]),
  ];
  // Poolers give connections to others when a transaction ends: what it was told ends with it.
  const local = engine === "redshift" ? "set" : "set local";
  const statements = settings.map((set) => `${local} ${set}`);
  const now = () => connection.transaction;
  const back = unlocking(connection, engine === "redshift" ? null : "select pg_advisory_unlock_all()");
  return {
    async reading(run) {
      return await undone(connection, back, async () => {
        // A transaction that has read something can no longer be made one that writes.
        const read = engine === "redshift" ? "select 1" : connection.driverQuery ?? "select 1";
        await connection.prepare(["begin read only", ...statements, read]);
        return await run();
      });
    },
    async writing(sql, run, counting = () => {}) {
      // In the user's own transaction, and where none may be, nothing stands around it.
      if (connection.transaction !== "none" || connection.noTransactions !== undefined) {
        counting();
        return await run();
      }
      if (writeNature(sql, engine).atOnce !== null) {
        counting();
        const result = await run();
        // A transaction that the user began ends when the user ends it.
        if (now() === "open") await connection.prepare(statements);
        return result;
      }
      await connection.prepare(["begin", ...statements]);
      try {
        const result = await run();
        counting();
        if (now() !== "none") await connection.prepare(["commit"]);
        return result;
      } catch (error) {
        if (connection.over === null) await rollBack(connection);
        throw error;
      }
    },
  };
}

function mysqlGuard(
  connection: Connection,
  _engine: Engine,
  { statementLimit, lockLimit, utc }: Setup,
): Guard {
  const prepared = once(async () => {
    if (utc) await connection.prepare(["set time_zone = '+00:00'"]);
    if (statementLimit === undefined) return;
    // MariaDB counts seconds, MySQL milliseconds; each knows only its own.
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

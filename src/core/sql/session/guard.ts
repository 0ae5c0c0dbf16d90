import { type Connection, Fault, ServerError } from "../driver/mod.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import { rollBack } from "./rollback.ts";

/** One form for every server, whatever its own settings are. Redshift knows only the first. */
const FORMS: Readonly<Record<Engine, readonly string[]>> = {
  postgres: [
    "datestyle to iso",
    "intervalstyle to postgres",
    // Servers before 12 give every digit with 3 only.
    "extra_float_digits to 3",
    "bytea_output to hex",
  ],
  redshift: ["datestyle to iso"],
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
  /** Nothing is kept from anything. */
  writing<T>(run: () => Promise<T>): Promise<T>;
}

/** Makes the guard of a session; nothing is sent before it is used. */
export function createGuard(connection: Connection, engine: Engine, setup: Setup): Guard {
  const guard = ENGINES[engine].protocol === "postgres" ? postgresGuard : mysqlGuard;
  return guard(connection, engine, setup);
}

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
async function undone<T>(connection: Connection, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } finally {
    await rollBack(connection).catch((error: Error) => connection.cut(new Fault("CLOSED", error.message)));
  }
}

function postgresGuard(connection: Connection, engine: Engine, { statementLimit, utc }: Setup): Guard {
  const settings = [
    ...FORMS[engine],
    ...(utc ? ["timezone to 'UTC'"] : []),
    ...(statementLimit === undefined ? [] : [`statement_timeout to ${statementLimit}`]),
  ];
  // Poolers give connections to others when a transaction ends: what it was told should end with it.
  const local = engine === "redshift" ? "set" : "set local";
  const told = once(() => connection.prepare(settings.map((set) => `set ${set}`)));
  return {
    async reading(run) {
      return await undone(connection, async () => {
        // A transaction that has read something can no longer be made one that writes.
        await connection.prepare([
          "begin read only",
          ...settings.map((set) => `${local} ${set}`),
          "select 1",
        ]);
        return await run();
      });
    },
    async writing(run) {
      await told();
      return await run();
    },
  };
}

function mysqlGuard(
  connection: Connection,
  _engine: Engine,
  { statementLimit, lockLimit, utc }: Setup,
): Guard {
  const told = once(async () => {
    if (utc) await connection.prepare(["set time_zone = '+00:00'"]);
    if (statementLimit === undefined) return;
    // MariaDB counts seconds, MySQL milliseconds; each knows only its own.
    await connection.prepare([`set session max_statement_time = ${statementLimit / 1000}`]).catch((error) => {
      if (!(error instanceof ServerError)) throw error;
      return connection.prepare([`set session max_execution_time = ${statementLimit}`]);
    });
  });
  return {
    async reading(run) {
      await told();
      return await undone(connection, async () => {
        await connection.prepare(["set session transaction read only", "start transaction read only"]);
        return await run();
      });
    },
    async writing(run) {
      await told();
      await connection.prepare([
        "set session transaction read write",
        ...(lockLimit === undefined
          ? []
          : [`set session lock_wait_timeout = ${Math.ceil(lockLimit / 1000)}`]),
      ]);
      return await run();
    },
  };
}

import {
  type Connection,
  Fault,
  type Outcome,
  type RowSink,
  ServerError,
  type ServerNotice,
  type Statement,
} from "../driver/mod.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import { insertsRows, runReturning } from "./inserted.ts";
import { FORMS } from "./guard.ts";
import { readWarnings, reportWarnings } from "./warnings.ts";
import { rollBack } from "./rollback.ts";
import { createSampler, type Sample } from "./sample.ts";

/** Limits of a write that is held back, in ms. */
export interface HoldLimits {
  /** Waiting for locks of others. */
  readonly lock: number;
  readonly statement: number;
  /** Waiting for the user; then it is rolled back. */
  readonly idle: number;
}

/** Short enough that others are not kept waiting for long. */
export const HOLD_LIMITS: HoldLimits = { lock: 2000, statement: 30_000, idle: 60_000 };

/** How much longer the server waits than Kedge, ms: it only counts when Kedge is gone. */
const LATER = 10_000;

/** What a write did that does not count yet. */
interface Hold {
  readonly outcome: Outcome;
  /** False: the server has ended the transaction by itself, so that what it did counts. */
  readonly held: boolean;
  /** Some of its rows, where they could be looked at. */
  readonly sample: Sample | null;
}

/** What a write that is held back needs besides its connection. */
interface HoldParts {
  readonly limits: HoldLimits;
  /** The caller has gone: it is not sent. */
  readonly stopped: () => boolean;
  readonly onNotice?: ((notice: ServerNotice) => void) | undefined;
}

/** Begins a transaction, runs a statement in it and leaves it open. What fails is rolled back before it is thrown. */
export async function beginHold(
  connection: Connection,
  engine: Engine,
  { limits, stopped, onNotice }: HoldParts,
  statement: Pick<Statement, "sql" | "args">,
  sink: RowSink,
): Promise<Hold> {
  const mysql = ENGINES[engine].protocol === "mysql";
  const sampler = createSampler(connection, engine, statement);
  try {
    if (mysql) await mysqlLimits(connection, limits);
    // MySQL looks at rows without a chance to write only before.
    if (mysql) await sampler.before();
    await connection.prepare(
      mysql ? ["set session transaction read write", "start transaction"] : [
        "begin read write",
        ...postgresLimits(engine, limits),
      ],
    );
    if (!mysql) await sampler.before();
    // The order to end the statement may have hit the look at its rows, which may fail.
    if (stopped()) throw new Fault("ABORT", "it was stopped");
    const returned = insertsRows(statement.sql, engine)
      ? await runReturning(connection, engine, statement)
      : null;
    const outcome = returned?.outcome ?? await connection.run({ ...statement, whenEnough: "read" }, sink);
    await reportWarnings(connection, outcome, onNotice);
    // Deferred checks would fail only at the commit, when the user has already decided.
    if (engine === "postgres" && connection.transaction === "open") {
      await connection.prepare(["set constraints all immediate"]);
    }
    const held = connection.transaction === "open";
    return { outcome, held, sample: held ? returned?.sample ?? await sampler.after() : null };
  } catch (error) {
    if (connection.over === null) {
      await rollBack(connection);
      await unlimited(connection, engine);
    }
    throw error;
  }
}

/** The settings of a write of PostgreSQL's in its transaction: its limits, and how values are written. */
export function postgresLimits(engine: Engine, { lock, statement, idle }: HoldLimits): string[] {
  // Redshift knows neither a limit for locks nor one for idle transactions.
  if (engine === "redshift") return [`set statement_timeout to ${statement}`];
  return [
    ...FORMS[engine].map((form) => `set local ${form}`),
    `set local lock_timeout to ${lock}`,
    `set local statement_timeout to ${statement}`,
    `set local idle_in_transaction_session_timeout to ${idle + LATER}`,
  ];
}

/** What limits a transaction of MySQL's, before it begins. */
export async function mysqlLimits(
  connection: Connection,
  { lock, statement, idle }: HoldLimits,
): Promise<void> {
  const seconds = (ms: number) => Math.ceil(ms / 1000);
  await connection.prepare([
    `set session innodb_lock_wait_timeout = ${seconds(lock)}`,
    `set session lock_wait_timeout = ${seconds(lock)}`,
  ]);
  // Of MariaDB; MySQL limits no writing statements and no idle transactions.
  for (
    const setting of [
      `max_statement_time = ${seconds(statement)}`,
      `idle_transaction_timeout = ${seconds(idle + LATER)}`,
    ]
  ) {
    await connection.prepare([`set session ${setting}`]).catch((error) => {
      if (!(error instanceof ServerError)) throw error;
    });
  }
}

/** What of the session's own settings a write that was held back has changed. */
const CHANGED = {
  mysql: ["innodb_lock_wait_timeout", "lock_wait_timeout", "max_statement_time", "idle_transaction_timeout"]
    .map((name) => `set session ${name} = default`),
  redshift: ["reset statement_timeout"],
  postgres: [],
  athena: [],
  logs: [],
};

/** What comes after a write that was held back is not under its limits. The connection may be gone. */
export async function unlimited(connection: Connection, engine: Engine): Promise<void> {
  for (const statement of CHANGED[engine]) {
    if (connection.over !== null) return;
    await connection.prepare([statement]).catch((error) => {
      if (!(error instanceof ServerError) && connection.over === null) throw error;
    });
  }
}

/** Ends the transaction. Reports what could not be rolled back, as in tables of MyISAM. */
export async function endHold(
  connection: Connection,
  engine: Engine,
  how: "commit" | "rollback",
): Promise<string | null> {
  if (ENGINES[engine].protocol === "postgres") {
    if (how === "commit") await connection.prepare([how]);
    else await rollBack(connection);
    await unlimited(connection, engine);
    return null;
  }
  const { warnings = 0 } = await connection.run({ sql: how }, { columns: () => {}, row: () => true });
  const [first] = how === "commit" || warnings === 0 ? [] : await readWarnings(connection);
  await unlimited(connection, engine);
  return first?.message || null;
}

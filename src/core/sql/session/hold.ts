import {
  type Connection,
  DriverError,
  type Outcome,
  type RowSink,
  ServerError,
  type ServerNotice,
  type Statement,
} from "../driver/mod.ts";
import { NO_ROWS } from "../driver/rows.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import { oneLine } from "../../text/outside.ts";
import type { WriteEnd } from "./end.ts";
import { insertsRows, runReturning } from "./inserted.ts";
import { FORMS } from "./guard.ts";
import { readWarnings, reportWarnings } from "./warnings.ts";
import { rollBack } from "./rollback.ts";
import { createSampler, type Sample } from "./sample.ts";

/** Time limits of a held write, in ms. */
export interface HoldLimits {
  /** Maximum time to wait for the locks of others. */
  readonly lock: number;
  readonly statement: number;
  /** Maximum time to wait for the user's decision; then the write is rolled back. */
  readonly idle: number;
  /**
   * Time that the server has at least to confirm a ROLLBACK or a COMMIT; then the connection is cut. See
   * {@link endLimit}.
   */
  readonly rollback: number;
  readonly commit: number;
}

/**
 * The limits are short so that a held write does not keep others waiting for long. A COMMIT gets longer than
 * a ROLLBACK, because without its answer nobody knows what it did.
 */
export const HOLD_LIMITS: HoldLimits = {
  lock: 2000,
  statement: 30_000,
  idle: 60_000,
  rollback: 30_000,
  commit: 60_000,
};

/**
 * Additional time in ms that the server waits before it ends an idle transaction. The server's limit matters
 * only when Kedge is gone.
 */
const LATER = 10_000;

/** What a held write has done. */
interface Hold {
  readonly outcome: Outcome;
  /** False when the server has ended the transaction by itself, so that the write took effect. */
  readonly held: boolean;
  /** Some rows of the write, before and after it; null when they could not be read. */
  readonly sample: Sample | null;
}

/** Dependencies of a held write. */
export interface HoldParts {
  readonly connection: Connection;
  readonly engine: Engine;
  readonly limits: HoldLimits;
  /** Whether the caller has stopped the write; a stopped write is not sent. */
  readonly stopped: () => boolean;
  readonly onNotice?: ((notice: ServerNotice) => void) | undefined;
}

/**
 * Begins a transaction, runs a statement in it and leaves the transaction open. When that fails, rolls back
 * and throws.
 */
export async function beginHold(
  { connection, engine, limits, stopped, onNotice }: HoldParts,
  statement: Pick<Statement, "sql" | "args">,
  sink: RowSink,
): Promise<Hold> {
  const mysql = ENGINES[engine].protocol === "mysql";
  const sampler = createSampler(connection, engine, statement);
  try {
    if (mysql) await mysqlLimits(connection, limits);
    // On MySQL, only a transaction before the write's own can read the rows with no chance of writing.
    if (mysql) await sampler.before();
    await connection.prepare(
      mysql ? ["set session transaction read write", "start transaction"] : [
        "begin read write",
        ...postgresLimits(engine, limits),
      ],
    );
    if (!mysql) await sampler.before();
    // A cancel may have ended the read of the sample, which may fail, instead of the write.
    if (stopped()) throw new DriverError("ABORT", "it was stopped");
    const returned = insertsRows(statement.sql, engine)
      ? await runReturning(connection, engine, statement)
      : null;
    const outcome = returned?.outcome ?? await connection.run({ ...statement, whenEnough: "read" }, sink);
    await reportWarnings(connection, outcome, onNotice);
    // Deferred constraints would otherwise fail only at the COMMIT, after the user has decided.
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

/** Returns the settings of a write in its PostgreSQL transaction: its limits, and the form of its values. */
export function postgresLimits(engine: Engine, { lock, statement, idle }: HoldLimits): string[] {
  // Redshift has no settings of a transaction, no lock limit and no limit for idle transactions.
  if (engine === "redshift") {
    return [...FORMS[engine], `statement_timeout to ${statement}`].map((setting) => `set ${setting}`);
  }
  return [
    ...FORMS[engine].map((form) => `set local ${form}`),
    `set local lock_timeout to ${lock}`,
    `set local statement_timeout to ${statement}`,
    `set local idle_in_transaction_session_timeout to ${idle + LATER}`,
  ];
}

/** Sets the limits of a MySQL transaction before it begins. */
export async function mysqlLimits(
  connection: Connection,
  { lock, statement, idle }: HoldLimits,
): Promise<void> {
  const seconds = (ms: number) => Math.ceil(ms / 1000);
  await connection.prepare([
    `set session innodb_lock_wait_timeout = ${seconds(lock)}`,
    `set session lock_wait_timeout = ${seconds(lock)}`,
  ]);
  // Only MariaDB knows these settings. MySQL limits neither statements that write nor idle transactions.
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

/** Statements that restore the session's own settings after a held write has changed them. */
const CHANGED = {
  mysql: ["innodb_lock_wait_timeout", "lock_wait_timeout", "max_statement_time", "idle_transaction_timeout"]
    .map((name) => `set session ${name} = default`),
  redshift: ["reset statement_timeout"],
  postgres: [],
  athena: [],
  logs: [],
};

/**
 * Restores the session's own settings, so that the limits of a held write do not apply to what follows. The
 * connection may be gone.
 */
export async function unlimited(connection: Connection, engine: Engine): Promise<void> {
  for (const statement of CHANGED[engine]) {
    if (connection.over !== null) return;
    await connection.prepare([statement]).catch((error) => {
      if (!(error instanceof ServerError) && connection.over === null) throw error;
    });
  }
}

/**
 * Returns a timer that cuts the connection after a time in ms, because a network that is gone ends it only
 * after some 15 minutes.
 */
export function cutAfter(connection: Connection, ms: number): ReturnType<typeof setTimeout> {
  return setTimeout(
    () => connection.cut(new DriverError("ETIMEDOUT", "the server did not answer in time")),
    ms,
  );
}

/** Factor by which the end of a transaction may take longer than its writes. */
const END_FACTOR = 10;

/**
 * Returns the time in ms that the server has to end a transaction whose writes took `took` ms. MySQL undoes
 * row by row and more slowly than it writes, and a large COMMIT takes long as well, so only the writes tell
 * a server at work from a network that is gone. A ROLLBACK of PostgreSQL is quick, however much was written.
 */
export function endLimit(
  limits: HoldLimits,
  engine: Engine,
  how: "commit" | "rollback",
  took: number,
): number {
  const mayBeLong = how === "commit" || ENGINES[engine].protocol !== "postgres";
  return mayBeLong ? Math.max(limits[how], END_FACTOR * took) : limits[how];
}

/** Ends the transaction, and says what could not be rolled back, such as rows in MyISAM tables. */
export async function endHold(
  connection: Connection,
  engine: Engine,
  how: "commit" | "rollback",
  by: "user" | "time",
): Promise<WriteEnd> {
  let stays = "";
  if (ENGINES[engine].protocol !== "postgres") {
    const { warnings = 0 } = await connection.run({ sql: how }, NO_ROWS);
    const [first] = how === "commit" || warnings === 0 ? [] : await readWarnings(connection);
    stays = first?.message ?? "";
  } else if (how === "commit") await connection.prepare([how]);
  else await rollBack(connection);
  await unlimited(connection, engine);
  if (how === "commit") return { kind: "committed" };
  return { kind: "rolled-back", by, ...(stays === "" ? {} : { stays: oneLine(stays, { longest: 300 }) }) };
}

import type { RowSink } from "../driver/mod.ts";
import { utf8Rows } from "../driver/rows.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import type { Session, StatementFailure, Transaction } from "../session/mod.ts";
import type { EditOf } from "./statements.ts";

/** The session's zone, and what `SYSTEM` means on its server. Names of zones have no spaces. */
const QUESTION = "select concat(@@session.time_zone, ' ', @@system_time_zone)";

/** Zones of sessions that have run nothing since which could have set another one. */
const known = new WeakMap<Session, string>();

/**
 * Returns the time zone in which a session is about to give moments: MySQL's TIMESTAMPs, and what PostgreSQL
 * gives with an offset. Null when it is not known.
 */
export async function readingZone(
  session: Session,
  transaction: Pick<Transaction, "run"> | null,
  engine: Engine,
  signal: AbortSignal,
): Promise<string | null> {
  if (ENGINES[engine].protocol !== "mysql") return session.zone ?? null;
  const zone = known.get(session) ??
    await askZone((sink) =>
      transaction
        ? transaction.run({ sql: QUESTION, kind: "own" }, sink, signal)
        : session.run({ sql: QUESTION, write: false }, sink, signal)
    );
  if (zone !== null) known.set(session, zone);
  return zone;
}

/** Called before a statement that may set another zone. */
export const forgetZone = (session: Session): void => void known.delete(session);

/**
 * Returns why a transaction cannot write rows whose times were read in the zone `read`; null when it can. A
 * connection that was lost, or a statement since, may have changed the zone, in which the same text is another
 * moment.
 */
export async function zoneFault(
  transaction: Pick<Transaction, "run">,
  { editable, columns, literals: { engine } }: EditOf,
  read: string | null,
  signal: AbortSignal,
): Promise<Pick<StatementFailure, "message" | "hint"> | null> {
  const timed = columns.some(({ type }, at) => type === "timestamp" && editable.columns[at]?.column);
  if (ENGINES[engine].protocol !== "mysql" || !timed) return null;
  const now = await askZone((sink) => transaction.run({ sql: QUESTION, kind: "own" }, sink, signal));
  if (now !== null && now === read) return null;
  return {
    message: "times of these rows were read in another time zone.",
    hint: "Run the statement again.",
  };
}

/**
 * Runs something in a transaction with the zone `read` where the session's own, `now`, is another one: rows of
 * PostgreSQL are compared as text with what was read. What runs in the transaction later has the own zone.
 */
export async function inZone<End extends { readonly ok: boolean }>(
  transaction: Pick<Transaction, "run">,
  read: string | null,
  now: string | undefined,
  signal: AbortSignal,
  run: () => Promise<End>,
): Promise<End | StatementFailure> {
  if (read === null || now === undefined || read === now) return await run();
  const sql = "select pg_catalog.set_config('TimeZone', $1, true)";
  const set = async (zone: string) => {
    const end = await transaction.run({ sql, args: [zone], kind: "own" }, utf8Rows().sink, signal);
    return end.ok ? null : end;
  };
  const failed = await set(read);
  if (failed) return failed;
  const end = await run();
  return (end.ok ? await set(now) : null) ?? end;
}

async function askZone(
  ask: (sink: RowSink) => Promise<{ readonly ok: boolean }>,
): Promise<string | null> {
  const { sink, rows } = utf8Rows();
  const end = await ask(sink);
  return end.ok ? rows[0]?.[0] ?? null : null;
}

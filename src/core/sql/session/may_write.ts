import type { Connection } from "../driver/mod.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import { dialectsOf } from "../text/dialect.ts";
import { callsIn } from "../text/effects.ts";
import { onlyPlans, quietWrite } from "../text/quiet_writes.ts";
import type { StatementRefusal } from "./end.ts";
import { firstRow, MAX_NAMES, nameList } from "./look_up.ts";

/**
 * Returns the refusal of a statement that looks like a read and may write within a transaction, where the
 * server cannot be told to refuse that; null when it only reads. Sends nothing of the statement.
 */
export async function mayWrite(
  connection: Connection,
  engine: Engine,
  sql: string,
): Promise<StatementRefusal | null> {
  const calls = ENGINES[engine].protocol === "mysql" && !onlyPlans(sql, engine);
  const why = quietWrite(sql, engine) ?? (calls ? await storedFunction(connection, sql) : null);
  return why === null ? null : { ok: false, kind: "refused", message: why, hint: "", mayWrite: true };
}

/** Returns that a statement calls a stored function of MySQL or MariaDB; null when it calls none that the login sees. */
async function storedFunction(connection: Connection, sql: string): Promise<string | null> {
  const names = new Set(
    dialectsOf("mysql").flatMap((dialect) => [...callsIn(sql, dialect)].map(({ name }) => name)),
  );
  if (names.size === 0) return null;
  if (names.size > MAX_NAMES) {
    return "It calls so many functions that nobody here knows whether one of them writes.";
  }
  const found = await firstRow(
    connection,
    `select routine_schema, routine_name from information_schema.routines
      where routine_type = 'FUNCTION' and routine_schema <> 'sys'
        and routine_name in (${nameList(names)}) limit 1`,
  );
  return found ? `${found[0]}.${found[1]}() is a stored function, which may write.` : null;
}

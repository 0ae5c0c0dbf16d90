import { utf8Rows } from "../driver/rows.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import type { StatementFailure, Transaction } from "../session/mod.ts";

/** Queries for the encodings that a session is set to, by protocol. */
const QUESTIONS = {
  mysql: "select @@character_set_client, @@character_set_connection, @@character_set_results",
  postgres: "select current_setting('client_encoding')",
} as const;

const BACK = { mysql: "set names utf8mb4", postgres: "set client_encoding = 'UTF8'" } as const;

/**
 * Returns why rows cannot be written by a session that was set to another encoding than UTF-8, which Kedge
 * sends; null when they can. The server would read texts other than those that were shown, and in some
 * encodings the last byte of a letter is a backslash.
 */
export async function encodingFault(
  transaction: Pick<Transaction, "run">,
  engine: Engine,
  signal: AbortSignal,
): Promise<Pick<StatementFailure, "message" | "hint"> | null> {
  const { protocol } = ENGINES[engine];
  // Redshift has no other encoding, and Athena and Logs Insights have no session.
  if (engine === "redshift" || protocol === "trino" || protocol === "insights") return null;
  const { sink, rows } = utf8Rows();
  const end = await transaction.run({ sql: QUESTIONS[protocol], kind: "own" }, sink, signal);
  if (!end.ok) return end;
  // Names of encodings are ASCII. An answer in UTF-16 or the like is unreadable here, and so does not pass as
  // UTF-8.
  const names = rows.flat();
  if (names.length > 0 && names.every((name) => /^utf-?8/i.test(name ?? ""))) return null;
  return {
    message: "this tab's session was told another encoding than UTF-8, in which changes of rows are written.",
    hint: `Run: ${BACK[protocol]}`,
  };
}

import { type Engine, ENGINES } from "../engines/mod.ts";
import type { StatementFailure, Transaction } from "../session/mod.ts";

/** What the server takes texts for, and what it makes of them, by the protocol. */
const QUESTIONS = {
  mysql: "select @@character_set_client, @@character_set_connection, @@character_set_results",
  postgres: "select current_setting('client_encoding')",
} as const;

const BACK = { mysql: "set names utf8mb4", postgres: "set client_encoding = 'UTF8'" } as const;

/**
 * Why rows cannot be written by a session that was told another encoding than UTF-8, in which Kedge writes: the server would
 * read other texts than those that were shown, and in some encodings a letter's last byte is a backslash. Null: they can.
 */
export async function encodingFault(
  transaction: Pick<Transaction, "run">,
  engine: Engine,
  signal: AbortSignal,
): Promise<Pick<StatementFailure, "message" | "hint"> | null> {
  const { protocol } = ENGINES[engine];
  // Redshift knows no other, and Athena has no session.
  if (engine === "redshift" || protocol === "trino" || protocol === "insights") return null;
  const names: string[] = [];
  const end = await transaction.run({ sql: QUESTIONS[protocol], kind: "read" }, {
    columns: () => {},
    row(bytes, bounds) {
      // Names are ASCII; in UTF-16 and the like they are not read, and are none of UTF-8.
      for (let i = 0; 2 * i < bounds.length; i++) {
        names.push(bytes.toString("latin1", bounds[2 * i], bounds[2 * i + 1]));
      }
      return true;
    },
  }, signal);
  if (!end.ok) return end;
  if (names.length > 0 && names.every((name) => /^utf-?8/i.test(name))) return null;
  return {
    message: "this tab's session was told another encoding than UTF-8, in which changes of rows are written.",
    hint: `Run: ${BACK[protocol]}`,
  };
}

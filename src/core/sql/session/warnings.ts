import type { Connection, Outcome, ServerNotice } from "../driver/mod.ts";
import { utf8Rows } from "../driver/rows.ts";

/** Reads level, code and message of the warnings of MySQL or MariaDB about the previous statement. */
export const SHOW_WARNINGS = "show warnings limit 100";

/**
 * Returns the warnings of MySQL or MariaDB about the previous statement. The server forgets them with the
 * next statement.
 */
export async function readWarnings(connection: Connection): Promise<ServerNotice[]> {
  const { sink, rows } = utf8Rows();
  await connection.run({ sql: SHOW_WARNINGS }, sink);
  return rows.map(([severity, code, message]) => ({
    severity: severity ?? "",
    code: code ?? "",
    message: message ?? "",
  }));
}

/** Passes the server's warnings about a statement to `tell`. PostgreSQL sends its warnings unasked. */
export async function reportWarnings(
  connection: Connection,
  { warnings = 0 }: Outcome,
  tell: ((notice: ServerNotice) => void) | undefined,
): Promise<void> {
  if (warnings === 0 || !tell || connection.over !== null) return;
  for (const notice of await readWarnings(connection)) tell(notice);
}

import type { Connection, Outcome, ServerNotice } from "../driver/mod.ts";

/** Maximum warnings read per statement. */
const MOST = 100;

/**
 * Returns the warnings of MySQL or MariaDB about the previous statement. The server forgets them with the
 * next statement.
 */
export async function readWarnings(connection: Connection): Promise<ServerNotice[]> {
  const found: ServerNotice[] = [];
  await connection.run({ sql: `show warnings limit ${MOST}` }, {
    columns: () => {},
    row(bytes, bounds) {
      const [severity = "", code = "", message = ""] = [0, 2, 4].map((at) =>
        bytes.toString("utf8", bounds[at], bounds[at + 1])
      );
      found.push({ severity, code, message });
      return true;
    },
  });
  return found;
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

import type { Connection, Outcome, ServerNotice } from "../driver/mod.ts";

/** Warnings of a statement that are asked for. */
const MOST = 100;

/** What MySQL or MariaDB warned of with the statement before; the next statement makes it forget. */
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

/** Tells what the server warned of with a statement. PostgreSQL tells it by itself. */
export async function reportWarnings(
  connection: Connection,
  { warnings = 0 }: Outcome,
  tell: ((notice: ServerNotice) => void) | undefined,
): Promise<void> {
  if (warnings === 0 || !tell || connection.over !== null) return;
  for (const notice of await readWarnings(connection)) tell(notice);
}

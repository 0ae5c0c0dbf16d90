import { unreadable } from "./files.ts";

/** More rows than any program has connections. */
const MOST_ROWS = 5000;

/**
 * The rows of a table of another program's SQLite file, read without changing it; null when there is no file, and none where
 * it has no such table. Throws an ImportFault for what is no such file.
 */
export async function rowsOf(path: string, table: string): Promise<Record<string, unknown>[] | null> {
  if (!await Deno.stat(path).then(({ isFile }) => isFile, () => false)) return null;
  const { DatabaseSync } = await import("node:sqlite");
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const known = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(
        table,
      );
      return known === undefined
        ? []
        : database.prepare(`SELECT * FROM "${table}" LIMIT ${MOST_ROWS}`).all() as Record<string, unknown>[];
    } finally {
      database.close();
    }
  } catch (error) {
    throw unreadable(path, (error as Error).message);
  }
}

import { unreadable } from "./files.ts";

/** Maximum rows read; no program has as many connections. */
const MAX_ROWS = 5000;
/** Maximum columns read, and maximum characters of a value. */
const MAX_COLUMNS = 200, MAX_LENGTH = 65_536;
/** Maximum characters and bytes of all values together; a connection has some thousand. */
const MAX_TEXT = 16 << 20;

/**
 * Returns the rows of a table in another program's SQLite file as texts, without changing the file; null when
 * there is no file, empty when it has no such table. Does not read computed values, because they may take any
 * amount of time and memory. Throws an ImportError when the file is not an SQLite file, or has more than
 * connections.
 */
export async function rowsOf(path: string, table: string): Promise<Record<string, unknown>[] | null> {
  if (!await Deno.stat(path).then(({ isFile }) => isFile, () => false)) return null;
  const { DatabaseSync } = await import("node:sqlite");
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      // A view, a virtual table or a generated column executes code from the file.
      database.exec("PRAGMA trusted_schema = OFF");
      const known = database.prepare(
        "SELECT substr(sql, 1, 20) AS begins FROM sqlite_master WHERE type = 'table' AND name = ?",
      ).get(table);
      if (known === undefined) return [];
      if (!/^create table\b/i.test(String(known.begins))) throw new Error(`${table} is no plain table`);
      const columns = database.prepare("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0 LIMIT ?")
        .all(table, MAX_COLUMNS).map(({ name }) => String(name).replaceAll('"', '""'));
      const values = columns.map((name) => `substr("${name}", 1, ${MAX_LENGTH}) AS "${name}"`).join(", ");
      // An index could give the two statements different rows.
      const from = `FROM "${table}" NOT INDEXED LIMIT ${MAX_ROWS}`;
      // SQLite adds up the sizes first, because the rows together may be larger than the memory.
      const size = columns.map((name) => `coalesce(min(octet_length("${name}"), ${MAX_LENGTH}), 8)`);
      const all = `SELECT total(size) AS total FROM (SELECT ${size.join(" + ")} AS size ${from})`;
      if (Number(database.prepare(all).get()?.total) > MAX_TEXT) {
        throw new Error("it holds more than connections");
      }
      return database.prepare(`SELECT ${values} ${from}`).all();
    } finally {
      database.close();
    }
  } catch (error) {
    throw unreadable(path, (error as Error).message);
  }
}

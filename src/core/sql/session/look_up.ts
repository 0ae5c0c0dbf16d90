import { type Connection, ServerError } from "../driver/mod.ts";
import { utf8Rows } from "../driver/rows.ts";
import { utf8Literal } from "../text/bytes.ts";

/** Maximum names that are looked up. */
export const MAX_NAMES = 50;

/** Returns names as a list for MySQL's IN. */
export const nameList = (names: Iterable<string>) => [...names].map(utf8Literal).join(", ");

/**
 * Returns the first row that a query of Kedge itself finds; undefined when there is none, or the server refuses
 * the query.
 */
export async function firstRow(
  connection: Connection,
  sql: string,
): Promise<readonly (string | null)[] | undefined> {
  const { sink, rows } = utf8Rows();
  try {
    await connection.run({ sql }, sink);
  } catch (error) {
    if (!(error instanceof ServerError) || error.more.fatal) throw error;
  }
  return rows[0];
}

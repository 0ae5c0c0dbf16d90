import { type Connection, ServerError } from "../driver/mod.ts";

/**
 * Rolls back, twice where needed: a cancel that comes late, after its statement is over, ends the first one instead. Throws
 * when the connection cannot.
 */
export async function rollBack(connection: Connection): Promise<void> {
  await connection.prepare(["rollback"]).catch(async (error) => {
    if (!(error instanceof ServerError) || connection.over !== null) throw error;
    await connection.prepare(["rollback"]);
  });
}

import { type Connection, ServerError } from "../driver/mod.ts";

/**
 * Rolls back. Tries a second time, because a late cancel, sent for a statement that is already over, ends the
 * first attempt instead. Throws when the connection cannot roll back.
 */
export async function rollBack(connection: Connection): Promise<void> {
  await connection.prepare(["rollback"]).catch(async (error) => {
    if (!(error instanceof ServerError) || connection.over !== null) throw error;
    await connection.prepare(["rollback"]);
  });
}

import { type Connection, ServerError } from "../driver/mod.ts";

/**
 * Rolls back. What the server was told to end may be over by then, so that it ends this instead: it is said again. Throws when
 * the connection cannot.
 */
export async function rollBack(connection: Connection): Promise<void> {
  await connection.prepare(["rollback"]).catch(async (error) => {
    if (!(error instanceof ServerError) || connection.over !== null) throw error;
    await connection.prepare(["rollback"]);
  });
}

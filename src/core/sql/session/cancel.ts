import type { Connection } from "../driver/mod.ts";

/** Time in ms after which the server is told again to end a statement that still runs. */
const AGAIN = 500;

/**
 * Tells the server to end the running statement, again and again until `over` resolves, because PostgreSQL
 * drops a request that arrives between two messages of a statement, and a proxy may lose one. Throws when the
 * server cannot be told.
 */
export async function endOnServer(connection: Connection, over: Promise<unknown>): Promise<void> {
  for (let again = true; again && connection.over === null;) {
    await connection.cancel();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => timer = setTimeout(() => resolve(true), AGAIN));
    again = await Promise.race([over.then(() => false), connection.gone.then(() => false), late]);
    clearTimeout(timer);
  }
}

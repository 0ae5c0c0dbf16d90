import type { Connection } from "../driver/mod.ts";

/** How long a statement may go on before its end is asked for once more, in ms. */
const AGAIN = 500;

/**
 * Tells the server to end what runs, again and again until `over` resolves: PostgreSQL drops a request that comes between two
 * messages of a statement, and a proxy may lose one. Throws when the server cannot be told.
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

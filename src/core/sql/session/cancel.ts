import { type Connection, DriverError } from "../driver/mod.ts";
import { cutAfter } from "./hold.ts";

/** Maximum time in ms for the server to end a stopped statement; then Kedge closes the connection. */
const SETTLE_LIMIT = 2000;

/** Maximum time in ms for the answer of a server with nothing else to do. */
const ANSWER_LIMIT = 5000;

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

/** Waits until a statement has left the connection. Cuts it when the server does not end the statement in time. */
export async function leftBy(connection: Connection, settling: Promise<unknown>): Promise<void> {
  const timer = setTimeout(
    () => connection.cut(new DriverError("ETIMEDOUT", "the server did not end the statement before")),
    SETTLE_LIMIT,
  );
  await settling;
  clearTimeout(timer);
}

/**
 * Asks the server for an answer and cuts a connection without one, because the system tells the loss of a
 * network only after minutes. In a transaction it asks nothing, because that would be part of it.
 */
export async function answeredBy(connection: Connection): Promise<void> {
  if (connection.transaction !== "none") return;
  const timer = cutAfter(connection, ANSWER_LIMIT);
  await connection.prepare(["select 1"]).catch(() => {});
  clearTimeout(timer);
}

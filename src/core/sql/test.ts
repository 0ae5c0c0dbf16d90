import type { Server } from "../config/config.ts";
import { ENGINES, mysqlProduct, postgresProduct, tlsWords } from "./engines/mod.ts";
import { DriverError } from "./driver/mod.ts";
import { utf8Rows } from "./driver/rows.ts";
import type { ConnectionFailure } from "./failure.ts";
import type { Login } from "./login/mod.ts";
import { openServer } from "./open.ts";

/** How a connection test ended. */
type ConnectionResult =
  | {
    readonly ok: true;
    /** Time from the start of the connection to the server's answer, in ms. */
    readonly ms: number;
    /** Product and version, database and TLS of the server, for people. */
    readonly detail: string;
  }
  | ConnectionFailure;

/** Maximum time of a connection test in ms. */
const LIMIT = 8000;

/** By protocol: the statement that reads the version and the open database, and the function that names the product. */
const QUESTION = {
  postgres: { sql: "select version(), current_database()", product: postgresProduct },
  mysql: { sql: "select version(), database()", product: mysqlProduct },
  // Athena has no version to ask for, and this statement scans no data.
  trino: { sql: "select 'Athena', current_schema", product: (version: string) => version },
  insights: { sql: "fields @log | limit 1", product: () => ENGINES.logs.name },
};

/**
 * Connects to a server with a login, reads its version and disconnects. Ends within `limit` ms (8 s) or at
 * once when the signal is aborted; over a way the time starts when the way is open. `onStep` receives each
 * step on the way. Returns what a user can cause as a value; no text contains the password.
 */
export async function testConnection(
  server: Server,
  login: Login,
  signal: AbortSignal = new AbortController().signal,
  limit = LIMIT,
  onStep?: (step: string) => void,
): Promise<ConnectionResult> {
  const start = performance.now();
  const opened = await openServer(server, login, {
    signal,
    limit,
    ...(onStep && { listener: { step: onStep } }),
  });
  if (!opened.ok) return opened;
  const { connection } = opened;
  const abort = () => connection.cut(new DriverError("ABORT", "it was stopped"));
  signal.addEventListener("abort", abort);
  const timer = setTimeout(
    () => connection.cut(new DriverError("ETIMEDOUT", "the server did not answer in time")),
    // With a way in, the user may have been asked questions meanwhile, so the limit begins now.
    server.via === undefined ? limit - (performance.now() - start) : limit,
  );
  try {
    if (signal.aborted) abort();
    const { sql, product } = QUESTION[ENGINES[server.engine].protocol];
    const { sink, rows } = utf8Rows();
    await connection.run({ sql }, sink);
    const ms = Math.round(performance.now() - start);
    const [version, database] = rows[0] ?? [];
    const opens = database === null ? "no database" : `database ${database}`;
    return { ok: true, ms, detail: `${product(version ?? "")} · ${opens} · ${tlsWords(server)}` };
  } catch (error) {
    return opened.lost(error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    await connection.close();
  }
}

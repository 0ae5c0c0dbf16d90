import type { Server } from "../config/config.ts";
import { ENGINES, mysqlProduct, postgresProduct, tlsWords } from "./engines/mod.ts";
import { Fault } from "./driver/mod.ts";
import type { ConnectionFailure } from "./failure.ts";
import type { Login } from "./login/mod.ts";
import { openServer } from "./open.ts";

/** How a connection test ended. */
type ConnectionResult =
  | {
    readonly ok: true;
    /** From the first packet to the server's answer, in milliseconds. */
    readonly ms: number;
    /** What answered: product and version, database, TLS. */
    readonly detail: string;
  }
  | ConnectionFailure;

/** How long a connection test may take, in milliseconds. */
const LIMIT = 8000;

/** What a server is asked: its version and the database that is open. */
const QUESTION = {
  postgres: { sql: "select version(), current_database()", product: postgresProduct },
  mysql: { sql: "select version(), database()", product: mysqlProduct },
  // It tells of no version, and reads nothing for this.
  trino: { sql: "select 'Athena', current_schema", product: (version: string) => version },
  insights: { sql: "fields @log | limit 1", product: () => ENGINES.logs.name },
};

/**
 * Connects to a server with a login, reads its version and disconnects. Ends within 8 s, over a way so long after it has
 * come about, or at once when the signal is aborted. `onStep` is told what is
 * done on the way. What a user can cause is a value; no text holds the password.
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
  const abort = () => connection.cut(new Fault("ABORT", "it was stopped"));
  signal.addEventListener("abort", abort);
  const timer = setTimeout(
    () => connection.cut(new Fault("ETIMEDOUT", "the server did not answer in time")),
    // Over a way the user may have been asked questions.
    server.via === undefined ? limit - (performance.now() - start) : limit,
  );
  try {
    if (signal.aborted) abort();
    const { sql, product } = QUESTION[ENGINES[server.engine].protocol];
    const answers: (string | null)[] = [];
    await connection.run({ sql }, {
      columns: () => {},
      row(bytes, bounds) {
        for (let i = 0; i < bounds.length; i += 2) {
          answers.push(bounds[i]! < 0 ? null : bytes.toString("utf8", bounds[i], bounds[i + 1]));
        }
        return true;
      },
    });
    const ms = Math.round(performance.now() - start);
    const [version, database] = answers;
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

import type { Server } from "../config/config.ts";
import type { Secret } from "../secret.ts";
import { type ConnectionFailure, connectionFailure } from "./failure.ts";
import { clean, errorCode, errorText } from "./words.ts";
import { beginsAsMysql, beginsAsPostgres, createWire } from "./wire.ts";

export type { ConnectionFailure, FailureKind } from "./failure.ts";

/** How a connection test ended. */
export type ConnectionResult =
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

/** How long a polite end of a connection may take, in milliseconds; then it is cut. */
const GOODBYE = 200;

/** Databases that the specification (§2.3) and CONTRACT.md §3 give when the configuration names none. */
const DEFAULT_DATABASE = { postgres: "postgres", redshift: "dev", mysql: undefined };

/**
 * Connects to a server with a login, reads its version and disconnects. Ends within 8 s, or at once when
 * the signal is aborted. What a user can cause is a value; no text holds the password.
 */
export async function testConnection(
  server: Server,
  login: { readonly user: string; readonly password: Secret },
  signal?: AbortSignal,
  limit = LIMIT,
): Promise<ConnectionResult> {
  const { user, password } = login;
  const database = server.database || DEFAULT_DATABASE[server.engine];
  const wire = createWire(server.engine === "mysql" ? beginsAsMysql : beginsAsPostgres);
  const over = new AbortController();
  const fail = (code: string | undefined, text: string) =>
    connectionFailure({
      server,
      user,
      database,
      code,
      text: clean(text, password),
      connected: wire.connected(),
      answered: wire.answered(),
    });
  if (user === "") return { ...fail("28P01", ""), message: `A user name is needed for ${server.name}` };

  const { promise: cut, resolve } = Promise.withResolvers<ConnectionFailure>();
  const stop = () => resolve(fail("ABORT", ""));
  if (signal?.aborted) return fail("ABORT", "");
  signal?.addEventListener("abort", stop);
  wire.foreign.then(() => resolve(fail("FOREIGN", "")));
  const timer = setTimeout(() => resolve(fail("ETIMEDOUT", "")), limit);
  const start = performance.now();
  try {
    const dial = server.engine === "mysql"
      ? (await import("./mysql.ts")).dialMysql
      : (await import("./postgres.ts")).dialPostgres;
    const answer = dial({ server, user, password, database, wire, over: over.signal }).then(
      (what): ConnectionResult => ({
        ok: true,
        ms: Math.round(performance.now() - start),
        detail: `${what} · ${server.tls ? "TLS, certificate not verified" : "no TLS"}`,
      }),
      (error: unknown) => fail(errorCode(error), errorText(error)),
    );
    return await Promise.race([answer, cut]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    if (!signal?.aborted && wire.answered()) await wire.closed(GOODBYE);
    over.abort();
    wire.socket.destroy();
  }
}

import { lazyImport } from "../lazy_import.ts";
import type { Target } from "./driver/connection.ts";
import { connect, type Connection, type ConnectOptions, DriverError } from "./driver/mod.ts";
import { databaseOf } from "./engines/mod.ts";
import { type ConnectionFailure, connectionFailure } from "./failure.ts";
import type { ReachedServer } from "./found.ts";
import type { Login } from "./login/mod.ts";
import { errorWords } from "./error_words.ts";

/** An open connection to a server of the user, and the meaning of its errors. */
interface OpenServer {
  readonly ok: true;
  readonly connection: Connection;
  /** Returns what an error means that the connection threw when it was lost. */
  readonly lost: (error: unknown) => ConnectionFailure;
}

/**
 * Connects to a server with a login, within `limit` ms. Returns what a user can cause as a value; no text
 * contains the password.
 */
export async function openServer(
  server: ReachedServer,
  login: Login,
  options: ConnectOptions = {},
): Promise<OpenServer | ConnectionFailure> {
  const { user, password } = login;
  const known = { server, user, database: databaseOf(server) };
  if (user === "" && !server.https && !server.logs) {
    const failure = connectionFailure({ ...known, code: "28P01", text: "", connected: false });
    return { ...failure, message: `A user name is needed for ${server.name}` };
  }
  let attempt: ReturnType<typeof connect> | null = null;
  try {
    attempt = connect(await reached(server, login), login, options);
    const connection = await attempt.connection;
    const lost = (error: unknown) =>
      connectionFailure({ ...known, ...errorWords(error, password), connected: true, signedIn: true });
    return { ok: true, connection, lost };
  } catch (error) {
    return connectionFailure({
      ...known,
      ...errorWords(error, password),
      connected: attempt?.progress.connected ?? false,
    });
  }
}

/** Returns the AWS credentials of a login. Throws a DriverError when the login has none. */
function awsOf({ aws }: Login): NonNullable<Login["aws"]> {
  if (!aws) {
    throw new DriverError("HTTPS", "There are no credentials of AWS for it", "Open it from its account.");
  }
  return aws;
}

/**
 * Returns the target of a connection. Files are read, ways are looked up and services of AWS are loaded only
 * for servers that name one of them or that AWS vouches for, so that other servers open sooner.
 */
async function reached(server: ReachedServer, login: Login): Promise<Target> {
  const { trust, tlsVerify, caFile, certFile, serverPublicKeyFile, via, https, logs } = server;
  if (logs) {
    const { logsServiceOf } = await lazyImport<typeof import("./https/logs.ts")>(
      "./https/logs.ts",
      import.meta.url,
    );
    return { ...server, logsService: logsServiceOf(logs.groups, awsOf(login), server.askAbove) };
  }
  if (https) {
    const { serviceOf } = await lazyImport<typeof import("./https/service.ts")>(
      "./https/service.ts",
      import.meta.url,
    );
    return { ...server, service: serviceOf(https, databaseOf(server), awsOf(login)) };
  }
  if (!trust && !tlsVerify && !caFile && !certFile && !serverPublicKeyFile && !via) return server;
  const { targetOf } = await lazyImport<typeof import("./target.ts")>("./target.ts", import.meta.url);
  return await targetOf(server);
}

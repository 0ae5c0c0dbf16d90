import { lazyImport } from "../lazy_import.ts";
import { Secret } from "../secret.ts";
import { probe } from "./driver/mod.ts";
import { databaseOf } from "./engines/mod.ts";
import { errorWords } from "./error_words.ts";
import { type ConnectionFailure, connectionFailure } from "./failure.ts";
import type { ReachedServer } from "./found.ts";

/** Returns why a server cannot be reached, in the words of a failed connection; null when something answers there. */
export async function probeServer(
  server: ReachedServer,
  signal: AbortSignal,
): Promise<ConnectionFailure | null> {
  const { engine, host, port, via } = server;
  const ways = via !== undefined &&
    await lazyImport<typeof import("../ways/mod.ts")>("../ways/mod.ts", import.meta.url);
  // Certificates are left out, because a probe tests only whether the server can be reached.
  const error = await probe({ engine, host, port, ...(ways && { way: ways.wayOf(via) }) }, signal);
  if (error === null) return null;
  return connectionFailure({
    server,
    user: "",
    database: databaseOf(server),
    ...errorWords(error, new Secret("")),
    connected: false,
  });
}

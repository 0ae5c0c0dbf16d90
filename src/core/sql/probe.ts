import { lazyImport } from "../lazy_import.ts";
import { Secret } from "../secret.ts";
import { probe } from "./driver/mod.ts";
import { databaseOf } from "./engines/mod.ts";
import { errorWords } from "./error_words.ts";
import { type ConnectionFailure, connectionFailure } from "./failure.ts";
import type { ReachedServer } from "./found.ts";

/**
 * Returns the target of a probe, without certificates, because a probe tests only whether the server can be
 * reached.
 */
async function probed(server: ReachedServer): Promise<Parameters<typeof probe>[0]> {
  const { engine, host, port, via } = server;
  if (via === undefined) return { engine, host, port };
  const { wayOf } = await lazyImport<typeof import("../ways/mod.ts")>("../ways/mod.ts", import.meta.url);
  return { engine, host, port, way: wayOf(via) };
}

/** Returns why a server cannot be reached, in the words of a failed connection; null when something answers there. */
export async function probeServer(
  server: ReachedServer,
  signal: AbortSignal,
): Promise<ConnectionFailure | null> {
  const fault = await probe(await probed(server), signal);
  if (fault === null) return null;
  return connectionFailure({
    server,
    user: "",
    database: databaseOf(server),
    ...errorWords(fault, new Secret("")),
    connected: false,
  });
}

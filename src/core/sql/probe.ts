import { Secret } from "../secret.ts";
import { probe } from "./driver/mod.ts";
import { databaseOf } from "./engines/mod.ts";
import { errorWords } from "./error_words.ts";
import { type ConnectionFailure, connectionFailure } from "./failure.ts";
import type { ReachedServer } from "./found.ts";

/** Why there is no way to a server, in the words of a failed connection; null: something answers there. */
export async function probeServer(
  server: ReachedServer,
  signal: AbortSignal,
): Promise<ConnectionFailure | null> {
  const fault = await probe(server, signal);
  if (fault === null) return null;
  return connectionFailure({
    server,
    user: "",
    database: databaseOf(server),
    ...errorWords(fault, new Secret("")),
    connected: false,
  });
}

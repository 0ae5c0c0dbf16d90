import { join } from "node:path";
import { makeFolder } from "../../core/files/atomic.ts";
import type { KedgePaths } from "../../core/paths.ts";
import type { Endpoint, Listening } from "./endpoint.ts";
import { hangUp, LineReader } from "./lines.ts";
import { loopbackEndpoint } from "./loopback.ts";
import { unixEndpoint } from "./unix.ts";

/** What a later start asks of the first. */
export type Summons = "palette";

/** The outcome of a start: this Kedge is the first of its home, or another one was and has been told. */
export type Place =
  | { readonly first: true; close(): Promise<void> }
  | {
    readonly first: false;
    /** False when the first one holds the home but does not answer. */
    readonly reached: boolean;
  };

/** How long a start waits for a first one that is itself just starting or ending, in ms. */
const PATIENCE = 5_000;

/**
 * Makes this process the one Kedge of its home, or summons the one there is. The home's lock decides,
 * and the system releases it however its holder ends: a killed Kedge leaves nothing that stops the next.
 */
export async function becomeFirst(
  paths: KedgePaths,
  onSummon: (what: Summons) => void,
  endpoint = endpointFor(paths),
): Promise<Place> {
  await makeFolder(paths.home);
  const end = performance.now() + PATIENCE;
  do {
    const lock = await Deno.open(join(paths.home, "instance.lock"), {
      create: true,
      write: true,
      mode: 0o600,
    });
    if (await lock.tryLock(true)) {
      const listening = await endpoint.listen();
      // Out of connections, it answers nobody any more, and is still the first.
      const serving = serve(listening, onSummon).catch(() => {});
      return {
        first: true,
        async close() {
          await listening.close();
          await serving;
          lock.close();
        },
      };
    }
    lock.close();
    if (await summonFirst(paths, "palette", endpoint)) return { first: false, reached: true };
    await new Promise((resolve) => setTimeout(resolve, 50));
  } while (performance.now() < end);
  return { first: false, reached: false };
}

/** Asks the running Kedge of this home for something. False when there is none, or it does not answer. */
export async function summonFirst(
  paths: KedgePaths,
  what: Summons,
  endpoint = endpointFor(paths),
): Promise<boolean> {
  let connection: Deno.Conn;
  try {
    connection = await endpoint.connect();
  } catch {
    return false;
  }
  try {
    await connection.write(new TextEncoder().encode(`${what}\n`));
    return await new LineReader(connection).next() === "done";
  } catch {
    return false;
  } finally {
    hangUp(connection);
  }
}

function endpointFor(paths: KedgePaths): Endpoint {
  return Deno.build.os === "windows" ? loopbackEndpoint(paths) : unixEndpoint(paths);
}

/** Answers until the listener is closed, and ends when the last one has its answer. */
async function serve({ listener, secret }: Listening, onSummon: (what: Summons) => void): Promise<void> {
  const answers = new Set<Promise<void>>();
  for await (const connection of listener) {
    const given = answer(connection, secret, onSummon);
    answers.add(given);
    given.finally(() => answers.delete(given));
  }
  await Promise.all(answers);
}

async function answer(
  connection: Deno.Conn,
  secret: string,
  onSummon: (what: Summons) => void,
): Promise<void> {
  const lines = new LineReader(connection);
  try {
    if (secret !== "" && await lines.next() !== secret) return;
    if (await lines.next() !== "palette") return;
    onSummon("palette");
    await connection.write(new TextEncoder().encode("done\n"));
  } catch {
    // Whoever called has gone, or did not speak our language: nothing was asked.
  } finally {
    hangUp(connection);
  }
}

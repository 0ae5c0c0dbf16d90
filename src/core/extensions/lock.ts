import { join } from "node:path";
import { makeFolder, makeHome } from "../files/atomic.ts";
import type { KedgePaths } from "../paths.ts";

/**
 * Runs `work` while no other process changes the extensions. The system lets go of the lock when a
 * process ends, however it ends. `~` is in no extension id, so the file clashes with none.
 */
export async function withLock<T>(paths: KedgePaths, work: () => Promise<T>): Promise<T> {
  await makeHome(paths.home);
  await makeFolder(paths.extensions);
  const file = await Deno.open(join(paths.extensions, "~lock"), { create: true, write: true, mode: 0o600 });
  try {
    await file.lock(true);
    return await work();
  } finally {
    file.close();
  }
}

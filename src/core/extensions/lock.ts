import { join } from "node:path";
import { makeFolder } from "../files/atomic.ts";
import { FileFault } from "../files/fault.ts";
import { makeHome } from "../files/make_home.ts";
import { openLock } from "../files/lock.ts";
import type { KedgePaths } from "../paths.ts";

/** Maximum time to wait for another process that changes the extensions, ms; an installation takes a second. */
const PATIENCE = 60_000;
/** Time between two attempts to get the lock, ms. */
const PAUSE = 20;

/**
 * Runs `work` while no other process changes the extensions. The system releases the lock when a process
 * ends, however it ends. No extension id contains `~`, so the file's name is free. Throws a {@link FileFault}
 * when another process holds the lock for a minute.
 */
export async function withLock<T>(paths: KedgePaths, work: () => Promise<T>): Promise<T> {
  await makeHome(paths.home);
  await makeFolder(paths.extensions);
  const path = join(paths.extensions, "~lock");
  const file = await openLock(path);
  try {
    const end = performance.now() + PATIENCE;
    while (!await file.tryLock(true)) {
      if (performance.now() > end) {
        throw new FileFault(
          "another Kedge is changing the extensions and does not end",
          "End it, then try again.",
        );
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    return await work();
  } finally {
    file.close();
  }
}

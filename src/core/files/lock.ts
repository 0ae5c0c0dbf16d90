import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { KedgePaths } from "../paths.ts";
import { makeFolder } from "./atomic.ts";
import { FileError, FileInUseError } from "./errors.ts";
import { makeHome } from "./make_home.ts";
import { isSystemError } from "./reason.ts";

/** Maximum time to wait for another process that changes a folder, ms; a change takes a second. */
const PATIENCE = 60_000;
/** Time between two attempts to get the lock, ms. */
const PAUSE = 20;

/**
 * Runs `work` while no other process does anything under the lock of a folder of a Kedge home, and makes the
 * folder if need be. The system releases the lock when a process ends, however it ends. No id contains `~`,
 * so the file's name is free. Throws a {@link FileError} when another process, which `does` something there,
 * holds the lock for a minute.
 */
export async function withFolderLock<T>(
  { home }: Pick<KedgePaths, "home">,
  folder: string,
  does: string,
  work: () => Promise<T>,
): Promise<T> {
  await makeHome(home);
  await makeFolder(folder);
  using file = await openLock(join(folder, "~lock"));
  const end = performance.now() + PATIENCE;
  while (!await file.tryLock(true)) {
    if (performance.now() > end) {
      throw new FileError(`another Kedge ${does} and does not end`, "End it, then try again.");
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return await work();
}

/**
 * Opens a file for locking between processes; the system releases the lock however its holder ends. Throws a
 * {@link FileError} when it is not a regular file, because opening a pipe would wait forever, and when
 * another program has it open exclusively.
 */
export async function openLock(path: string): Promise<Deno.FsFile> {
  const found = await stat(path).catch(() => null);
  if (found && !found.isFile()) throw new FileError(`${path} is no regular file`, "Move it away.");
  try {
    return await Deno.open(path, { create: true, read: true, write: true, mode: 0o600 });
  } catch (error) {
    throw isSystemError(error) && error.code === "EBUSY" ? new FileInUseError(path) : error;
  }
}

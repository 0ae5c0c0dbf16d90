import { stat } from "node:fs/promises";
import { FileFault, HeldOpen } from "./fault.ts";
import { isSystemError } from "./reason.ts";

/**
 * Opens a file for locking between processes; the system releases the lock however its holder ends. Throws a
 * {@link FileFault} when it is not a regular file, because opening a pipe would wait forever, and when
 * another program has it open exclusively.
 */
export async function openLock(path: string): Promise<Deno.FsFile> {
  const found = await stat(path).catch(() => null);
  if (found && !found.isFile()) throw new FileFault(`${path} is no regular file`, "Move it away.");
  try {
    return await Deno.open(path, { create: true, read: true, write: true, mode: 0o600 });
  } catch (error) {
    throw isSystemError(error) && error.code === "EBUSY" ? new HeldOpen(path) : error;
  }
}

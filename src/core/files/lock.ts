import { stat } from "node:fs/promises";
import { FileFault, HeldOpen } from "./fault.ts";
import { isSystemError } from "./reason.ts";

/**
 * Opens a file whose lock keeps processes apart; the system releases the lock however its holder ends. Throws a
 * {@link FileFault} for what is no regular file, as opening a pipe would wait for ever, and for what is not shared.
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

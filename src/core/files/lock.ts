import { stat } from "node:fs/promises";
import { FileFault } from "./fault.ts";

/**
 * Opens a file whose lock keeps processes apart; the system releases the lock however its holder ends. Throws a
 * {@link FileFault} for what is no regular file: opening a pipe would wait for ever.
 */
export async function openLock(path: string): Promise<Deno.FsFile> {
  const found = await stat(path).catch(() => null);
  if (found && !found.isFile()) throw new FileFault(`${path} is no regular file`, "Move it away.");
  return await Deno.open(path, { create: true, read: true, write: true, mode: 0o600 });
}

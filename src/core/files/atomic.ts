import { basename, dirname, join } from "node:path";
import { renameSync } from "node:fs";
import { chmod, constants, type FileHandle, mkdir, open, realpath, rm, stat } from "node:fs/promises";

/**
 * Writes a whole file so that a reader, also one after a crash, sees the old content or the new one
 * and nothing between: temporary file in the same folder, fsync, rename, fsync of the folder.
 * A symbolic link stays one: what it points to is replaced. The folder must exist. Throws the
 * system's error; the temporary file is then gone.
 *
 * @param mode permissions of the new file; CONTRACT.md §2 asks 0600
 * @param beforeRename called when the new content lies beside the old one; what it throws calls the write off
 */
export async function writeFileAtomic(
  path: string,
  content: Uint8Array | string,
  mode = 0o600,
  beforeRename?: () => void,
): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const folder = dirname(target);
  const temporary = join(folder, `.${basename(target)}.${crypto.randomUUID().slice(0, 8)}.tmp`);
  let file: FileHandle | undefined;
  try {
    file = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode);
    await file.chmod(mode); // the umask may have taken bits away
    await file.writeFile(content);
    await file.sync();
    await file.close();
    file = undefined;
    // In one go, so that what was looked at is what is replaced.
    beforeRename?.();
    renameSync(temporary, target);
  } catch (error) {
    await file?.close().catch(() => {});
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
}

/** Makes the folder and those above it that are missing, all 0700. An existing folder keeps its mode. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/**
 * Makes Kedge's home, and closes one to others that the user made open: what lies there is run. A home that is not the user's
 * own, or on a disk without permissions, stays as it is.
 */
export async function makeHome(path: string): Promise<void> {
  await makeFolder(path);
  const { mode, uid } = await stat(path);
  if ((mode & 0o077) !== 0 && uid === Deno.uid()) await chmod(path, 0o700).catch(() => {});
}

/** Makes a rename durable where the system lets a folder be synced; Windows does not. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, constants.O_RDONLY);
    await handle.sync();
  } catch {
    // The new content is in place; only its survival of a power cut is the system's affair.
  } finally {
    await handle?.close().catch(() => {});
  }
}

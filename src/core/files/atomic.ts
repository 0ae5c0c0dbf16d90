import { basename, dirname, join } from "node:path";
import { renameSync } from "node:fs";
import { constants, type FileHandle, lstat, mkdir, open, realpath, rm } from "node:fs/promises";
import { FileFault } from "./fault.ts";

/**
 * Writes a whole file so that a reader, also one after a crash, sees the old content or the new one
 * and nothing between: temporary file in the same folder, fsync, rename, fsync of the folder.
 * A symbolic link stays one: the file that it points to is replaced, and a {@link FileFault} thrown when it points to
 * something else, which is nobody's to replace (root would put a file where /dev/null was). The folder must exist.
 * Throws the system's error; the temporary file is then gone.
 *
 * @param mode permissions of the new file; 0600 unless told
 * @param beforeRename called when the new content lies beside the old one; what it throws calls the write off
 */
export async function writeFileAtomic(
  path: string,
  content: Uint8Array | string,
  mode = 0o600,
  beforeRename?: () => void,
): Promise<void> {
  const target = await realpath(path).catch(() => path);
  // A pipe or a socket that lies here itself is replaced.
  if (target !== path && (await lstat(path)).isSymbolicLink() && !(await lstat(target)).isFile()) {
    throw new FileFault(`${path} leads to ${target}, which is no regular file`, "Remove the link.");
  }
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

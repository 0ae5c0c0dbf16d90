import { isHeldOpen } from "../platform/held_open.ts";
import { below, folderOf, lastName } from "../platform/path.ts";
import { FileFault, HeldOpen } from "./fault.ts";

/**
 * Writes a whole file so that a reader, also one after a crash, sees the old content or the new one
 * and nothing between: temporary file in the same folder, fsync, rename, fsync of the folder.
 * A symbolic link stays one: the file that it points to is replaced, and a {@link FileFault} thrown when it points to
 * something else, which is nobody's to replace (root would put a file where /dev/null was), or to nothing. The folder must exist.
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
  const target = await Deno.realPath(path).catch(() => path);
  if (target === path && await leadsNowhere(path)) {
    throw new FileFault(
      `${path} is a link and leads to nothing`,
      "Make what it leads to, or remove the link.",
    );
  }
  // A pipe or a socket that lies here itself is replaced.
  if (target !== path && (await Deno.lstat(path)).isSymlink && !(await Deno.lstat(target)).isFile) {
    throw new FileFault(`${path} leads to ${target}, which is no regular file`, "Remove the link.");
  }
  const folder = folderOf(target);
  const temporary = below(folder, `.${lastName(target)}.${crypto.randomUUID().slice(0, 8)}.tmp`);
  let file: Deno.FsFile | null = null;
  try {
    file = await Deno.open(temporary, { write: true, createNew: true, mode });
    await writeAll(file, typeof content === "string" ? new TextEncoder().encode(content) : content);
    await file.sync();
    const status = await file.stat();
    // The umask may have taken bits away.
    if (Deno.uid() !== null && ((status.mode ?? mode) & 0o777) !== mode) setMode(temporary, mode, status);
    file.close();
    file = null;
    await renamePatiently(temporary, target, beforeRename);
  } catch (error) {
    file?.close();
    await Deno.remove(temporary).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
}

/** How long Windows is asked again for a file that another program has open, in ms. */
const OPEN_FOR = 1_000;

/**
 * Renames a file, also over another one, or a folder. Windows refuses that while another program reads one of them, as scanners
 * of viruses and indexers do for a moment: it is asked again for a second there. Throws a {@link HeldOpen} when that goes on, as
 * Windows' code may be that of a right that is missing, or else the system's error.
 *
 * @param before called right before each try; what it throws ends it
 */
export async function renamePatiently(
  from: string,
  to: string,
  before?: () => void,
  { windows = Deno.uid() === null, rename = Deno.renameSync, isHeld = isHeldOpen } = {},
): Promise<void> {
  const end = performance.now() + OPEN_FOR;
  for (let pause = 5;; pause *= 2) {
    try {
      // Checked and replaced without waiting in between, so that the file that was checked is the one that is replaced.
      before?.();
      return rename(from, to);
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      const open = windows && (code === "EPERM" || code === "EACCES" || code === "EBUSY");
      if (!open) throw error;
      if (performance.now() + pause > end) {
        const held = [to, from].find((path) => isHeld(path));
        throw held === undefined ? error : new HeldOpen(held);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Puts a damaged file beside its place, so that who writes it anew does not lose it. Throws as {@link renamePatiently}. */
export async function putAside(path: string): Promise<void> {
  await renamePatiently(path, `${path}.damaged`).catch((error) => {
    // It has gone meanwhile.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

/** Whether a link lies at a path whose file is missing: what keeps the user's files there would lose it. */
async function leadsNowhere(path: string): Promise<boolean> {
  const found = await Deno.lstat(path).catch(() => null);
  return found?.isSymlink === true && await Deno.stat(path).then(() => false, () => true);
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}

/**
 * Gives a new file its mode by a handle of it: in a folder that others may write to its name may lead elsewhere by now. Deno
 * knows no handle for that, and Node's modules are loaded only here.
 */
function setMode(path: string, mode: number, { dev, ino }: Deno.FileInfo): void {
  const { closeSync, constants, fchmodSync, fstatSync, openSync } = globalThis.process.getBuiltinModule(
    "node:fs",
  );
  const handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = fstatSync(handle);
    if (found.dev !== dev || found.ino !== ino) {
      throw new FileFault(`${path} was replaced while it was written`, "Write to a folder of your own.");
    }
    fchmodSync(handle, mode);
  } finally {
    closeSync(handle);
  }
}

/** Makes the folder and those above it that are missing, all 0700. An existing folder keeps its mode. */
export async function makeFolder(path: string): Promise<void> {
  await Deno.mkdir(path, { recursive: true, mode: 0o700 });
}

/** Makes a rename durable where the system lets a folder be synced; Windows does not. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await Deno.open(folder);
    try {
      await handle.sync();
    } finally {
      handle.close();
    }
  } catch {
    // The new content is in place; only its survival of a power cut is the system's affair.
  }
}

import { isFileInUse } from "../platform/file_in_use.ts";
import { below, folderOf, lastName } from "../platform/path.ts";
import { FileError, FileInUseError } from "./errors.ts";

/**
 * Writes a whole file so that a reader, even after a crash, sees either the old or the new content: temporary
 * file in the same folder, fsync, rename, fsync of the folder. A symbolic link stays, and the file that it
 * points to is replaced. Throws a {@link FileError} when the link points to nothing, or to something other
 * than a file, which must not be replaced (as root that would put a file in place of /dev/null). The folder
 * must exist. Throws the system's error after removing the temporary file.
 *
 * @param mode permissions of the new file; default 0600
 * @param beforeRename called when the new content has been written beside the old one; an error that it
 * throws cancels the write
 */
export async function writeFileAtomic(
  path: string,
  content: Uint8Array | string,
  mode = 0o600,
  beforeRename?: () => void,
): Promise<void> {
  const target = await Deno.realPath(path).catch(() => path);
  if (target === path && await leadsNowhere(path)) {
    throw new FileError(
      `${path} is a link and leads to nothing`,
      "Make what it leads to, or remove the link.",
    );
  }
  // A pipe or a socket at the path itself is replaced.
  if (target !== path && (await Deno.lstat(path)).isSymlink && !(await Deno.lstat(target)).isFile) {
    throw new FileError(`${path} leads to ${target}, which is no regular file`, "Remove the link.");
  }
  const folder = folderOf(target);
  const temporary = below(folder, `.${lastName(target)}.${crypto.randomUUID().slice(0, 8)}.tmp`);
  let file: Deno.FsFile | null = null;
  try {
    file = await Deno.open(temporary, { write: true, createNew: true, mode });
    await writeAll(file, typeof content === "string" ? new TextEncoder().encode(content) : content);
    await file.sync();
    const status = await file.stat();
    // The umask may have removed bits.
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

/**
 * Renames a file, also over another one, or a folder. Retries and throws like {@link patiently}.
 *
 * @param before called right before each attempt; an error that it throws ends the function
 */
export async function renamePatiently(
  from: string,
  to: string,
  before?: () => void,
  { windows = Deno.uid() === null, rename = Deno.renameSync, isInUse = isFileInUse } = {},
): Promise<void> {
  await patiently(
    [to, from],
    () => {
      // There is no wait between check and rename, so that the checked file is the one that is replaced.
      before?.();
      rename(from, to);
    },
    windows,
    isInUse,
  );
}

/** Time for which files are waited for on Windows while another program has them open, ms. */
const OPEN_FOR = 1_000;

/**
 * Does something with files that Windows refuses while another program has them open, as virus scanners and
 * indexers do for a moment: retries it there for a second. After that it throws a {@link FileInUseError},
 * because Windows' code could also mean a missing permission; otherwise the system's error.
 */
async function patiently<T>(
  paths: readonly string[],
  act: () => T,
  windows: boolean,
  isInUse = isFileInUse,
): Promise<T> {
  const end = performance.now() + OPEN_FOR;
  for (let pause = 5;; pause *= 2) {
    try {
      return act();
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      const open = windows && (code === "EPERM" || code === "EACCES" || code === "EBUSY");
      if (!open) throw error;
      if (performance.now() + pause > end) {
        const inUse = paths.find(isInUse);
        throw inUse === undefined ? error : new FileInUseError(inUse);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Renames a damaged file so that rewriting it does not lose its content. Throws like {@link renamePatiently}. */
export async function putAside(path: string): Promise<void> {
  await renamePatiently(path, `${path}.damaged`).catch((error) => {
    // The file has been removed meanwhile.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

/**
 * Returns whether a path is a link to a missing file. Replacing it would separate the content from the place
 * to which the link leads.
 */
async function leadsNowhere(path: string): Promise<boolean> {
  const found = await Deno.lstat(path).catch(() => null);
  return found?.isSymlink === true && await Deno.stat(path).then(() => false, () => true);
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}

/**
 * Sets the mode of a new file through a handle, because in a folder to which others may write its name may
 * have been replaced. Deno cannot do this, and Node's modules are loaded only here.
 */
function setMode(path: string, mode: number, { dev, ino }: Deno.FileInfo): void {
  const { closeSync, constants, fchmodSync, fstatSync, openSync } = globalThis.process.getBuiltinModule(
    "node:fs",
  );
  const handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = fstatSync(handle);
    if (found.dev !== dev || found.ino !== ino) {
      throw new FileError(`${path} was replaced while it was written`, "Write to a folder of your own.");
    }
    fchmodSync(handle, mode);
  } finally {
    closeSync(handle);
  }
}

/** Creates the folder and its missing parents, all with mode 0700. An existing folder keeps its mode. */
export async function makeFolder(path: string): Promise<void> {
  await Deno.mkdir(path, { recursive: true, mode: 0o700 });
}

/** Makes the content of a file durable that another program has written. Retries and throws like {@link patiently}. */
export async function syncFile(
  path: string,
  { windows = Deno.uid() === null, open = Deno.openSync } = {},
): Promise<void> {
  // Windows syncs only what may be written; elsewhere no program starts while it is open for writing.
  using file = await patiently([path], () => open(path, { read: true, write: windows }), windows);
  await file.sync();
}

/** Makes renames and new names durable on systems that can sync a folder; Windows cannot. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await Deno.open(folder);
    try {
      await handle.sync();
    } finally {
      handle.close();
    }
  } catch {
    // The new content is in place; only whether it survives a power cut depends on the system.
  }
}

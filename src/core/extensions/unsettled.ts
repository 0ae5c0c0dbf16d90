import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { FileError, FileInUseError } from "../files/errors.ts";
import { systemReason } from "../files/reason.ts";
import { isFileInUse } from "../platform/file_in_use.ts";

/** Error codes for files that another program has open, or for a folder that is mounted. */
const BUSY: ReadonlySet<unknown> = new Set(["EBUSY", "ENOTEMPTY"]);

/** Error codes for a missing permission; on Windows also for some files that are open. */
const DENIED: ReadonlySet<unknown> = new Set(["EPERM", "EACCES"]);

/**
 * Thrown when the new version is valid, but the files of the old one cannot be removed yet. Each look at the
 * extension tries again.
 */
export class UnsettledError extends FileError {
  /** The next step for the user, as a sentence. */
  readonly next: string;

  /** @param next the next step without its full stop */
  constructor(message: string, next: string) {
    super(message, `${next}: the new version is written, and is used from then on.`);
    this.next = `${next}.`;
  }
}

/**
 * Returns why the files in the folder of an extension could not be replaced, derived from the system's error
 * or a fault.
 */
export async function unsettledBy(
  error: Error & { code?: string },
  folder: string,
  isInUse: (path: string) => boolean = isFileInUse,
): Promise<UnsettledError> {
  const denied = DENIED.has(error.code), busy = error instanceof FileInUseError || BUSY.has(error.code);
  const inUse = denied || busy ? await inUseBelow(folder, isInUse) : undefined;
  if (inUse !== undefined || busy) {
    const where = inUse === undefined ? "" : `: ${inUse}`;
    return new UnsettledError(`another program has a file of the version before open${where}`, "Close it");
  }
  return new UnsettledError(
    `the files of the version before cannot be replaced: ${systemReason(error)}`,
    denied ? `Give yourself the right to change ${folder} and all that it holds` : `See to ${folder}`,
  );
}

/** Returns a path that another program has open: the folder or something below it; undefined when there is none. */
async function inUseBelow(folder: string, isInUse: (path: string) => boolean): Promise<string | undefined> {
  const below = await readdir(folder, { recursive: true }).catch(() => []);
  return [folder, ...below.map((name) => join(folder, name))].find(isInUse);
}

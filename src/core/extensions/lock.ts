import { withFolderLock } from "../files/lock.ts";
import type { KedgePaths } from "../paths.ts";

/**
 * Runs `work` while no other process changes the extensions. Throws a FileError when one does for a minute.
 */
export const withLock = <T>(paths: KedgePaths, work: () => Promise<T>): Promise<T> =>
  withFolderLock(paths, paths.extensions, "is changing the extensions", work);

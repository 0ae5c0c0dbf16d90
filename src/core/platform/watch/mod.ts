import { watchByInotify } from "./inotify.ts";
import { watchByLooks } from "./looks.ts";
import { watchByRuntime } from "./runtime.ts";
import type { FolderWatch, WatchOptions } from "./watched.ts";

export type { FolderWatch } from "./watched.ts";

/**
 * Watches folders, not what lies in them: no entry is opened and no link below is followed, so that a pipe, a device or a
 * file system that does not answer holds nobody up. Gives null when the system does not watch them: a folder is not there,
 * or no watches are left. `Deno.watchFs` opens what it has heard of, and waits there for ever, with all of its kind.
 */
export function watchFolders(folders: readonly string[], options: WatchOptions): FolderWatch | null {
  try {
    if (Deno.build.os === "linux") return watchByInotify(folders, options);
    // No file of Windows is one that waits.
    return Deno.build.os === "windows" ? watchByRuntime(folders, options) : watchByLooks(folders, options);
  } catch {
    return null;
  }
}

import { watchByInotify } from "./inotify.ts";
import { watchByLooks } from "./looks.ts";
import { watchByRuntime } from "./runtime.ts";
import type { FolderWatch, WatchOptions } from "./watched.ts";

export type { FolderWatch } from "./watched.ts";

/**
 * Watches folders, not the entries in them: no entry is opened and no link below is followed, so that a pipe,
 * a device or an unresponsive file system blocks nothing. Returns null when the system cannot watch them: a
 * folder is missing, or no watches are left. `Deno.watchFs` is unsuitable because it opens the reported
 * entries and then may block all watches forever.
 */
export function watchFolders(folders: readonly string[], options: WatchOptions): FolderWatch | null {
  try {
    if (Deno.build.os === "linux") return watchByInotify(folders, options);
    // On Windows opening a file never blocks.
    return Deno.build.os === "windows" ? watchByRuntime(folders, options) : watchByLooks(folders, options);
  } catch {
    return null;
  }
}

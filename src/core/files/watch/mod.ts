import { watchByInotify } from "./inotify.ts";
import { watchByLooks } from "./looks.ts";
import { watchByRuntime } from "./runtime.ts";

/** What is watched below the folders that are named. */
export interface WatchOptions {
  /** Tells whether a folder below, by its path from the one that is named, is watched too; without it none is. */
  readonly enter?: (path: string) => boolean;
  /**
   * Hears the path of each change: of an entry, or of a folder that is named, when that is another one or `gone`, or when more
   * happened in it than could be told. It must not throw.
   */
  readonly onChange: (path: string, gone: boolean) => void;
}

/** Folders that are watched. */
export interface FolderWatch {
  /** Nothing is told from now on. The promise settles when the system has let go of the folders. */
  close(): Promise<void>;
}

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

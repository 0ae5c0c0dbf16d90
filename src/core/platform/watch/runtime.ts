import { join, relative } from "node:path";
import type { FolderWatch, WatchOptions } from "./watched.ts";

/** Watches with the runtime's own function. Throws when that fails. */
export function watchByRuntime(folders: readonly string[], { enter, onChange }: WatchOptions): FolderWatch {
  const watcher = Deno.watchFs([...folders], { recursive: enter !== undefined });
  let closed = false;
  const watching = (async () => {
    try {
      for await (const { kind, paths } of watcher) {
        if (closed || kind === "access") continue;
        // An event without paths may concern any folder.
        for (const path of paths.length > 0 ? paths : folders) {
          if (isWatched(path)) onChange(path, kind === "remove" && folders.includes(path));
        }
      }
    } catch {
      // Callers that must know of each change also check from time to time.
    }
  })();

  /** Returns whether each folder on the path is watched. */
  function isWatched(path: string): boolean {
    const folder = folders.find((folder) => path.startsWith(folder));
    const steps = folder === undefined ? [] : relative(folder, join(path, "..")).split(/[/\\]/);
    return steps.every((step, index) =>
      step === "" || step === ".." || (enter?.(steps.slice(0, index + 1).join("/")) ?? true)
    );
  }

  return {
    close() {
      closed = true;
      try {
        watcher.close();
      } catch {
        // The watcher has already ended.
      }
      return watching;
    },
  };
}

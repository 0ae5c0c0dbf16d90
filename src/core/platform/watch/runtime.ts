import { join, relative } from "node:path";
import type { FolderWatch, WatchOptions } from "./watched.ts";

/** Watches as the runtime does. Throws where it does not. */
export function watchByRuntime(folders: readonly string[], { enter, onChange }: WatchOptions): FolderWatch {
  const watcher = Deno.watchFs([...folders], { recursive: enter !== undefined });
  let closed = false;
  const watching = (async () => {
    try {
      for await (const { kind, paths } of watcher) {
        if (closed || kind === "access") continue;
        // A change that came too late to be named may have been anywhere.
        for (const path of paths.length > 0 ? paths : folders) {
          if (isWatched(path)) onChange(path, kind === "remove" && folders.includes(path));
        }
      }
    } catch {
      // Callers that must know look from time to time.
    }
  })();

  /** Whether each folder on the way to a path is one that is watched. */
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
        // It has ended by itself.
      }
      return watching;
    },
  };
}

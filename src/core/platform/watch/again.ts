import { watchFolders } from "./mod.ts";
import type { FolderWatch, WatchOptions } from "./watched.ts";

/** How often it is looked whether a folder that has gone is there again, in ms. */
const EVERY = 2000;

/**
 * Watches a folder as `watchFolders` does, and again after it has gone and was made anew, which `onChange` hears of. Null when
 * the system does not watch it.
 */
export function watchAgain(
  folder: string,
  { enter, onChange }: WatchOptions,
  every = EVERY,
): FolderWatch | null {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let watch: FolderWatch | null = null;
  /** The watches that have not let go yet. */
  let ending = Promise.resolve();

  function start(): FolderWatch | null {
    const started = watchFolders([folder], {
      ...(enter && { enter }),
      onChange(path, gone) {
        onChange(path, gone);
        if (!gone || watch !== started || closed) return;
        watch = null;
        ending = Promise.all([ending, started?.close()]).then(() => retry(0));
      },
    });
    return started;
  }
  function retry(after: number): void {
    if (closed) return;
    timer = setTimeout(() => {
      watch = start();
      if (watch) onChange(folder, false);
      else retry(every);
    }, after);
    Deno.unrefTimer(timer);
  }

  watch = start();
  if (!watch) return null;
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await Promise.all([ending, watch?.close()]);
    },
  };
}

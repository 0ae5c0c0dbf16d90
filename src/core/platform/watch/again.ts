import { watchFolders } from "./mod.ts";
import type { FolderWatch, WatchOptions } from "./watched.ts";

/** Interval for checking whether a removed folder exists again, ms. */
const EVERY = 2000;

/**
 * Watches a folder like `watchFolders`, and again after it was removed and recreated; `onChange` is called
 * then, too. Returns null when the system cannot watch it.
 */
export function watchAgain(
  folder: string,
  { enter, onChange }: WatchOptions,
  every = EVERY,
): FolderWatch | null {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let watch: FolderWatch | null = null;
  /** Resolves when all earlier watches have closed. */
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

import { makeFolder } from "../../core/files/atomic.ts";

/** From the first change of a burst until the list is read, in milliseconds. */
const SETTLE = 100;

/**
 * Calls `changed` after each burst of changes below the folder, so that what `kedge --install` does in a
 * terminal shows in the menu. Ends when `signal` is aborted. A system without watches is no error.
 */
export async function watchExtensions(
  folder: string,
  changed: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  await makeFolder(folder);
  let watcher: Deno.FsWatcher;
  try {
    watcher = Deno.watchFs(folder, { recursive: true });
  } catch {
    return;
  }
  const close = () => watcher.close();
  signal.addEventListener("abort", close, { once: true });
  let pending: ReturnType<typeof setTimeout> | undefined;
  try {
    for await (const event of watcher) {
      if (event.kind === "access") continue;
      pending ??= setTimeout(() => {
        pending = undefined;
        if (!signal.aborted) void changed();
      }, SETTLE);
    }
  } finally {
    clearTimeout(pending);
    signal.removeEventListener("abort", close);
  }
}

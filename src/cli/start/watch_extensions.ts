import { makeFolder } from "../../core/files/atomic.ts";
import { watchFolders } from "../../core/platform/watch/mod.ts";

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
  let pending: ReturnType<typeof setTimeout> | undefined;
  const watch = watchFolders([folder], {
    enter: () => true,
    onChange() {
      pending ??= setTimeout(() => {
        pending = undefined;
        if (!signal.aborted) void changed();
      }, SETTLE);
    },
  });
  if (!watch) return;
  await new Promise<void>((ended) => {
    if (signal.aborted) ended();
    else signal.addEventListener("abort", () => ended(), { once: true });
  });
  clearTimeout(pending);
  await watch.close();
}

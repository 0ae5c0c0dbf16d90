import { isLeftOut } from "../bundle/mod.ts";
import { createNotify } from "../files/notify.ts";
import { type FolderWatch, watchFolders } from "../platform/watch/mod.ts";

/**
 * Delay between the first event of a save and reading the folder, ms, because editors and formatters write in
 * several steps.
 */
const SETTLE = 60;
/**
 * Interval of checks without an event, ms: some network folders send no events, and a system may have no
 * watches left.
 */
const LOOK = 2000;

/**
 * Calls `look` at once, after each burst of changes below the folder, and regularly without an event; one
 * call after the other. `asked` is false for a call without an event. `look` must not throw.
 */
export function followFolder(folder: string, look: (asked: boolean) => Promise<void>) {
  const changes = createNotify();
  let closed = false;
  let watched: FolderWatch | null = null;
  let looks = Promise.resolve();
  const lookNext = (asked: boolean) => looks = looks.then(() => closed ? undefined : look(asked));

  function watch(): void {
    const started = watchFolders([folder], {
      // Paths relative to the folder. Files that do not belong to the bundle are not watched.
      enter: (path) => !isLeftOut(`${path}/x`),
      onChange(_, gone) {
        changes.notify();
        // A watch reports no events of a folder that was removed and recreated.
        if (gone && watched === started) unwatch();
      },
    });
    watched = started;
  }
  function unwatch(): Promise<void> | undefined {
    const ended = watched?.close();
    watched = null;
    return ended;
  }
  async function follow(): Promise<void> {
    for (let asked = true; !closed;) {
      // Watching starts before reading so that no change is missed in between.
      if (!watched) watch();
      await lookNext(asked);
      asked = await changes.wait(LOOK);
      if (asked && !closed) await new Promise((done) => setTimeout(done, SETTLE));
      changes.clear();
    }
  }

  const following = follow();
  return {
    /** Checks the folder now; resolves when that check has ended. */
    look: () => lookNext(true),
    async close() {
      closed = true;
      changes.notify();
      await unwatch();
      await following;
    },
  };
}

import { isLeftOut } from "../bundle/mod.ts";
import { createNotify } from "../files/notify.ts";
import { type FolderWatch, watchFolders } from "../platform/watch/mod.ts";

/** From the first event of a save until the folder is read, ms: editors and formatters write in several steps. */
const SETTLE = 60;
/** A look without an event, ms: for network folders that send none, and systems out of watches. */
const LOOK = 2000;

/** A folder that is looked at again and again. */
interface FollowedFolder {
  /** Looks now, and settles when that look is over. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Calls `look` at once, after each burst of changes below the folder, and now and then without one; one look follows the
 * other. It must not throw.
 */
export function followFolder(folder: string, look: () => Promise<void>): FollowedFolder {
  const changes = createNotify();
  let closed = false;
  let watched: FolderWatch | null = null;
  let looks = Promise.resolve();
  const lookNext = () => looks = looks.then(() => closed ? undefined : look());

  function watch(): void {
    const started = watchFolders([folder], {
      // The path below the folder; what is no part of the bundle is not listened to.
      enter: (path) => !isLeftOut(`${path}/x`),
      onChange(_, gone) {
        changes.notify();
        // A folder that was removed and made again is deaf for this watch.
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
    while (!closed) {
      // Watching comes before reading, so that no change falls between them.
      if (!watched) watch();
      await lookNext();
      if (await changes.wait(LOOK) && !closed) await new Promise((done) => setTimeout(done, SETTLE));
      changes.clear();
    }
  }

  const following = follow();
  return {
    look: lookNext,
    async close() {
      closed = true;
      changes.notify();
      await unwatch();
      await following;
    },
  };
}

import { createNotify } from "../files/notify.ts";

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
  let watcher: Deno.FsWatcher | null = null;
  let looks = Promise.resolve();
  const lookNext = () => looks = looks.then(() => closed ? undefined : look());

  function watch(): void {
    try {
      const started = Deno.watchFs(folder, { recursive: true });
      watcher = started;
      void listen(started);
    } catch {
      // No watches left, or no folder now: the regular look tries again.
    }
  }
  async function listen(started: Deno.FsWatcher): Promise<void> {
    try {
      for await (const { kind, paths } of started) {
        if (kind === "access") continue;
        changes.notify();
        // A folder that was removed and made again is deaf for this watch.
        if (kind === "remove" && paths.includes(folder)) break;
      }
    } catch {
      // The regular look goes on.
    }
    if (watcher === started) watcher = null;
    end(started);
  }
  async function follow(): Promise<void> {
    while (!closed) {
      // Watching comes before reading, so that no change falls between them.
      if (!watcher) watch();
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
      if (watcher) end(watcher);
      await following;
    },
  };
}

function end(watcher: Deno.FsWatcher): void {
  try {
    watcher.close();
  } catch {
    // It has ended by itself.
  }
}

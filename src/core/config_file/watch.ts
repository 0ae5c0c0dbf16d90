import { createNotify } from "../files/notify.ts";
import { type FolderWatch, watchFolders } from "../platform/watch/mod.ts";
import { type ConfigFileState, type Content, interpret, readConfigText } from "./read.ts";
import { concerns, fingerprint, watchedFolders } from "./watched_folders.ts";

/** From the first event of a save until the file is read, in ms: an editor's steps come in one go. */
const SETTLE = 25;
/**
 * How long a missing or broken file is taken for an unfinished save, in ms, and an empty one: each save that writes in place
 * leaves it empty for a moment, long on a busy machine.
 */
const PATIENCE = 180, PATIENCE_EMPTY = 1000;
/** What bounds that while saves go on, in ms. */
const MOST_PATIENCE = 5000;
/** A look without an event, in ms: for network folders that send none, and systems out of watches. */
const LOOK = 2000;
/** So often at most the folders are watched anew at once, while they come and go. */
const MOST_AIMS = 5;

/** Looks at a file on demand: a caller that has written it goes on when the look has seen it. */
interface Looks {
  /** Settles when the file was read after this call and reported, or is not followed any more. */
  now(): Promise<void>;
  /** What settles the looks that were asked for since the last time. */
  take(): readonly (() => void)[];
  /** Calls `notify` when a look is asked for. */
  follow(notify: () => void): void;
  end(): void;
}

/** Makes the looks at one file. A caller that comes before it is followed waits for its first reading. */
export function createLooks(): Looks {
  let waiting: (() => void)[] = [];
  let notify = () => {};
  let ended = false;
  return {
    now() {
      if (ended) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      notify();
      return promise;
    },
    take() {
      const asked = waiting;
      waiting = [];
      return asked;
    },
    follow: (next) => void (notify = next),
    end() {
      ended = true;
      for (const seen of this.take()) seen();
    },
  };
}

/**
 * Follows a configuration file: calls `onChange` with its present state and then after each change of
 * its content, however it is saved, replaced, deleted or made again, also behind symbolic links.
 * Ends when `signal` is aborted. A throwing `onChange` ends it with that error. Without an event it looks every `look` ms, and at
 * once when `looks` are asked for.
 */
export async function watchConfigFile(
  file: string,
  onChange: (state: ConfigFileState) => void,
  signal: AbortSignal,
  { look = LOOK, looks = createLooks() }: { readonly look?: number; readonly looks?: Looks } = {},
): Promise<void> {
  const changes = createNotify(), urgent = createNotify();
  const watcher = createWatcher(changes.notify);
  signal.addEventListener("abort", changes.notify);
  let asked: readonly (() => void)[] = [];
  looks.follow(() => (urgent.notify(), changes.notify()));
  let last: string | undefined;
  let doubt: { readonly since: number; until: number } | undefined;
  let rang = false;
  try {
    while (!signal.aborted) {
      urgent.clear();
      asked = looks.take();
      // Watching comes before reading, so that no change falls between them.
      await watcher.aim(file);
      const content = await readConfigText(file, { ownedByUser: true });
      if (signal.aborted) return;
      const key = keyOf(content);
      let wait = look;
      if (key === last) doubt = undefined;
      else {
        const state = interpret(content);
        const now = performance.now();
        const empty = state.diagnostics.some(({ code }) => code === "empty-file");
        const patience = empty ? PATIENCE_EMPTY : PATIENCE;
        doubt ??= { since: now, until: now + patience };
        if (rang) doubt.until = Math.min(now + patience, doubt.since + MOST_PATIENCE);
        if (last !== undefined && state.status !== "loaded" && now < doubt.until) wait = doubt.until - now;
        else {
          last = key;
          doubt = undefined;
          onChange(state);
        }
      }
      for (const seen of asked) seen();
      rang = await changes.wait(wait);
      // A process that stood still finds its timers over before it hears what came meanwhile.
      if (!rang && doubt) rang = await changes.wait(SETTLE);
      if (rang && !signal.aborted) await urgent.wait(SETTLE);
      changes.clear();
    }
  } finally {
    signal.removeEventListener("abort", changes.notify);
    await watcher.close();
    for (const seen of asked) seen();
    looks.end();
  }
}

function keyOf(content: Content): string {
  return "text" in content ? `text ${content.text}` : JSON.stringify(content.diagnostic);
}

interface Watcher {
  /** Watches what the path leads to now. */
  aim(file: string): Promise<void>;
  close(): Promise<void>;
}

function createWatcher(onEvent: () => void): Watcher {
  let current: string | null = null;
  let watch: FolderWatch | null = null;

  async function close(): Promise<void> {
    const ended = watch?.close();
    watch = null;
    await ended;
  }

  return {
    async aim(file) {
      // Folders that were made since they were looked at are not among those that are watched, so look again.
      for (let aims = 0; aims < MOST_AIMS; aims++) {
        const watched = await watchedFolders(file);
        const next = await fingerprint(watched);
        if (next === current) return;
        // A folder that is watched again before the end of its former watch stays deaf.
        await close();
        await new Promise((done) => setTimeout(done, 0));
        const started = watchFolders([...watched.keys()], {
          onChange(path, gone) {
            // One that is made again may have the number of the one that has gone, whose watch is deaf.
            if (gone && watch === started) current = null;
            if (gone || concerns(watched, path)) onEvent();
          },
        });
        watch = started;
        current = watch && next;
      }
    },
    close,
  };
}

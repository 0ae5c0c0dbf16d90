import { createNotify } from "../files/notify.ts";
import { type FolderWatch, watchFolders } from "../platform/watch/mod.ts";
import { type ConfigFileState, type Content, interpret, readConfigText } from "./read.ts";
import { concerns, fingerprint, watchedFolders } from "./watched_folders.ts";

/** Delay between the first event of a save and reading the file, ms, because an editor saves in several steps. */
const SETTLE = 25;
/**
 * Time for which a missing or broken file counts as an unfinished save, ms, and for an empty file: every save
 * in place empties the file for a moment, which is long on a busy machine.
 */
const PATIENCE = 180, PATIENCE_EMPTY = 1000;
/** Maximum of that time while saves continue, ms. */
const MAX_PATIENCE = 5000;
/**
 * Interval of checks without an event, ms: some network folders send no events, and a system may have no
 * watches left.
 */
const LOOK = 2000;
/** Maximum immediate attempts to watch folders that are removed and created again. */
const MAX_AIMS = 5;

/** Requests to check a file: code that has written the file continues when the watch has read it. */
type Looks = ReturnType<typeof createLooks>;

/** Creates the requests for one file. A request before the watch has started waits for the first reading. */
export function createLooks() {
  let waiting: (() => void)[] = [];
  let notify = () => {};
  let ended = false;
  return {
    /** Resolves when the file was read and reported after this call, or is not watched any more. */
    now() {
      if (ended) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      notify();
      return promise;
    },
    /** Returns the functions that resolve the requests since the last call. */
    take(): readonly (() => void)[] {
      const asked = waiting;
      waiting = [];
      return asked;
    },
    /** Sets the function that is called on a request. */
    follow: (next: () => void) => void (notify = next),
    end() {
      ended = true;
      for (const seen of this.take()) seen();
    },
  };
}

/**
 * Watches a configuration file: calls `onChange` with its current state and then after each change of its
 * content, however it is saved, replaced, deleted or recreated, even behind symbolic links. Ends when
 * `signal` aborts. An error thrown by `onChange` ends it with that error. Without an event it checks the file
 * every `look` ms, and at once on a request of `looks`.
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
      // Watching starts before reading so that no change is missed in between.
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
        if (rang) doubt.until = Math.min(now + patience, doubt.since + MAX_PATIENCE);
        if (last !== undefined && state.status !== "loaded" && now < doubt.until) wait = doubt.until - now;
        else {
          last = key;
          doubt = undefined;
          onChange(state);
        }
      }
      for (const seen of asked) seen();
      rang = await changes.wait(wait);
      // In a process that was suspended, timers fire before the events of that time arrive.
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

function createWatcher(onEvent: () => void) {
  let current: string | null = null;
  let watch: FolderWatch | null = null;

  async function close(): Promise<void> {
    const ended = watch?.close();
    watch = null;
    await ended;
  }

  return {
    /** Watches the folders to which the path leads now. */
    async aim(file: string) {
      // Folders created since the last check are not watched yet, so check again.
      for (let aims = 0; aims < MAX_AIMS; aims++) {
        const watched = await watchedFolders(file);
        const next = await fingerprint(watched);
        if (next === current) return;
        // A folder that is watched again before its earlier watch has ended reports no events.
        await close();
        await new Promise((done) => setTimeout(done, 0));
        const started = watchFolders([...watched.keys()], {
          onChange(path, gone) {
            // A recreated folder may have the inode of the removed one, whose watch reports no events.
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

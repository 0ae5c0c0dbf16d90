import type { App } from "../../core/app/app.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { readStateOrNull, updateStateFile } from "../../core/state/state_file.ts";

/** Parts of the state that state.json contains, each under its own name. */
const PERSISTED = [
  "usage",
  "sizes",
  "choices",
  "databaseLogins",
  "knownServers",
  "personal",
  "analytics",
  "release",
  "welcomed",
  "gate",
] as const;

/** Time in ms after which a file that could not be read is read again. */
const AGAIN = 1000;

/**
 * Restores the saved state, and saves each change. A part that could not be saved is saved with the next
 * change. Nothing is saved before the file could be read, because that would replace what it contains.
 */
export async function persistState(app: Pick<App, "store" | "restore">, paths: KedgePaths): Promise<void> {
  const saved = await readStateOrNull(paths);
  if (saved === null) {
    return Deno.unrefTimer(setTimeout(() => void persistState(app, paths), AGAIN));
  }
  app.restore(saved);
  /** Parts that the file does not contain yet, each with the value that is being written. */
  const missing = new Map<(typeof PERSISTED)[number], unknown>();
  app.store.subscribe((state, before) => {
    const changed = PERSISTED.filter((key) => state[key] !== before[key]);
    if (changed.length === 0) return;
    for (const key of changed) missing.set(key, state[key]);
    for (const [key, value] of missing) {
      void updateStateFile(paths, key, () => value).then((done) => {
        if (done && missing.get(key) === value) missing.delete(key);
      });
    }
  });
}

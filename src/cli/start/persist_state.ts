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

/** How often and how long apart in ms the file is read before Kedge starts without it. */
const TRIES = 10, SOON = 100;

/**
 * Restores the saved state, and saves each change. A part that could not be saved is saved with the next
 * change. Returns false when the file cannot be read now. Then nothing is saved until the next start, because
 * that would replace what the file contains, and agents are stopped, because the file may say that they ask.
 */
export async function persistState(app: Pick<App, "store" | "restore">, paths: KedgePaths): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, SOON));
    const saved = await readStateOrNull(paths);
    if (saved === null) continue;
    app.restore(saved);
    saveChanges(app, paths);
    return true;
  }
  app.restore({ gate: { on: true, stopped: true, grants: [] } });
  return false;
}

function saveChanges(app: Pick<App, "store">, paths: KedgePaths): void {
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

import type { App } from "../../core/app/app.ts";
import { fieldsOf } from "../../core/json_values.ts";
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

/** Time in ms after which a file that could not be read at the start is read again. */
const AGAIN = 1000;

type Parts = Pick<App, "store" | "restore">;

/**
 * Restores the saved state, and saves each change. A part that could not be saved is saved with the next
 * change. Nothing is saved before the file could be read, because that would replace what it contains.
 */
export async function persistState(app: Parts, paths: KedgePaths): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, SOON));
    const saved = await readStateOrNull(paths);
    if (saved === null) continue;
    app.restore(saved);
    return saveChanges(app, paths);
  }
  restoreLater(app, paths);
}

/** Restores the saved state once it can be read, with what has changed until then. */
function restoreLater(app: Parts, paths: KedgePaths): void {
  const first = app.store.get();
  const restore = async () => {
    const saved = await readStateOrNull(paths);
    if (saved === null) return again();
    const now = app.store.get();
    // The servers of config.json are known by now; those of before tell which of them were renamed.
    const parts = PERSISTED.filter((key) => key !== "knownServers");
    saveChanges(app, paths);
    app.restore({
      ...saved,
      ...Object.fromEntries(parts.map((key) => [key, withChanges(saved[key], first[key], now[key])])),
    });
  };
  const again = () => Deno.unrefTimer(setTimeout(() => void restore(), AGAIN));
  again();
}

/** Returns a saved value with what has changed since `first`: single fields, and entries that a list has gained. */
function withChanges(saved: unknown, first: unknown, now: unknown): unknown {
  if (now === first) return saved;
  if (Array.isArray(saved) && Array.isArray(now)) {
    const known = new Set(saved.map((one) => JSON.stringify(one)));
    return [...saved, ...now.filter((one) => !known.has(JSON.stringify(one)))];
  }
  const [kept, before, after] = [saved, first, now].map(fieldsOf);
  if (Object.keys(kept!).length === 0 || Object.keys(after!).length === 0) return now;
  const changed = Object.keys(after!).map((key) => [key, withChanges(kept![key], before![key], after![key])]);
  return { ...kept, ...Object.fromEntries(changed) };
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

import type { App } from "../../core/app/app.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { readStateFile, updateStateFile } from "../../core/state/state_file.ts";

/** The parts of the state that are kept in state.json, each under its own name. */
const KEPT = ["usage", "sizes", "choices", "databaseLogins", "personal", "analytics", "welcomed"] as const;

/** Brings back what was kept of the state, and keeps it as it changes. */
export async function followKept(app: App, paths: KedgePaths): Promise<void> {
  app.restore(await readStateFile(paths));
  app.store.subscribe((state, before) => {
    for (const key of KEPT) {
      if (state[key] !== before[key]) void updateStateFile(paths, key, () => state[key]);
    }
  });
}

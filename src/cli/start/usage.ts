import type { KedgePaths } from "../../core/paths.ts";
import { readStateFile, updateStateFile } from "../../core/state/state_file.ts";
import type { Store } from "../../core/state/store.ts";
import { readUsage } from "../../core/state/usage.ts";

/** Brings back what is used most, and keeps it in state.json as it changes. */
export async function followUsage(store: Store, paths: KedgePaths): Promise<void> {
  const kept = readUsage((await readStateFile(paths)).usage);
  store.update((state) => ({ ...state, usage: { ...kept, ...state.usage } }));
  store.subscribe(({ usage }, before) => {
    if (usage !== before.usage) void updateStateFile(paths, "usage", () => usage);
  });
}

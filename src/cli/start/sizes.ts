import type { KedgePaths } from "../../core/paths.ts";
import { readSizes } from "../../core/state/sizes.ts";
import { readStateFile, updateStateFile } from "../../core/state/state_file.ts";
import type { Store } from "../../core/state/store.ts";

/** Brings back the sizes that the user gave to windows, and keeps them in state.json as they change. */
export async function followSizes(store: Store, paths: KedgePaths): Promise<void> {
  const kept = readSizes((await readStateFile(paths)).sizes);
  store.update((state) => ({ ...state, sizes: { ...kept, ...state.sizes } }));
  store.subscribe(({ sizes }, before) => {
    if (sizes !== before.sizes) void updateStateFile(paths, "sizes", () => sizes);
  });
}

import { LIMITS, readBundle } from "../bundle/mod.ts";
import { readRegularFile } from "../files/read.ts";
import type { KedgePaths } from "../paths.ts";
import { installBundle } from "./install.ts";
import { extensionPaths, isExtensionId, readRecord } from "./record.ts";

/**
 * Restores the files that the user trusted last. Returns false when they are no longer available, because
 * only reviewed files may be installed.
 */
export async function restoreExtension(paths: KedgePaths, id: string): Promise<boolean> {
  if (!isExtensionId(id)) return false;
  const locations = extensionPaths(paths, id);
  const record = await readRecord(locations.record);
  if (record === null || record === "broken") return false;
  const read = await readRegularFile(locations.reviewed(record.stage), LIMITS.bundle, { ownedByUser: true });
  const { bundle } = read.ok ? readBundle(read.bytes) : { bundle: null };
  if (bundle?.hash !== record.hash) return false;
  await installBundle(paths, bundle, { source: locations.bundle, hash: record.hash });
  return true;
}

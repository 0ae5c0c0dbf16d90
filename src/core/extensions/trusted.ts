import {
  type BundleResult,
  fileHash,
  LazyFiles,
  LIMITS,
  MANIFEST,
  openArchive,
  readBundle,
  systemFile,
} from "../bundle/mod.ts";
import { readRegularFile } from "../files/read.ts";
import type { KedgePaths } from "../paths.ts";
import { quoted } from "../text/hidden.ts";
import { installBundle } from "./install.ts";
import { extensionPaths, isExtensionId, readRecord } from "./record.ts";
import { LOOKED_THROUGH } from "./review/findings.ts";
import type { TrustedVersion } from "./review/review.ts";
import { checkFolder } from "./source/source.ts";

/**
 * The version of an extension that the user trusted last, also when its files were changed since: they
 * are kept as one archive beside them. Null when it is not installed or the archive is gone.
 */
export async function trustedVersion(paths: KedgePaths, id: string): Promise<TrustedVersion | null> {
  if (!isExtensionId(id)) return null;
  const locations = extensionPaths(paths, id);
  const record = await readRecord(locations.record);
  if (record === null || record === "broken") return null;
  const read = await readRegularFile(locations.reviewed(record.stage), LIMITS.bundle, { ownedByUser: true });
  const files = read.ok ? openArchive(read.bytes) : null;
  if (!files || files.size !== Object.keys(record.files).length) return null;
  const hashes = new Map(Object.entries(record.files));
  const checked = new LazyFiles((path) => {
    const bytes = files.get(path)!;
    if (fileHash(bytes) !== hashes.get(path)) throw new Error(`${quoted(path)} is not as it was reviewed`);
    return bytes;
  });
  for (const path of files.keys()) checked.add(path);
  try {
    // What it can do is needed anyway; a text is checked when it is shown.
    let left = LOOKED_THROUGH;
    for (const path of files.keys()) {
      if (path === MANIFEST || path.endsWith(".go") && left > 0) left -= checked.get(path)!.length;
    }
  } catch {
    return null;
  }
  return {
    hash: record.hash,
    ...(record.version === undefined ? {} : { version: record.version }),
    files: checked,
    hashes,
  };
}

/**
 * Puts the files back that the user trusted last. Gives false when they are not kept any more: nothing
 * that was not reviewed is ever installed.
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

/** Reads an installed extension as it is on disk now, for a review of what was changed. */
export async function loadInstalled(
  paths: KedgePaths,
  id: string,
): Promise<BundleResult & { readonly source: string }> {
  const source = extensionPaths(paths, id).bundle;
  return { ...await checkFolder(source, (path) => systemFile(path) !== null), source };
}

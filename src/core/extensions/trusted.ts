import {
  type BundleResult,
  fileHash,
  LazyFiles,
  LIMITS,
  MANIFEST,
  openArchive,
  systemFile,
} from "../bundle/mod.ts";
import { readRegularFile } from "../files/read.ts";
import type { KedgePaths } from "../paths.ts";
import { quoted } from "../text/hidden.ts";
import { extensionPaths, isExtensionId, readRecord } from "./record.ts";
import { LOOKED_THROUGH } from "./review/findings.ts";
import type { TrustedVersion } from "./review/review.ts";
import { checkFolder } from "./source/source.ts";

/**
 * Returns the version of an extension that the user trusted last, even when its files have changed since: an
 * archive beside them contains the trusted ones. Returns null when the extension is not installed or the
 * archive is missing or damaged.
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
    // The review reads the manifest and sources anyway, so they are checked now; other texts are checked when
    // they are shown.
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

/** Reads the current files of an installed extension for a review of the changes. */
export async function loadInstalled(
  paths: KedgePaths,
  id: string,
): Promise<BundleResult & { readonly source: string }> {
  const source = extensionPaths(paths, id).bundle;
  return { ...await checkFolder(source, (path) => systemFile(path) !== null), source };
}

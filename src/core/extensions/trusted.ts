import { readFile } from "node:fs/promises";
import { type BundleResult, readBundle, readFiles, systemFile } from "../bundle/mod.ts";
import type { KedgePaths } from "../paths.ts";
import { installBundle } from "./install.ts";
import { isExtensionId, placesOf, readRecord } from "./record.ts";
import type { TrustedVersion } from "./review.ts";
import { checkFolder } from "./source.ts";

/**
 * The version of an extension that the user trusted last, also when its files were changed since: they
 * are kept as one archive beside them. Null when it is not installed or the archive is gone.
 */
export async function trustedVersion(paths: KedgePaths, id: string): Promise<TrustedVersion | null> {
  if (!isExtensionId(id)) return null;
  const places = placesOf(paths, id);
  const record = await readRecord(places.record);
  if (record === null || record === "broken") return null;
  const bytes = await readFile(places.reviewed(record.stage)).catch(() => null);
  const { bundle } = bytes ? readBundle(bytes) : { bundle: null };
  if (bundle?.hash !== record.hash) return null;
  return {
    hash: record.hash,
    ...(record.version === undefined ? {} : { version: record.version }),
    files: bundle.files,
  };
}

/**
 * Puts the files back that the user trusted last. Gives false when they are not kept any more: nothing
 * that was not reviewed is ever installed.
 */
export async function restoreExtension(paths: KedgePaths, id: string): Promise<boolean> {
  const places = placesOf(paths, id);
  const trusted = await trustedVersion(paths, id);
  const { bundle } = trusted ? readFiles(trusted.files) : { bundle: null };
  if (!bundle || bundle.hash !== trusted?.hash) return false;
  await installBundle(paths, bundle, { source: places.bundle, hash: trusted.hash });
  return true;
}

/** Reads an installed extension as it is on disk now, for a review of what was changed. */
export async function loadInstalled(
  paths: KedgePaths,
  id: string,
): Promise<BundleResult & { readonly source: string }> {
  const source = placesOf(paths, id).bundle;
  return { ...await checkFolder(source, (path) => systemFile(path) !== null), source };
}

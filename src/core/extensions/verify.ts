import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Bundle, type FileFacts, fileHash, LIMITS, readFiles, systemFile } from "../bundle/mod.ts";
import { FileInUseError } from "../files/errors.ts";
import { readRegularFile } from "../files/read.ts";
import type { KedgePaths } from "../paths.ts";
import { readFolder } from "./folder.ts";
import { tryRecoverFolder } from "./install.ts";
import { withLock } from "./lock.ts";
import { ownProperty } from "../own_property.ts";
import {
  type ExtensionPaths,
  extensionPaths,
  type InstallRecord,
  isExtensionId,
  readRecord,
  recordFault,
} from "./record.ts";
import { UnsettledError } from "./unsettled.ts";

/** How a file on disk differs from the reviewed one. */
interface FileChange {
  readonly path: string;
  readonly change: "added" | "changed" | "removed";
}

/**
 * The result of verifying an installed extension. Only `trusted` may run, and only with the bytes in
 * `bundle`: their hashes were checked, and bytes that are read again are checked again.
 */
export type Verified =
  | { readonly trust: "trusted"; readonly record: InstallRecord; readonly bundle: Bundle }
  | { readonly trust: "changed"; readonly record: InstallRecord; readonly changes: readonly FileChange[] }
  | { readonly trust: "broken"; readonly reason: string; readonly hint: string }
  | { readonly trust: "absent" };

/** Returns the result for files that are damaged, or cannot be read or put in place at the moment. */
function broken(reason: string, hint = "Install it again, or uninstall it."): Verified {
  return { trust: "broken", reason, hint };
}

/** Reads an installed extension and compares every file with what the user confirmed. */
export async function verifyExtension(paths: KedgePaths, id: string): Promise<Verified> {
  if (!isExtensionId(id)) return { trust: "absent" };
  const locations = extensionPaths(paths, id);
  const record = await settledRecord(paths, locations);
  if (record instanceof UnsettledError) return broken(record.message, record.next);
  if (record === null) return { trust: "absent" };
  if (record === "broken") return await brokenRecord(locations);
  const first = await compare(locations, record);
  if (first.trust === "trusted") return first;
  // Another process may have installed files during the first reading, so read again while the lock excludes
  // that.
  return await withLock(paths, async () => {
    const unsettled = await tryRecoverFolder(locations);
    if (unsettled) return broken(unsettled.message, unsettled.next);
    const now = await readRecord(locations.record);
    if (now === null) return { trust: "absent" };
    return now === "broken" ? await brokenRecord(locations) : await compare(locations, now);
  });
}

async function brokenRecord(locations: ExtensionPaths): Promise<Verified> {
  const { message, hint } = await recordFault(locations.record);
  return broken(message, hint);
}

/**
 * Returns the record after completing an installation whose process was killed; an {@link UnsettledError} when
 * that is not possible yet.
 */
async function settledRecord(
  paths: KedgePaths,
  locations: ExtensionPaths,
): Promise<InstallRecord | "broken" | UnsettledError | null> {
  const record = await readRecord(locations.record);
  if (record === null || record === "broken") return record;
  const unsettled = await stat(locations.staged(record.stage)).then(() => true, () => false);
  if (!unsettled) return record;
  return await withLock(paths, async () => {
    return await tryRecoverFolder(locations) ?? await readRecord(locations.record);
  });
}

async function compare(locations: ExtensionPaths, record: InstallRecord): Promise<Verified> {
  const read = await readFolder(locations.bundle, (path) => systemFile(path) !== null).catch(() => null);
  if (!read) return broken("its files are gone");
  const inUse = read.found.find(({ kind }) => kind === "in-use");
  if (inUse) {
    const { message, hint } = new FileInUseError(join(locations.bundle, inUse.path));
    return broken(message, hint);
  }
  const facts = new Map<string, FileFacts>();
  const changes: FileChange[] = [];
  const there = new Set<string>();
  for (const found of read.found) {
    there.add(found.path);
    const known = ownProperty(record.files, found.path);
    if (known === undefined) changes.push({ path: found.path, change: "added" });
    else if (found.kind !== "file" || found.facts.hash !== known) {
      changes.push({ path: found.path, change: "changed" });
    } else facts.set(found.path, found.facts);
  }
  for (const path of Object.keys(record.files)) {
    if (!there.has(path)) changes.push({ path, change: "removed" });
  }
  if (changes.length > 0 || !read.complete) return { trust: "changed", record, changes };
  const { bundle, hash } = readFiles(read.files, undefined, facts);
  if (hash !== record.hash) return broken("installed.json contradicts itself");
  if (!bundle || bundle.manifest.id !== record.id) {
    return broken("its files are no bundle");
  }
  return { trust: "trusted", record, bundle };
}

/**
 * Returns the bytes of one file of an installed extension, for example its icon; null when it is not the
 * reviewed file. Follows no links.
 */
export async function readInstalledFile(
  paths: KedgePaths,
  id: string,
  path: string,
): Promise<Uint8Array | null> {
  const locations = extensionPaths(paths, id);
  const record = await readRecord(locations.record);
  if (record === null || record === "broken" || !Object.hasOwn(record.files, path)) return null;
  const read = await readRegularFile(join(locations.bundle, path), LIMITS.file, { follow: false });
  return read.ok && fileHash(read.bytes) === record.files[path] ? read.bytes : null;
}

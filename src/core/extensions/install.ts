import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Bundle, fileHash, hashOfHashes, LazyFiles, packBundle } from "../bundle/mod.ts";
import { readWithdrawn, withdrawalOf, withdrawalWords } from "../catalogue/withdrawn.ts";
import { makeFolder, renamePatiently, syncFolder, writeFileAtomic } from "../files/atomic.ts";
import { FileError, isFileError } from "../files/errors.ts";
import { isSystemError, systemReason } from "../files/reason.ts";
import type { KedgePaths } from "../paths.ts";
import { withLock } from "./lock.ts";
import { type Overrides, overridesToChange, withoutWriting, writeOverrides } from "./overrides.ts";
import {
  type ExtensionPaths,
  extensionPaths,
  type InstallRecord,
  isExtensionId,
  readRecord,
  recordToReplace,
} from "./record.ts";
import { settingsAfter } from "./settings_after.ts";
import { trustedVersion } from "./trusted.ts";
import { unsettledBy, type UnsettledError } from "./unsettled.ts";

/** Why a bundle is not installed although its files could be written. */
export class InstallRefusedError extends FileError {}

/**
 * Installs or updates an extension in one step that survives being killed at any moment: the files are staged
 * beside the old ones, writing installed.json makes them valid, then they are renamed into place (by
 * `recoverExtensions` when this process was killed before). Overrides stay.
 *
 * @param confirmed the hash that the user confirmed; throws when it is not that of the bundle, which is a
 * programmer's error. `over` is the hash of the version that the bundle was compared with, null for none;
 * throws an {@link InstallRefusedError} when that has changed by now. When absent, any version is replaced.
 * @throws {UnsettledError} when the old files cannot be removed yet; the next look at the extension removes them
 */
export async function installBundle(
  paths: KedgePaths,
  bundle: Bundle,
  confirmed: { readonly source: string; readonly hash: string; readonly over?: string | null },
): Promise<void> {
  const hashes = new Map([...bundle.facts].map(([path, { hash }]) => [path, hash]));
  if (confirmed.hash !== bundle.hash || hashOfHashes(hashes) !== bundle.hash) {
    throw new Error(`the confirmed hash ${confirmed.hash} is not that of the bundle, ${bundle.hash}`);
  }
  const { id, version } = bundle.manifest;
  await refuseWithdrawn(paths, bundle.hash);
  await withLock(paths, async () => {
    await refuseClash(paths, id);
    const locations = extensionPaths(paths, id);
    await makeFolder(locations.folder);
    // Leftovers that cannot be removed yet do not hinder the steps before the end.
    await tryRecoverFolder(locations);

    const before = await recordToReplace(locations.record);
    // Trusting changed files again does not change where the extension came from.
    const again = before !== null && before !== "broken" && confirmed.source === locations.bundle;
    const stage = randomBytes(6).toString("hex");
    const record: InstallRecord = {
      format: 1,
      id,
      ...(version === undefined ? {} : { version }),
      hash: bundle.hash,
      source: again ? before.source : confirmed.source,
      installedAt: Date.now(),
      trust: "confirmed",
      stage,
      files: Object.fromEntries(hashes),
      manifest: bundle.manifest,
    };
    let counts = false;
    try {
      await refuseOvertaken(paths, id, before, confirmed);
      await writeTree(locations.staged(stage), bundle);
      await keepSettings(paths, bundle, before);
      await writeFileAtomic(locations.reviewed(stage), bundle.archive ?? packBundle(bundle.files));
      await writeFileAtomic(locations.record, JSON.stringify(record) + "\n");
      counts = true;
    } finally {
      // After a failure, such as a full disk, this removes the staged files.
      if (!counts) await tryRecoverFolder(locations);
    }
    const unsettled = await tryRecoverFolder(locations);
    if (unsettled) throw unsettled;
  });
}

/**
 * Uninstalls an extension. Its overrides and saved answers stay for a later installation unless `forget` is
 * set. The permission to write to servers never stays, because a later extension with that id may come from
 * someone else. Returns false when the extension is not installed.
 */
export async function uninstallExtension(
  paths: KedgePaths,
  id: string,
  options: { readonly forget?: boolean } = {},
): Promise<boolean> {
  if (!isExtensionId(id)) return false;
  return await withLock(paths, async () => {
    const locations = extensionPaths(paths, id);
    const installed = await readRecord(locations.record) !== null;
    if (installed) await removeRecord(paths, id, locations, options.forget === true);
    if (options.forget) await removeOverrides(id, locations);
    // The extension is uninstalled; files that another program has open are removed later.
    await tryRecoverFolder(locations);
    return installed;
  });
}

async function removeOverrides(id: string, { overrides }: ExtensionPaths): Promise<void> {
  await rm(overrides, { force: true }).catch((error) => {
    throw notRemoved(
      error,
      `"${id}" is uninstalled, but your settings in ${overrides} cannot be removed`,
      "remove them",
    );
  });
}

/**
 * Returns the error of a file that could not be removed; `again` tells what to do once the file can be
 * removed.
 */
function notRemoved(error: unknown, what: string, again: string): unknown {
  if (!isSystemError(error)) return error;
  const next = error.code === "EBUSY" ? "Close that program" : "Give yourself the right to remove it";
  return new FileError(`${what}: ${systemReason(error)}`, `${next}, then ${again}.`);
}

/**
 * Removes the record, and the permission to write to servers unless all settings are removed. A failure
 * leaves both.
 */
async function removeRecord(
  paths: KedgePaths,
  id: string,
  { record }: ExtensionPaths,
  forget: boolean,
): Promise<void> {
  const before = forget ? null : await endWriting(paths, id);
  try {
    await rm(record);
  } catch (error) {
    if (before) await writeOverrides(paths, id, before);
    throw notRemoved(
      error,
      `"${id}" is still installed, as ${record} cannot be removed`,
      "uninstall it again",
    );
  }
}

/**
 * Copies the user's settings of an action that got another id to the new id. They also stay under the old id
 * because the old files run until the new ones are in place.
 */
async function keepSettings(
  paths: KedgePaths,
  { manifest }: Bundle,
  before: InstallRecord | "broken" | null,
): Promise<void> {
  if (before === null || before === "broken") return;
  const after = settingsAfter(before.manifest, manifest, await overridesToChange(paths, manifest.id));
  if (after.overrides) await writeOverrides(paths, manifest.id, after.overrides);
}

/** Removes the permission to write to servers; returns the settings before, null when nothing changed. */
async function endWriting(paths: KedgePaths, id: string): Promise<Overrides | null> {
  const overrides = await overridesToChange(paths, id);
  if (Object.values(overrides.actions).every(({ write }) => write === undefined)) return null;
  await writeOverrides(paths, id, withoutWriting(overrides));
  return overrides;
}

/** Completes what a killed process left unfinished, for every extension; call it at start. */
export async function recoverExtensions(paths: KedgePaths): Promise<void> {
  const names = await readdir(paths.extensions).catch(() => []);
  if (names.length === 0) return;
  await withLock(paths, async () => {
    for (const name of names) if (isExtensionId(name)) await tryRecoverFolder(extensionPaths(paths, name));
  });
}

/**
 * Brings one extension's folder into the state that installed.json describes. A staged folder that still
 * exists was not yet renamed into place; every other leftover belongs to no installation. The caller holds
 * the lock.
 */
async function recoverFolder(locations: ExtensionPaths): Promise<void> {
  const names = await readdir(locations.folder).catch(() => null);
  if (!names) return;
  const record = await readRecord(locations.record);
  if (record === "broken") return;
  const staged = record && locations.staged(record.stage);
  if (staged && names.some((name) => join(locations.folder, name) === staged)) {
    await rm(locations.bundle, { recursive: true, force: true });
    await renamePatiently(staged, locations.bundle);
    await syncFolder(locations.folder);
  }
  const reviewed = record && locations.reviewed(record.stage);
  for (const name of names) {
    const path = join(locations.folder, name);
    const leftover = path !== staged && path !== reviewed &&
      (/^(staged|reviewed)-/.test(name) || /^\..*\.tmp$/.test(name) || (!record && name === "bundle"));
    if (leftover) await rm(path, { recursive: true, force: true });
  }
  if (!record) await rmdir(locations.folder).catch(() => {}); // stays while it holds overrides
}

/**
 * Does the same as {@link recoverFolder}, but returns an {@link UnsettledError} when the system refuses a step for
 * now; null when it succeeded.
 */
export async function tryRecoverFolder(locations: ExtensionPaths): Promise<UnsettledError | null> {
  try {
    await recoverFolder(locations);
    return null;
  } catch (error) {
    if (!isSystemError(error) && !isFileError(error)) throw error;
    return await unsettledBy(error, locations.folder);
  }
}

/** Throws an {@link InstallRefusedError} when a catalogue has withdrawn the version with this hash. */
export async function refuseWithdrawn(paths: KedgePaths, hash: string): Promise<void> {
  const withdrawn = withdrawalOf(await readWithdrawn(paths), hash);
  if (!withdrawn) return;
  const { error, hint } = withdrawalWords(withdrawn);
  throw new InstallRefusedError(error, hint);
}

/** Throws an {@link InstallRefusedError} when an installed extension has the same id in another letter case. */
async function refuseClash(paths: KedgePaths, id: string): Promise<void> {
  const names = await readdir(paths.extensions);
  const clash = names.filter(isExtensionId)
    .find((name) => name !== id && name.toLowerCase() === id.toLowerCase());
  if (clash === undefined || await readRecord(extensionPaths(paths, clash).record) === null) return;
  throw new InstallRefusedError(
    `"${clash}" is installed, and "${id}" would be the same folder on some systems`,
    "Uninstall the other one first.",
  );
}

/**
 * Throws an {@link InstallRefusedError} when the installed version is no longer the one that the user compared the
 * bundle with.
 */
async function refuseOvertaken(
  paths: KedgePaths,
  id: string,
  now: InstallRecord | "broken" | null,
  { over, hash }: { readonly over?: string | null; readonly hash: string },
): Promise<void> {
  if (over === undefined || now === "broken" || now?.hash === over || now?.hash === hash) return;
  // With a damaged archive no review can show a difference, which must not keep the user from installing.
  if (over === null && (now === null || await trustedVersion(paths, id) === null)) return;
  const what = over === null ? "installed" : now === null ? "uninstalled" : "updated";
  throw new InstallRefusedError(
    `"${id}" was ${what} meanwhile, so this is not the difference that was reviewed`,
    "Review the bundle again.",
  );
}

/** Writes only the confirmed files below a new folder and makes them durable. */
async function writeTree(root: string, { files, facts }: Bundle): Promise<void> {
  const folders = new Set([root]);
  for (const path of facts.keys()) {
    for (let at = dirname(path); at !== "."; at = dirname(at)) folders.add(join(root, at));
  }
  for (const folder of [...folders].sort()) await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [path, { hash }] of facts) {
    const bytes = files.get(path);
    // Lazy files check their bytes themselves.
    if (!bytes || !(files instanceof LazyFiles || fileHash(bytes) === hash)) {
      throw new Error(`the confirmed hash is not that of ${path}`);
    }
    using file = await Deno.open(join(root, path), { write: true, createNew: true, mode: 0o600 });
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
    await file.sync();
    if (files instanceof LazyFiles) files.release(path, bytes);
  }
  for (const folder of [...folders].sort().reverse()) await syncFolder(folder);
}

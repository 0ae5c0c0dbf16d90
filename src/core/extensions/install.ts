import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Bundle, fileHash, hashOfHashes, LazyFiles, packBundle } from "../bundle/mod.ts";
import { readWithdrawn, withdrawalOf, withdrawalWords } from "../catalogue/withdrawn.ts";
import { makeFolder, renamePatiently, writeFileAtomic } from "../files/atomic.ts";
import { FileFault, isFileFault } from "../files/fault.ts";
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
import { type Unsettled, unsettledBy } from "./unsettled.ts";

/** An installed extension has the same id in another case: one folder on some systems. */
export class IdClash extends Error {
  override name = "IdClash";
}

/**
 * Installs or updates an extension in one step that survives being killed at any moment: the files are
 * staged beside the old ones, writing installed.json makes them the valid ones, then they are renamed
 * into place (by `recoverExtensions` if this process is killed before). Overrides stay.
 *
 * @param confirmed the hash the user confirmed; another one is a programmer's error and throws. `over`: the hash of the version
 * that it was compared with; when another one is installed by now, or none, a {@link FileFault} says so. Throws {@link Unsettled}
 * when the files before cannot be removed yet: the next look at the extension does it.
 */
export async function installBundle(
  paths: KedgePaths,
  bundle: Bundle,
  confirmed: { readonly source: string; readonly hash: string; readonly over?: string | undefined },
): Promise<void> {
  const hashes = new Map([...bundle.facts].map(([path, { hash }]) => [path, hash]));
  if (confirmed.hash !== bundle.hash || hashOfHashes(hashes) !== bundle.hash) {
    throw new Error(`the confirmed hash ${confirmed.hash} is not that of the bundle, ${bundle.hash}`);
  }
  const { id, version } = bundle.manifest;
  const withdrawn = withdrawalOf(await readWithdrawn(paths), bundle.hash);
  if (withdrawn) {
    const { error, hint } = withdrawalWords(withdrawn);
    throw new FileFault(error, hint);
  }
  await withLock(paths, async () => {
    await refuseClash(paths, id);
    const locations = extensionPaths(paths, id);
    await makeFolder(locations.folder);
    // What cannot give way yet is in nobody's way before the end.
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
      refuseOvertaken(id, before, [confirmed.over, bundle.hash]);
      await writeTree(locations.staged(stage), bundle);
      await keepSettings(paths, bundle, before);
      await writeFileAtomic(locations.reviewed(stage), bundle.archive ?? packBundle(bundle.files));
      await writeFileAtomic(locations.record, JSON.stringify(record) + "\n");
      counts = true;
    } finally {
      // After a failure, a full disk for example, this takes away what was staged.
      if (!counts) await tryRecoverFolder(locations);
    }
    const unsettled = await tryRecoverFolder(locations);
    if (unsettled) throw unsettled;
  });
}

/**
 * Removes an extension; its overrides and saved answers stay for a later installation unless `forget`, but for the permission to
 * write to servers: what is installed under that id later may be somebody else's. Gives false when it is not installed.
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
    // It is uninstalled; files that another program has open go later.
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

/** What is told of a file that could not be removed; `again`: what can be done once it can. */
function notRemoved(error: unknown, what: string, again: string): unknown {
  if (!isSystemError(error)) return error;
  const next = error.code === "EBUSY" ? "Close that program" : "Give yourself the right to remove it";
  return new FileFault(`${what}: ${systemReason(error)}`, `${next}, then ${again}.`);
}

/** Takes the record away, and the permission to write with it unless all settings go. What fails leaves both. */
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
 * Lets the user's settings of an action that got another id go on. They stay under the old one as well: until the new files are
 * there, the old ones run.
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

/** Ends the permission to write to servers; gives the settings before where it changed them. */
async function endWriting(paths: KedgePaths, id: string): Promise<Overrides | null> {
  const overrides = await overridesToChange(paths, id);
  if (Object.values(overrides.actions).every(({ write }) => write === undefined)) return null;
  await writeOverrides(paths, id, withoutWriting(overrides));
  return overrides;
}

/** Ends what a killed process began, for every extension; call it at start. */
export async function recoverExtensions(paths: KedgePaths): Promise<void> {
  const names = await readdir(paths.extensions).catch(() => []);
  if (names.length === 0) return;
  await withLock(paths, async () => {
    for (const name of names) if (isExtensionId(name)) await tryRecoverFolder(extensionPaths(paths, name));
  });
}

/**
 * Brings one extension's folder to what installed.json says. Its staged folder still being there means
 * that it was not yet renamed into place; every other leftover belongs to no installation. The caller
 * holds the lock.
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

/** The same; gives what the system refused, which keeps it from an end for now. */
export async function tryRecoverFolder(locations: ExtensionPaths): Promise<Unsettled | null> {
  try {
    await recoverFolder(locations);
    return null;
  } catch (error) {
    if (!isSystemError(error) && !isFileFault(error)) throw error;
    return await unsettledBy(error, locations.folder);
  }
}

async function refuseClash(paths: KedgePaths, id: string): Promise<void> {
  const names = await readdir(paths.extensions);
  const clash = names.filter(isExtensionId)
    .find((name) => name !== id && name.toLowerCase() === id.toLowerCase());
  if (clash === undefined || await readRecord(extensionPaths(paths, clash).record) === null) return;
  throw new IdClash(`"${clash}" is installed, and "${id}" would be the same folder on some systems`);
}

/** The user confirmed a difference: it must still be the difference from what is installed. */
function refuseOvertaken(
  id: string,
  now: InstallRecord | "broken" | null,
  [over, ...fine]: readonly [string | undefined, ...string[]],
): void {
  if (over === undefined || now === "broken" || (now !== null && [over, ...fine].includes(now.hash))) return;
  const what = now === null ? "uninstalled" : "updated";
  throw new FileFault(
    `"${id}" was ${what} meanwhile, so this is not the difference that was reviewed`,
    "Review the bundle again.",
  );
}

/** Writes the files that were confirmed, and no others, below a new folder and makes them durable. */
async function writeTree(root: string, { files, facts }: Bundle): Promise<void> {
  const folders = new Set([root]);
  for (const path of facts.keys()) {
    for (let at = dirname(path); at !== "."; at = dirname(at)) folders.add(join(root, at));
  }
  for (const folder of [...folders].sort()) await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [path, { hash }] of facts) {
    const bytes = files.get(path);
    // Lazy files check what they give themselves.
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

/** Makes renames and new names durable, where the system lets a folder be synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY).catch(() => null);
  try {
    await handle?.sync();
  } catch {
    // Windows does not sync folders; what was written is in place nevertheless.
  } finally {
    await handle?.close();
  }
}

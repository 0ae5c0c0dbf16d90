import { join } from "node:path";
import { lstat, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isOlder } from "../../age.ts";
import { writeFileAtomic } from "../../files/atomic.ts";
import { mayBeForgotten } from "../../files/temporary.ts";
import type { KedgePaths } from "../../paths.ts";

/** Bytes that compiled actions may take; those unused for longest go first. */
const ACTIONS_LIMIT = 256 * 1024 * 1024;
/** Bytes that Go's own cache may take before it is emptied as a whole: Go knows no limit by size. */
const GO_CACHE_LIMIT = 1024 * 1024 * 1024;

/** A file of a cache. */
interface CachedFile {
  readonly path: string;
  readonly size: number;
  /** When it was last used, ms since 1970. */
  readonly used: number;
}

/** The files that must go, so that the rest fits: least recently used first. */
export function evicted(files: readonly CachedFile[], limit: number): CachedFile[] {
  let total = files.reduce((sum, file) => sum + file.size, 0);
  const gone: CachedFile[] = [];
  for (const file of [...files].sort((a, b) => a.used - b.used)) {
    if (total <= limit) break;
    gone.push(file);
    total -= file.size;
  }
  return gone;
}

/** A compilation that a killed Kedge left behind is removed after this time, ms: no compilation takes as long. */
const LEFT_BEHIND = 3_600_000;

/** Brings both caches below their limits and clears forgotten runs out of `temporary`; `keep` stays whatever its age. */
export async function trimCaches(paths: KedgePaths, keep: string, temporary = tmpdir()): Promise<void> {
  const actions = await filesOf(join(paths.cache, "actions"));
  for (const file of evicted(actions.filter(({ path }) => path !== keep), ACTIONS_LIMIT)) {
    // On Windows a running program cannot be deleted: it goes the next time.
    await rm(file.path, { force: true }).catch(() => {});
  }
  await sweepFolders(join(paths.cache, "go", "work"), () => true, LEFT_BEHIND);
  if (await isDue(join(paths.cache, "go", "checked"))) {
    const build = join(paths.cache, "go", "build");
    const size = (await filesOf(build, true)).reduce((sum, file) => sum + file.size, 0);
    if (size > GO_CACHE_LIMIT) await rm(build, { recursive: true, force: true }).catch(() => {});
    await sweepFolders(temporary, (name) => mayBeForgotten(temporary, name), FORGOTTEN);
  }
}

/** Folders of a run whose Kedge was killed go after this time, ms: a dialog may wait for days. */
const FORGOTTEN = 7 * 24 * 3_600_000;

/**
 * Removes the user's own folders of that name that nothing has changed for so long. In a shared folder others may have made
 * such names, to have root remove what they lead to.
 */
async function sweepFolders(parent: string, named: (name: string) => boolean, ms: number): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!named(name)) continue;
    const info = await lstat(join(parent, name)).catch(() => null);
    if (!info?.isDirectory() || Date.now() - info.mtimeMs < ms) continue;
    if (Deno.uid() !== null && info.uid !== Deno.uid()) continue;
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** How often Go's own cache is measured, ms: it has thousands of files. */
const MEASURED_EVERY = 24 * 3_600_000;

/** Tells whether a day has passed since the last time; a cache that was never measured is a new one. */
async function isDue(marker: string): Promise<boolean> {
  const last = await stat(marker).catch(() => null);
  if (last && !isOlder(last.mtimeMs, MEASURED_EVERY, Date.now())) return false;
  await writeFileAtomic(marker, "").catch(() => {});
  return last !== null;
}

async function filesOf(folder: string, recursive = false): Promise<CachedFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive }).catch(() => []);
  const files: CachedFile[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const info = await stat(path).catch(() => null);
    if (info) files.push({ path, size: info.size, used: info.mtimeMs });
  }
  return files;
}

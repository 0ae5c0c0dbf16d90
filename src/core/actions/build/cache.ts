import { join } from "node:path";
import { lstat, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isOlder } from "../../age.ts";
import { writeFileAtomic } from "../../files/atomic.ts";
import { mayBeForgotten } from "../../files/temporary.ts";
import type { KedgePaths } from "../../paths.ts";

/** Maximum bytes of compiled actions; the least recently used are removed first. */
const ACTIONS_LIMIT = 256 * 1024 * 1024;
/** Maximum bytes of Go's own cache. Above that the whole cache is deleted because Go has no limit by size. */
const GO_CACHE_LIMIT = 1024 * 1024 * 1024;

/** A file of a cache. */
interface CachedFile {
  readonly path: string;
  readonly size: number;
  /** Time of last use, ms since 1970. */
  readonly used: number;
}

/** Returns the files to remove so that the rest fits into `limit` bytes: least recently used first. */
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

/** Age after which a compilation left behind by a killed Kedge is removed, ms. No compilation takes as long. */
const LEFT_BEHIND = 3_600_000;

/** Shrinks both caches to their limits and removes forgotten run folders from `temporary`; never removes `keep`. */
export async function trimCaches(paths: KedgePaths, keep: string, temporary = tmpdir()): Promise<void> {
  const actions = await filesOf(join(paths.cache, "actions"));
  for (const file of evicted(actions.filter(({ path }) => path !== keep), ACTIONS_LIMIT)) {
    // Windows cannot delete a running program; a later call removes it.
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

/** Age after which the folders of a run whose Kedge was killed are removed, ms. A dialog may wait for days. */
const FORGOTTEN = 7 * 24 * 3_600_000;

/**
 * Removes the user's own folders in `parent` whose name matches and that have not changed for `ms`. Folders
 * of other users stay, because in a shared folder they could plant such names so that root deletes what the
 * links lead to.
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

/** How often the size of Go's own cache is measured, ms: measuring reads thousands of files. */
const MEASURED_EVERY = 24 * 3_600_000;

/**
 * Returns whether a day has passed since the last measurement. Without an earlier measurement the cache is
 * new and not due.
 */
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

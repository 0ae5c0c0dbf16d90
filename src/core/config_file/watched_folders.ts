import { basename, dirname, resolve } from "node:path";

/** Folders whose events can mean a change of the file, with the relevant names in each. */
type WatchedFolders = ReadonlyMap<string, ReadonlySet<string>>;

/** Maximum links in one path; more are a loop. */
const MAX_LINKS = 40;

/**
 * Returns the folders to watch for changes of the file at a path: the folder of the file, of every symbolic
 * link on the path and of the link's target, and the parent of each, which reports when the folder is
 * deleted, replaced or recreated. A missing folder is replaced by its nearest existing parent.
 */
export async function watchedFolders(file: string): Promise<WatchedFolders> {
  const watched = new Map<string, Set<string>>();
  const add = (path: string): void => {
    const folder = dirname(path);
    if (folder === path) return;
    watched.getOrInsertComputed(folder, () => new Set<string>()).add(basename(path));
  };
  const todo = [resolve(file)];
  for (let links = 0; todo.length > 0 && links < MAX_LINKS; links++) {
    const path = todo.pop()!;
    const link = await firstLink(path);
    if (link) todo.push(resolve(dirname(link.path), link.target, link.rest));
    // Neither path contains a link, so every folder is watched under one name only.
    add(link?.path ?? path);
    add(dirname(link?.path ?? path));
  }
  return await existing(watched);
}

/** Returns the first symbolic link on a path, starting at the root. */
async function firstLink(path: string): Promise<{ path: string; target: string; rest: string } | null> {
  const steps: string[] = [];
  for (let at = path; dirname(at) !== at; at = dirname(at)) steps.unshift(at);
  for (const step of steps) {
    try {
      const target = await Deno.readLink(step);
      return { path: step, target, rest: path.slice(step.length + 1) };
    } catch {
      // The step is not a link, or does not exist.
    }
  }
  return null;
}

/** Replaces missing folders by the nearest existing parent, with the missing name in it. */
async function existing(watched: WatchedFolders): Promise<WatchedFolders> {
  const result = new Map<string, Set<string>>();
  for (let [folder, names] of watched) {
    while (dirname(folder) !== folder && !(await isFolder(folder))) {
      names = new Set([basename(folder)]);
      folder = dirname(folder);
    }
    const known = result.get(folder);
    result.set(folder, new Set([...known ?? [], ...names]));
  }
  return result;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch {
    return false;
  }
}

/** Returns a text that identifies the watched folders: a folder that was deleted and recreated is a different one. */
export async function fingerprint(watched: WatchedFolders): Promise<string> {
  const parts = [...watched].map(async ([folder, names]) => {
    const info = await Deno.stat(folder).catch(() => null);
    return [folder, info?.dev, info?.ino, ...names].join("\0");
  });
  return (await Promise.all(parts)).join("\n");
}

/** Returns whether an event in a watched folder concerns the file. */
export function concerns(watched: WatchedFolders, path: string): boolean {
  return watched.has(path) || (watched.get(dirname(path))?.has(basename(path)) ?? false);
}

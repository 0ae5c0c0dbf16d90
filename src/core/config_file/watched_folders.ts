import { basename, dirname, resolve } from "node:path";

/** A folder whose events can mean that a file has changed, and the names in it that matter. */
type WatchedFolders = ReadonlyMap<string, ReadonlySet<string>>;

/** More links than this in one path are a loop. */
const MAX_LINKS = 40;

/**
 * Where to look for changes of what a path leads to: the folder of the file, of every symbolic link on
 * the way and of what it points to, and the folder above each, which tells when it is deleted, replaced
 * or made again. Where a folder does not exist, the nearest one above it stands in.
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
    // No link is on the way to either, so every folder is watched under one name only.
    add(link?.path ?? path);
    add(dirname(link?.path ?? path));
  }
  return await existing(watched);
}

/** The first symbolic link on the way to a path, from the root. */
async function firstLink(path: string): Promise<{ path: string; target: string; rest: string } | null> {
  const steps: string[] = [];
  for (let at = path; dirname(at) !== at; at = dirname(at)) steps.unshift(at);
  for (const step of steps) {
    try {
      const target = await Deno.readLink(step);
      return { path: step, target, rest: path.slice(step.length + 1) };
    } catch {
      // No link, or nothing there.
    }
  }
  return null;
}

/** Replaces folders that do not exist by the nearest one above, with the name that is missing there. */
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

/** Identifies the watched folders themselves: a folder deleted and made again is another one. */
export async function fingerprint(watched: WatchedFolders): Promise<string> {
  const parts = [...watched].map(async ([folder, names]) => {
    const info = await Deno.stat(folder).catch(() => null);
    return [folder, info?.dev, info?.ino, ...names].join("\0");
  });
  return (await Promise.all(parts)).join("\n");
}

/** Whether an event in a watched folder concerns the file. */
export function concerns(watched: WatchedFolders, path: string): boolean {
  return watched.has(path) || (watched.get(dirname(path))?.has(basename(path)) ?? false);
}

import { join } from "node:path";

/** Maximum folders watched at once. Callers that must know of each change also check from time to time. */
export const MAX_FOLDERS = 1000;
/** Maximum entries read of a folder. */
const MAX_ENTRIES = 10_000;

/**
 * Yields the folder and the folders below it that are to be watched, without following links. `path` is
 * relative to the folder.
 */
export async function* foldersBelow(
  folder: string,
  enter: ((path: string) => boolean) | undefined,
): AsyncGenerator<{ readonly path: string; readonly entries: readonly Deno.DirEntry[] | null }> {
  const todo = [""];
  for (let count = 0; todo.length > 0 && count < MAX_FOLDERS; count++) {
    const path = todo.shift()!;
    const entries = await entriesOf(join(folder, path));
    yield { path, entries };
    for (const { name, isDirectory } of enter ? entries ?? [] : []) {
      const below = path ? `${path}/${name}` : name;
      if (isDirectory && enter!(below)) todo.push(below);
    }
  }
}

async function entriesOf(folder: string): Promise<Deno.DirEntry[] | null> {
  const entries: Deno.DirEntry[] = [];
  try {
    for await (const entry of Deno.readDir(folder)) {
      entries.push(entry);
      if (entries.length >= MAX_ENTRIES) break;
    }
  } catch {
    return null;
  }
  return entries;
}

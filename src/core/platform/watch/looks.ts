import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { foldersBelow } from "./folders_below.ts";
import type { FolderWatch, WatchOptions } from "./watched.ts";

/** Pause between two checks, ms. */
const EVERY = 500;

/** Watches by comparing names, sizes and times, on systems without a watch that opens no entry. */
export function watchByLooks(
  folders: readonly string[],
  { enter, onChange }: WatchOptions,
  every = EVERY,
): FolderWatch {
  for (const folder of folders) Deno.statSync(folder);
  let closed = false;
  let wake = () => {};

  async function follow(): Promise<void> {
    let before = await look(folders, enter);
    while (!closed) {
      await new Promise<void>((done) => {
        const timer = setTimeout(done, every);
        wake = () => (clearTimeout(timer), done());
      });
      if (closed) return;
      const now = await look(folders, enter);
      for (const path of new Set([...before.keys(), ...now.keys()])) {
        if (!closed && before.get(path) !== now.get(path)) onChange(path, folders.includes(path));
      }
      before = now;
    }
  }
  const following = follow();
  return {
    close() {
      closed = true;
      wake();
      return following;
    },
  };
}

/** Returns for each path a text that changes when the entry changes, including the named folders. */
async function look(
  folders: readonly string[],
  enter: WatchOptions["enter"],
): Promise<ReadonlyMap<string, string>> {
  const seen = new Map<string, string>();
  for (const folder of folders) {
    for await (const { path, entries } of foldersBelow(folder, enter)) {
      if (path === "") seen.set(folder, entries ? await lookAt(folder, false) : "gone");
      for (const { name } of entries ?? []) {
        const entry = join(folder, path, name);
        seen.set(entry, await lookAt(entry, true));
      }
    }
  }
  return seen;
}

async function lookAt(path: string, content: boolean): Promise<string> {
  try {
    const { dev, ino, mode, size, mtimeMs, ctimeMs } = await lstat(path);
    return content ? [dev, ino, mode, size, mtimeMs, ctimeMs].join() : `${dev},${ino}`;
  } catch {
    return "gone";
  }
}

import { makeFolder, writeFileAtomic } from "../files/atomic.ts";
import { readRegularText } from "../files/read.ts";
import { below } from "../platform/path.ts";
import type { ExtensionState } from "../state/state.ts";

/** The list as it was when all of it was checked last, so that nothing has to be loaded and hashed for it again. */
interface Kept {
  readonly format: 1;
  /** Of the files that were checked, by {@link filesStamp}. */
  readonly stamp: string;
  readonly extensions: readonly ExtensionState[];
}

/** Bytes of the file that are read; a longer list is checked each time. */
const MOST = 4 * 1024 * 1024;
/** So many files are looked at. */
const MOST_FILES = 4000;
/** A file that was changed so lately, ms, may change again within what the disk tells of time. */
const SETTLED = 3000;

const kept = (cache: string) => below(cache, "extensions.json");

/**
 * What the system says of all files of installed extensions: their numbers, sizes, and when each was changed, which no program
 * can set. Null where that tells nothing: a system without these, a file that was changed just now, too many. `version` is who
 * checked them.
 */
export async function filesStamp(
  extensions: string,
  version: string,
  now = Date.now(),
): Promise<string | null> {
  const lines = [version];
  const look = async (path: string, name: string): Promise<boolean> => {
    const info = await Deno.lstat(path);
    const changed = info.ctime?.getTime() ?? Infinity;
    if (info.ino === null || now - changed < SETTLED || lines.length > MOST_FILES) return false;
    lines.push([name, info.ino, info.dev, info.mode, info.size, info.mtime?.getTime(), changed].join(" "));
    if (!info.isDirectory) return true;
    const names = (await Array.fromAsync(Deno.readDir(path))).map(({ name }) => name).sort();
    for (const each of names) if (!await look(below(path, each), JSON.stringify(each))) return false;
    return true;
  };
  try {
    return await look(extensions, "") ? lines.join("\n") : null;
  } catch {
    return null;
  }
}

/** The kept list, where the files are those that were checked; else null. */
export async function keptListing(cache: string, stamp: string): Promise<readonly ExtensionState[] | null> {
  const text = await readRegularText(kept(cache), MOST, { own: true });
  try {
    const found = JSON.parse(text ?? "null") as Partial<Kept> | null;
    return found?.format === 1 && found.stamp === stamp && found.extensions ? found.extensions : null;
  } catch {
    return null;
  }
}

/** Keeps a list that was checked after its stamp was taken, where all is as the user has confirmed it. */
export async function keepListing(
  cache: string,
  stamp: string,
  extensions: readonly ExtensionState[],
): Promise<void> {
  if (!extensions.every(({ trust }) => trust === "trusted")) return;
  const text = JSON.stringify({ format: 1, stamp, extensions } satisfies Kept);
  // Only a memory: without it the next list takes its time again.
  if (text.length > MOST) return;
  await makeFolder(cache).then(() => writeFileAtomic(kept(cache), text)).catch(() => {});
}

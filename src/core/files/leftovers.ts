import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Age after which a temporary file has no writer any more, ms. */
export const ABANDONED = 60_000;

/**
 * Removes temporary files that a killed Kedge left beside a file, when they are older than `abandoned` ms. A
 * caller that holds the file's lock can pass 0. Never throws, because leftovers must not prevent a write.
 */
export async function clearLeftovers(target: string, abandoned = 0): Promise<void> {
  const folder = dirname(target), prefix = `.${basename(target)}.`;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(prefix) || !/^[0-9a-f]{8}\.tmp$/.test(name.slice(prefix.length))) continue;
    const path = join(folder, name);
    // The file may be removed at this moment.
    const { mtime } = await Deno.lstat(path).catch(() => ({ mtime: null }));
    if (mtime && Date.now() - mtime.getTime() >= abandoned) await Deno.remove(path).catch(() => {});
  }
}

import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** A temporary file of this age has lost its writer, ms. */
export const ABANDONED = 60_000;

/**
 * Removes what a Kedge that was killed while it wrote a file has left beside it, once that is older than `abandoned` ms; a
 * caller with the lock of the file can give 0. Never throws: leftovers that cannot be removed are no reason not to write.
 */
export async function clearLeftovers(target: string, abandoned = 0): Promise<void> {
  const folder = dirname(target), prefix = `.${basename(target)}.`;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(prefix) || !/^[0-9a-f]{8}\.tmp$/.test(name.slice(prefix.length))) continue;
    const path = join(folder, name);
    // One may go at this moment.
    const { mtime } = await Deno.lstat(path).catch(() => ({ mtime: null }));
    if (mtime && Date.now() - mtime.getTime() >= abandoned) await Deno.remove(path).catch(() => {});
  }
}

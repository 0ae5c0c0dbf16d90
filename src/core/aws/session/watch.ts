import { folderOf, lastName } from "../../platform/path.ts";
import { type FolderWatch, watchFolders } from "../../platform/watch/mod.ts";
import type { AwsFiles } from "../profiles/files.ts";

/** Time within which changes are reported as one, ms. */
const SETTLE = 100;

/** Time between two checks for new or removed folders, ms. Missing folders cannot be watched. */
const AIM = 30_000;

/**
 * Calls `changed` after changes in the folders that Kedge shares with AWS's tools: a sign-in or sign-out, a
 * renewed token, an edited profile. Some systems report no changes, so callers also check from time to time.
 * Returns the function that ends the watch.
 */
export function watchAwsFiles({ tokens, config, credentials }: AwsFiles, changed: () => void): () => void {
  const aws = folderOf(folderOf(tokens));
  const folders = [folderOf(config), aws, folderOf(tokens), tokens];
  // Compares names only, because events may give another path to a watched folder.
  const names = new Set([config, credentials, ...folders].map((path) => lastName(path)));
  const concerns = (path: string) => path.endsWith(".json") || names.has(lastName(path));
  let watch: FolderWatch | null = null;
  let aimed = "", ended = false;
  let settling: ReturnType<typeof setTimeout> | undefined;

  async function aim(): Promise<void> {
    const there = (await Promise.all([...new Set(folders)].map(identity))).filter((found) => found !== null);
    // The first AWS tool that is used creates the folder, so its parent is watched until then.
    const home = await identity(folderOf(aws));
    if (home && !there.some(({ folder }) => folder === aws)) there.push(home);
    const now = there.map(({ key }) => key).join();
    if (ended || now === aimed) return;
    aimed = now;
    close();
    if (there.length === 0) return;
    const started = watchFolders(there.map(({ folder }) => folder), {
      onChange(path, gone) {
        // A new folder may get the inode of the removed one, although the watch no longer works.
        if (gone && watch === started) aimed = "";
        if (gone || concerns(path)) tell();
      },
    });
    watch = started;
    if (!watch) {
      aimed = "";
      return;
    }
    // Reports changes that happened before the watch began.
    tell();
  }

  function tell(): void {
    settling ??= setTimeout(() => {
      settling = undefined;
      if (ended) return;
      void aim();
      changed();
    }, SETTLE);
  }

  function close(): void {
    void watch?.close();
    watch = null;
  }

  void aim();
  const again = setInterval(() => void aim(), AIM);
  Deno.unrefTimer(again);
  return () => {
    ended = true;
    clearInterval(again);
    clearTimeout(settling);
    close();
  };
}

/** Returns a key that differs for a new folder with the same path; null when there is no folder. */
async function identity(folder: string): Promise<{ readonly folder: string; readonly key: string } | null> {
  try {
    const { isDirectory, dev, ino } = await Deno.stat(folder);
    return isDirectory ? { folder, key: `${folder} ${dev} ${ino}` } : null;
  } catch {
    return null;
  }
}

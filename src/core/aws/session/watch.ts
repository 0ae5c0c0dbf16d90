import { type FolderWatch, watchFolders } from "../../platform/watch/mod.ts";
import type { AwsFiles } from "../profiles/files.ts";

/** Changes that come together are reported as one, ms. */
const SETTLE = 100;

/** How often it is looked whether a folder has come or gone, ms: those that are not there cannot be watched. */
const AIM = 30_000;

/**
 * Calls `changed` after changes in the folders that tools of AWS share with Kedge: a sign-in or sign-out, a renewed
 * token, an edited profile. A system without watches tells nothing, so callers that must know look from time to time
 * too. Returns what ends it.
 */
export function watchAwsFiles({ tokens, config, credentials }: AwsFiles, changed: () => void): () => void {
  const aws = parent(parent(tokens));
  const folders = [parent(config), aws, parent(tokens), tokens];
  // By name alone: events may name a folder by another path than it was watched by.
  const names = new Set([config, credentials, ...folders].map(nameOf));
  const concerns = (path: string) => path.endsWith(".json") || names.has(nameOf(path));
  let watch: FolderWatch | null = null;
  let aimed = "", ended = false;
  let settling: ReturnType<typeof setTimeout> | undefined;

  async function aim(): Promise<void> {
    const there = (await Promise.all([...new Set(folders)].map(identity))).filter((found) => found !== null);
    // The first tool of AWS that is used makes the folder of them all.
    const home = await identity(parent(aws));
    if (home && !there.some(({ folder }) => folder === aws)) there.push(home);
    const now = there.map(({ key }) => key).join();
    if (ended || now === aimed) return;
    aimed = now;
    close();
    if (there.length === 0) return;
    const started = watchFolders(there.map(({ folder }) => folder), {
      onChange(path, gone) {
        // One that is made again may have the number of the one that has gone, whose watch is deaf.
        if (gone && watch === started) aimed = "";
        if (gone || concerns(path)) tell();
      },
    });
    watch = started;
    if (!watch) {
      aimed = "";
      return;
    }
    // Report changes that came before the folders were watched.
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

const parent = (path: string) => path.replace(/[/\\][^/\\]*$/, "");
const nameOf = (path: string) => path.replace(/^.*[/\\]/, "");

/** What tells a folder from another one of its name. */
async function identity(folder: string): Promise<{ readonly folder: string; readonly key: string } | null> {
  try {
    const { isDirectory, dev, ino } = await Deno.stat(folder);
    return isDirectory ? { folder, key: `${folder} ${dev} ${ino}` } : null;
  } catch {
    return null;
  }
}

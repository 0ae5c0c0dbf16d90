import { fileStamp, keepAnswer, keeper, keptAnswer } from "../kept.ts";
import { below } from "../platform/path.ts";
import { isListing } from "./listing_shape.ts";
import type { ExtensionState } from "../state/state.ts";

/** So many files are looked at. */
const MOST_FILES = 4000;

/** The name of the list in the cache. */
const NAME = "extensions";

/**
 * What the system says of all files of installed extensions. Null where that tells nothing: a system that says too little, a
 * file that was changed just now, a link, whose goal may be anywhere, too many. `checker` is who checked them.
 */
export function filesStamp(extensions: string, checker = keeper(), now = Date.now()): string | null {
  const lines = [checker];
  const look = (path: string, name: string): boolean => {
    const info = Deno.lstatSync(path);
    const stamp = fileStamp(info, now);
    if (stamp === null || lines.length > MOST_FILES) return false;
    lines.push(`${name} ${stamp}`);
    if (!info.isDirectory) return true;
    const names = Array.from(Deno.readDirSync(path), ({ name }) => name).sort();
    return names.every((each) => look(below(path, each), JSON.stringify(each)));
  };
  try {
    return look(extensions, "") ? lines.join("\n") : null;
  } catch {
    return null;
  }
}

/** The list as it was when all of it was checked last, where the files are those that were checked; else null. */
export function keptListing(cache: string, stamp: string): readonly ExtensionState[] | null {
  return keptAnswer(cache, NAME, stamp, isListing);
}

/** Keeps a list that was checked after its stamp was taken, where all is as the user has confirmed it. */
export async function keepListing(
  cache: string,
  stamp: string,
  extensions: readonly ExtensionState[],
): Promise<void> {
  if (!extensions.every(({ trust }) => trust === "trusted")) return;
  await keepAnswer(cache, NAME, stamp, extensions);
}

import { statfs } from "node:fs/promises";
import { makeFolder } from "../../files/atomic.ts";
import { sweepSpills } from "./file.ts";
import type { SpillFolder } from "./result.ts";

/** Prepares a private folder for results, and removes what an earlier process has left in it. */
export async function spillFolder(folder: string): Promise<SpillFolder> {
  // On a full disk results stay in memory until there is space.
  await makeFolder(folder).catch(() => {});
  await sweepSpills(folder);
  return {
    folder,
    free: () => statfs(folder).then(({ bavail, bsize }) => bavail * bsize, () => null),
  };
}

import { statfs } from "node:fs/promises";
import { makeFolder } from "../../files/atomic.ts";
import { sweepSpills } from "./file.ts";
import type { SpillPlace } from "./result.ts";

/** Makes a private folder a place for results, and removes what an earlier time has left there. */
export async function spillPlace(folder: string): Promise<SpillPlace> {
  await makeFolder(folder);
  await sweepSpills(folder);
  return {
    folder,
    free: () => statfs(folder).then(({ bavail, bsize }) => bavail * bsize, () => null),
  };
}

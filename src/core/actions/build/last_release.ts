import { join } from "node:path";
import { writeFileAtomic } from "../../files/atomic.ts";
import { readRegularText } from "../../files/read.ts";
import type { KedgePaths } from "../../paths.ts";

const file = (paths: KedgePaths) => join(paths.cache, "go", "release");

/** Maximum bytes read; the name of a release is shorter. */
const MAX_LENGTH = 100;

/**
 * Returns the release of Go that compiled last, as `go version` names it; null when there is none or it
 * cannot be read.
 */
export async function lastRelease(paths: KedgePaths): Promise<string | null> {
  return await readRegularText(file(paths), MAX_LENGTH) || null;
}

/** Saves the release. When saving fails, cached actions are not found while Go is missing. */
export async function rememberRelease(paths: KedgePaths, release: string): Promise<void> {
  if (await lastRelease(paths) !== release) await writeFileAtomic(file(paths), release).catch(() => {});
}

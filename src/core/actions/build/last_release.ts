import { join } from "node:path";
import { writeFileAtomic } from "../../files/atomic.ts";
import { readRegularText } from "../../files/read.ts";
import type { KedgePaths } from "../../paths.ts";

const file = (paths: KedgePaths) => join(paths.cache, "go", "release");

/** Bytes; longer than any name of a release. */
const LONGEST = 100;

/** The release of Go that compiled last, as `go version` names it; null where none did, or it cannot be read. */
export async function lastRelease(paths: KedgePaths): Promise<string | null> {
  return await readRegularText(file(paths), LONGEST) || null;
}

/** Remembers it. A write that fails costs only that actions need Go again. */
export async function rememberRelease(paths: KedgePaths, release: string): Promise<void> {
  if (await lastRelease(paths) !== release) await writeFileAtomic(file(paths), release).catch(() => {});
}

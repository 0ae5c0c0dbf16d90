import { join } from "node:path";
import { makeFolder, writeFileAtomic } from "../../core/files/atomic.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { appVersion } from "../../core/version.ts";

/** Pixels: window managers scale it down to what they show. */
const SIZE = 128;

/** The folder in which the windows' process finds `kedge.png`; painted once for each version. */
export async function iconFolder({ cache }: Pick<KedgePaths, "cache">): Promise<string> {
  const folder = join(cache, `window-icon-${appVersion().version}`);
  const file = join(folder, "kedge.png");
  if (!(await Deno.stat(file).catch(() => null))) {
    const { iconPng } = await import("../icon/mod.ts");
    await makeFolder(folder);
    await writeFileAtomic(file, iconPng("idle", SIZE));
  }
  return folder;
}

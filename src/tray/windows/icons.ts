import { join } from "node:path";
import { makeFolder, writeFileAtomic } from "../../core/files/atomic.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { appVersion } from "../../core/version.ts";

/** Sizes that window managers and task bars show, in pixels. */
const SIZES = [16, 32, 48, 128];

/** Index that makes the folder an icon theme on desktops without that theme; other desktops use their own index. */
const INDEX = `[Icon Theme]
Name=Hicolor
Directories=${SIZES.map((size) => `${size}x${size}/apps`).join(",")}
${
  SIZES.map((size) => `\n[${size}x${size}/apps]\nSize=${size}\nContext=Applications\nType=Fixed\n`).join("")
}`;

/**
 * Returns the folder with the icon `kedge` as an icon theme for the windows' process. It is written once for
 * each version, and only GTK reads it.
 */
export async function iconFolder({ cache }: Pick<KedgePaths, "cache">): Promise<string> {
  const folder = join(cache, `window-icons-${appVersion().version}`);
  const theme = join(folder, "hicolor");
  const index = join(theme, "index.theme");
  if (await Deno.stat(index).catch(() => null)) return folder;
  const { iconPng } = await import("../icon/mod.ts");
  for (const size of SIZES) {
    const apps = join(theme, `${size}x${size}`, "apps");
    await makeFolder(apps);
    await writeFileAtomic(join(apps, "kedge.png"), iconPng("idle", size));
  }
  // The index is written last, because its presence means that the folder is complete.
  await writeFileAtomic(index, INDEX);
  return folder;
}

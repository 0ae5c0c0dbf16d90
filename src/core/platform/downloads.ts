import { stat } from "node:fs/promises";
import { readRegularText } from "../files/read.ts";
import { hostSystem } from "./host.ts";
import { userHome } from "./home.ts";
import type { Env } from "./system.ts";

/** Maximum bytes of the file in which a desktop names its folders. */
const MAX_COUNT = 64 * 1024;

/**
 * Returns the user's folder for downloads, whatever its name in the user's language; otherwise the home
 * folder. Returns null when neither is known.
 */
export async function downloadsFolder(env: Env = Deno.env.toObject()): Promise<string | null> {
  const home = userHome();
  if (!home) return null;
  const system = hostSystem();
  const names = [system.join(home, "Downloads")];
  if (system.name === "linux") {
    const list = system.join(env.XDG_CONFIG_HOME || system.join(home, ".config"), "user-dirs.dirs");
    const named = namedDownloads(await readRegularText(list, MAX_COUNT).catch(() => null) ?? "", home);
    if (named !== null) names.unshift(named);
  }
  for (const name of names) {
    if (await stat(name).then((found) => found.isDirectory(), () => false)) return name;
  }
  return home;
}

/** Returns the folder for downloads in a desktop's list of folders; null when the list names none. */
export function namedDownloads(list: string, home: string): string | null {
  const [, value] = /^\s*XDG_DOWNLOAD_DIR\s*=\s*"((?:[^"\\]|\\.)*)"/m.exec(list) ?? [];
  const path = value?.replace(/\\(.)/g, "$1");
  if (path?.startsWith("$HOME/")) return `${home}${path.slice("$HOME".length)}`;
  return path?.startsWith("/") ? path : null;
}

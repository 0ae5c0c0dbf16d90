import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { downloadsFolder } from "../../platform/downloads.ts";

/** Suffixes of the files of a result. */
const ENDS = [".csv", ".jsonl", ".xlsx"];

/** Whether something exists at a path. */
export function isThere(path: string): Promise<boolean> {
  return stat(path).then(() => true, () => false);
}

/**
 * Returns a path without suffix for the file of a result, at which no file exists yet, as `~/…` within the
 * user's home. Its name is that of the table, or of the server when there is no table.
 */
export async function freeFile(server: string, table = ""): Promise<string> {
  const folder = await downloadsFolder() ?? homedir();
  const bare = table.replace(/["`[\]]/g, "").split(".").at(-1) ?? "";
  const name = (bare || server).replace(/[^\p{L}\p{N}_-]+/gu, "_").slice(0, 80) || "rows";
  for (let number = 1;; number++) {
    const path = join(folder, number === 1 ? name : `${name}-${number}`);
    const taken = await Promise.all(ENDS.map((end) => isThere(`${path}${end}`)));
    if (!taken.includes(true) || number === 1000) return tilde(path);
  }
}

function tilde(path: string): string {
  const home = homedir();
  return path.startsWith(join(home, "x").slice(0, -1)) ? `~/${path.slice(home.length + 1)}` : path;
}

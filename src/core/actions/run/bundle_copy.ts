import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { eachFile, sourcesName } from "../../bundle/mod.ts";
import { makeTemporary } from "../../files/temporary.ts";

/**
 * The folder that `k.Dir()` gives: a copy of the bytes that were checked, so that nothing can be swapped
 * between the check and the script's reading. Null when no source names Dir: Go has no other way to call it.
 */
export async function copyForScript(files: ReadonlyMap<string, Uint8Array>): Promise<string | null> {
  if (!sourcesName(files, "Dir") && !sourcesName(files, "reflect")) return null;
  const root = await makeTemporary("bundle");
  const folders = new Set([...files.keys()].map((path) => dirname(join(root, path))));
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [path, bytes] of eachFile(files)) await writeFile(join(root, path), bytes, { mode: 0o400 });
  return root;
}

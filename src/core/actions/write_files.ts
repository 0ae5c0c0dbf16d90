import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { eachFile } from "../bundle/mod.ts";

/** Writes files below a private folder, by their paths relative to it. */
export async function writeFiles(
  root: string,
  files: ReadonlyMap<string, Uint8Array>,
  mode: number,
): Promise<void> {
  const folders = new Set([...files.keys()].map((path) => dirname(join(root, path))));
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [path, bytes] of eachFile(files)) await writeFile(join(root, path), bytes, { mode });
}

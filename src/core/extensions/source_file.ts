import { lstat, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { pathFaults } from "../bundle/mod.ts";

/**
 * Returns the path on disk of a bundle's file; null when the folder has no such file. `file` is written as in
 * the bundle: relative, with slashes.
 */
export async function sourceFile(folder: string, file: string): Promise<string | null> {
  // On Windows such names refer to other files, too: streams, devices, names without their last dot.
  if (pathFaults(file).length > 0) return null;
  try {
    const bundle = await realpath(folder);
    const path = join(bundle, ...file.split("/"));
    if (!(await lstat(path)).isFile()) return null;
    return (await realpath(path)).startsWith(bundle + sep) ? path : null;
  } catch {
    return null;
  }
}

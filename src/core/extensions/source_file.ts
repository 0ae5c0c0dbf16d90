import { lstat, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import type { KedgePaths } from "../paths.ts";
import { extensionPlaces, isExtensionId } from "./record.ts";

/**
 * The path on disk of a file of an installed bundle; null when there is no such file in it. `file` is
 * written as in the bundle: relative, with slashes.
 */
export async function sourceFile(paths: KedgePaths, id: string, file: string): Promise<string | null> {
  if (!isExtensionId(id)) return null;
  const segments = file.split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) return null;
  if (file.includes("\\") || file.includes("\0")) return null;
  try {
    const bundle = await realpath(extensionPlaces(paths, id).bundle);
    const path = join(bundle, ...segments);
    if (!(await lstat(path)).isFile()) return null;
    return (await realpath(path)).startsWith(bundle + sep) ? path : null;
  } catch {
    return null;
  }
}

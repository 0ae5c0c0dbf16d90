import { lstat, realpath } from "node:fs/promises";
import { join, sep } from "node:path";

/**
 * The path on disk of a file of a bundle whose files lie in a folder; null when there is no such file in it. `file` is
 * written as in the bundle: relative, with slashes.
 */
export async function sourceFile(folder: string, file: string): Promise<string | null> {
  const segments = file.split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) return null;
  if (file.includes("\\") || file.includes("\0")) return null;
  try {
    const bundle = await realpath(folder);
    const path = join(bundle, ...segments);
    if (!(await lstat(path)).isFile()) return null;
    return (await realpath(path)).startsWith(bundle + sep) ? path : null;
  } catch {
    return null;
  }
}

import { constants, type Dirent } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { LIMITS } from "../bundle/mod.ts";

/** A file or something else found in a folder. */
export type Found =
  | { readonly kind: "file"; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: "link" | "special" | "too-large" | "unreadable"; readonly path: string };

/** A tree with more entries than this is not read on: no bundle comes near. */
const MOST_ENTRIES = 20 * LIMITS.files;

/**
 * Reads every file below a folder, following no symbolic link, each opened once. `skip` tells what is
 * not looked at; it gets folders with a slash at the end. Throws when the folder itself cannot be read.
 */
export async function readFolder(
  root: string,
  skip: (path: string) => boolean,
): Promise<{ found: Found[]; whole: boolean }> {
  const found: Found[] = [];
  let seen = 0;
  const walk = async (prefix: string, entries: readonly Dirent[]): Promise<void> => {
    for (const entry of entries) {
      if (++seen > MOST_ENTRIES) return;
      const path = prefix + entry.name;
      if (skip(entry.isDirectory() ? `${path}/` : path)) continue;
      if (entry.isDirectory()) {
        await walk(
          `${path}/`,
          await readdir(join(root, path), { withFileTypes: true }).catch(() => {
            found.push({ kind: "unreadable", path });
            return [];
          }),
        );
      } else if (entry.isSymbolicLink()) found.push({ kind: "link", path });
      else if (!entry.isFile()) found.push({ kind: "special", path });
      else found.push(await readOne(join(root, path), path));
    }
  };
  await walk("", await readdir(root, { withFileTypes: true }));
  return { found, whole: seen <= MOST_ENTRIES };
}

/** Reads one file: opened without following a link or waiting for a pipe, then looked at. */
export async function readOne(file: string, path: string): Promise<Found> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let handle;
  try {
    handle = await open(file, flags);
    const status = await handle.stat();
    if (!status.isFile()) return { kind: "special", path };
    if (status.size > LIMITS.file) return { kind: "too-large", path };
    const bytes = new Uint8Array(await handle.readFile());
    return bytes.length > LIMITS.file ? { kind: "too-large", path } : { kind: "file", path, bytes };
  } catch (error) {
    return { kind: (error as { code?: string }).code === "ELOOP" ? "link" : "unreadable", path };
  } finally {
    await handle?.close();
  }
}

import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { factsOf, type FileFacts, fileHash, LazyFiles, LIMITS } from "../bundle/mod.ts";
import { readRegularFile, readRegularFileNow, type Unread } from "../files/read.ts";
import { quoted } from "../text/hidden.ts";

/** An entry found in a folder: a file, or why it is not part of the content. */
export type Found =
  | { readonly kind: "file"; readonly path: string; readonly facts: FileFacts }
  | { readonly kind: "link" | "special" | "too-large" | "in-use" | "unreadable"; readonly path: string };

/** Maximum entries read of a folder; no bundle comes near. */
const MAX_ENTRIES = 20 * LIMITS.files;

/** The result of reading a folder. */
interface FolderContent {
  readonly found: readonly Found[];
  /** Whether all entries were read; false when there were more than the maximum. */
  readonly complete: boolean;
  /**
   * The files that could be read. The first ones stay in memory; the others are read again on access and must
   * be unchanged: `get` throws for a file that has changed since.
   */
  readonly files: LazyFiles;
}

/**
 * Reads every file below a folder without following symbolic links. `skip` returns true for paths to ignore;
 * paths of folders end with a slash. Throws when the folder itself cannot be read.
 */
export async function readFolder(root: string, skip: (path: string) => boolean): Promise<FolderContent> {
  const found: Found[] = [];
  const hashes = new Map<string, string>();
  const files = new LazyFiles((path) => readAgain(join(root, path), path, hashes.get(path)));
  let seen = 0;
  const walk = async (prefix: string, entries: readonly Dirent[]): Promise<void> => {
    for (const entry of entries) {
      if (++seen > MAX_ENTRIES) return;
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
      else {
        const read = await readRegularFile(join(root, path), LIMITS.file, { follow: false });
        if (read.ok) {
          const facts = factsOf(read.bytes);
          hashes.set(path, facts.hash);
          files.add(path, read.bytes);
          found.push({ kind: "file", path, facts });
        } else found.push({ kind: KINDS[read.why] ?? "unreadable", path });
      }
    }
  };
  await walk("", await readdir(root, { withFileTypes: true }));
  return { found, complete: seen <= MAX_ENTRIES, files };
}

function readAgain(file: string, path: string, hash: string | undefined): Uint8Array {
  const read = readRegularFileNow(file, LIMITS.file, { follow: false });
  if (read.ok && fileHash(read.bytes) === hash) return read.bytes;
  throw new Error(`${quoted(path)} was changed after it was looked at`);
}

const KINDS: Partial<Record<Unread, Exclude<Found["kind"], "file">>> = {
  "not-a-file": "special",
  "link": "link",
  "too-large": "too-large",
  "in-use": "in-use",
};

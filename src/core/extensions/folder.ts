import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { factsOf, type FileFacts, fileHash, LazyFiles, LIMITS } from "../bundle/mod.ts";
import { readRegularFile, readRegularFileNow, type Unread } from "../files/read.ts";
import { quoted } from "../text/hidden.ts";

/** A file or something else found in a folder. */
type Found =
  | { readonly kind: "file"; readonly path: string; readonly facts: FileFacts }
  | { readonly kind: "link" | "special" | "too-large" | "held" | "unreadable"; readonly path: string };

/** A tree with more entries than this is not read on: no bundle comes near. */
const MOST_ENTRIES = 20 * LIMITS.files;

/** What a look through a folder gave. */
interface FolderContent {
  readonly found: readonly Found[];
  /** False when there was so much that the look ended. */
  readonly complete: boolean;
  /**
   * The files that could be read. The first ones are kept; the others are read again when they are asked for, and
   * must still be the same: `get` throws for one that was changed meanwhile.
   */
  readonly files: LazyFiles;
}

/**
 * Reads every file below a folder, following no symbolic link. `skip` tells what is not looked at; it gets folders
 * with a slash at the end. Throws when the folder itself cannot be read.
 */
export async function readFolder(root: string, skip: (path: string) => boolean): Promise<FolderContent> {
  const found: Found[] = [];
  const hashes = new Map<string, string>();
  const files = new LazyFiles((path) => readAgain(join(root, path), path, hashes.get(path)));
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
  return { found, complete: seen <= MOST_ENTRIES, files };
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
  "held": "held",
};

import { createHash } from "node:crypto";
import { join } from "node:path";

/** Returns the text of a checksums file in the format of `sha256sum -c`. */
export function checksums(hashes: ReadonlyMap<string, string>): string {
  return [...hashes].sort(([a], [b]) => a < b ? -1 : 1).map(([file, hash]) => `${hash}  ${file}\n`).join("");
}

/**
 * Writes SHA256SUMS for those of `files` that exist in `folder`, including files of an earlier build. Returns
 * their number.
 */
export async function writeChecksums(folder: string, files: readonly string[]): Promise<number> {
  const hashes = new Map<string, string>();
  for (const file of files) {
    const hash = await sha256(join(folder, file));
    if (hash !== null) hashes.set(file, hash);
  }
  await Deno.writeTextFile(join(folder, "SHA256SUMS"), checksums(hashes));
  return hashes.size;
}

/** Returns SHA-256 of a file in lower-case hex; null when there is no file. */
export async function sha256(path: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    using file = await Deno.open(path);
    for await (const chunk of file.readable) hash.update(chunk);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  return hash.digest("hex");
}

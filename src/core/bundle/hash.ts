import { createHash } from "node:crypto";
import { Buffer } from "node:buffer";

/** SHA-256 of one file's bytes, lower-case hex. */
export function fileHash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Returns the content hash to which trust is bound: SHA-256 over one line per file, sorted by the UTF-8 bytes
 * of the path. A line consists of the path in UTF-8, a NUL byte, the file's SHA-256 in lower-case hex, and a
 * line feed.
 */
export function hashOfHashes(hashes: ReadonlyMap<string, string>): string {
  const digest = createHash("sha256");
  for (const path of sortedPaths(hashes.keys())) digest.update(`${path}\0${hashes.get(path)}\n`);
  return digest.digest("hex");
}

/** Returns paths in the order of their UTF-8 bytes. */
export function sortedPaths(paths: Iterable<string>): string[] {
  return [...paths].map((path) => ({ path, bytes: Buffer.from(path) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes)).map(({ path }) => path);
}

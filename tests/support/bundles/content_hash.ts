import { fileHash, hashOfHashes } from "../../../src/core/bundle/mod.ts";

/** Returns the content hash of files from their bytes. */
export function contentHash(files: ReadonlyMap<string, Uint8Array>): string {
  return hashOfHashes(new Map([...files].map(([path, bytes]) => [path, fileHash(bytes)])));
}

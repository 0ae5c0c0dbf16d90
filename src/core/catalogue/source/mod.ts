import { join } from "node:path";
import { readRegularFile } from "../../files/read.ts";
import { CatalogueError } from "../error.ts";
import type { CatalogueAddress } from "./address.ts";
import { gitSnapshot } from "./git.ts";
import { httpsFile } from "./https.ts";
import { s3File } from "./s3.ts";
import type { Snapshot, SourceParts } from "./snapshot.ts";

/** Opens the current content of an address. Throws a {@link CatalogueError}. */
export async function snapshotOf(
  address: CatalogueAddress,
  parts: SourceParts,
  signal: AbortSignal,
): Promise<Snapshot> {
  switch (address.kind) {
    case "git":
      return await gitSnapshot(address.url, parts.cache, signal);
    case "https":
      return { file: (path, most, signal) => httpsFile(new URL(path, address.url), most, signal, parts) };
    case "s3":
      return s3File(address, parts);
    case "folder":
      return folderSnapshot(address.path);
  }
}

function folderSnapshot(folder: string): Snapshot {
  return {
    async file(path, most) {
      const read = await readRegularFile(join(folder, path), most);
      if (read.ok) return read.bytes;
      const code = read.why === "missing"
        ? "missing"
        : read.why === "too-large"
        ? "too-large"
        : "unreachable";
      throw new CatalogueError(code, read.message, read.hint);
    },
  };
}

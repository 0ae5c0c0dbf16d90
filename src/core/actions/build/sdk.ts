import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

/** Folder of the Go module `kedge`; a compiled Kedge contains the folder in its program. */
const FOLDER = fileURLToPath(new URL("../../../../sdk", import.meta.url));

let known: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

/** Returns the SDK's sources by path relative to its root, without tests. */
export function readSdk(): Promise<ReadonlyMap<string, Uint8Array>> {
  return known ??= read();
}

async function read(): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  async function walk(folder: string): Promise<void> {
    for (const entry of await readdir(join(FOLDER, folder), { withFileTypes: true })) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) await walk(path);
      else if (path === "go.mod" || (path.endsWith(".go") && !path.endsWith("_test.go"))) {
        files.set(path, await readFile(join(FOLDER, path)));
      }
    }
  }
  await walk("");
  return files;
}

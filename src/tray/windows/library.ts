import { Buffer } from "node:buffer";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { KedgePaths } from "../../core/paths.ts";
import { makeFolder, writeFileAtomic } from "../../core/files/atomic.ts";
import { readRegularFile } from "../../core/files/read.ts";

/** Returns the name of the webview library on a system; null on Linux, which needs none (docs/decisions). */
export function libraryName(os: typeof Deno.build.os): string | null {
  if (os === "darwin") return "libwebview.dylib";
  return os === "windows" ? "libwebview.dll" : null;
}

/**
 * Returns the path of the webview library; empty where none is needed. A compiled Kedge contains the library,
 * where the system's loader cannot read it, so it is copied to the cache.
 */
export async function webviewLibrary({ cache }: Pick<KedgePaths, "cache">): Promise<string> {
  const name = libraryName(Deno.build.os);
  if (!name) return "";
  const packed = new URL(`../build/${name}`, import.meta.resolve("webview-bun"));
  if (!Deno.build.standalone) return fileURLToPath(packed);
  return await copyLibrary(await Deno.readFile(packed), join(cache, "webview"), name);
}

/** Copies the library into `folder` unless the same file is there, because Windows cannot replace a library in use. */
export async function copyLibrary(
  bytes: Uint8Array<ArrayBuffer>,
  folder: string,
  name: string,
): Promise<string> {
  const file = join(folder, name);
  const known = await readRegularFile(file, bytes.length);
  if (!known.ok || Buffer.compare(known.bytes, bytes) !== 0) {
    await makeFolder(folder);
    await writeFileAtomic(file, bytes, 0o700);
  }
  return file;
}

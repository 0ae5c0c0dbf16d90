import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { KedgePaths } from "../../core/paths.ts";
import { writeFileAtomic } from "../../core/files/atomic.ts";

const BUILD = "../../../node_modules/webview-bun/build/";

/** The webview library's name on a system; null on Linux, which needs none (decisions.md, Windows). */
export function libraryName(os: typeof Deno.build.os): string | null {
  if (os === "darwin") return "libwebview.dylib";
  return os === "windows" ? "libwebview.dll" : null;
}

/**
 * The file of the webview library; the empty string where none is needed. A compiled Kedge carries it inside,
 * where the system's loader cannot reach it, so there it is copied to the cache first.
 */
export async function webviewLibrary({ cache }: Pick<KedgePaths, "cache">): Promise<string> {
  const name = libraryName(Deno.build.os);
  if (!name) return "";
  const embedded = new URL(BUILD + name, import.meta.url);
  if (!Deno.build.standalone) return fileURLToPath(embedded);
  const bytes = await Deno.readFile(embedded);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex().slice(0, 16);
  const file = join(cache, `${digest}-${name}`);
  const known = await Deno.stat(file).catch(() => null);
  if (known?.size !== bytes.length) await writeFileAtomic(file, bytes, 0o700);
  return file;
}

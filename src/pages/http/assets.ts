import { fileURLToPath, pathToFileURL } from "node:url";
import { readRegularFile } from "../../core/files/read.ts";

/** The pages' bundle: the content of each file by its name (`main.js`, `main.css`, chunks). */
export interface PageAssets {
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** The script that every page starts with, and its style sheet. */
export const ENTRY = { script: "main.js", style: "main.css" } as const;

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  woff2: "font/woff2",
};

/** Returns the content type of a page's asset by its name; undefined for types that pages do not use. */
export function contentType(name: string): string | undefined {
  return TYPES[name.slice(name.lastIndexOf(".") + 1)];
}

/** Maximum bytes of one file of the bundle. */
const MAX_SIZE = 16 * 1024 * 1024;

/** Reads the files in a folder that `bundlePages` filled. Throws when the folder or a file cannot be read. */
export async function readAssets(folder: string | URL): Promise<PageAssets> {
  const base = folder instanceof URL ? folder : pathToFileURL(`${folder}/`);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for await (const entry of Deno.readDir(base)) {
    if (entry.isFile && contentType(entry.name)) {
      const read = await readRegularFile(fileURLToPath(new URL(entry.name, base)), MAX_SIZE);
      if (!read.ok) throw new Error(read.message);
      files.set(entry.name, read.bytes);
    }
  }
  return { files };
}

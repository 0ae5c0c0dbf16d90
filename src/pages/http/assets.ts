import { fileURLToPath, pathToFileURL } from "node:url";
import { readRegularFile } from "../../core/files/read.ts";
import { contentType } from "./content_type.ts";

/** The pages' bundle: the content of each file by its name (`main.js`, `main.css`, chunks). */
export interface PageAssets {
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** The script that every page starts with, and its style sheet. */
export const ENTRY = { script: "main.js", style: "main.css" } as const;

/** Maximum bytes of one file of the bundle. */
const LARGEST = 16 * 1024 * 1024;

/** Reads the files in a folder that `bundlePages` filled. Throws when the folder or a file cannot be read. */
export async function readAssets(folder: string | URL): Promise<PageAssets> {
  const base = folder instanceof URL ? folder : pathToFileURL(`${folder}/`);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for await (const entry of Deno.readDir(base)) {
    if (entry.isFile && contentType(entry.name)) {
      const read = await readRegularFile(fileURLToPath(new URL(entry.name, base)), LARGEST);
      if (!read.ok) throw new Error(read.message);
      files.set(entry.name, read.bytes);
    }
  }
  return { files };
}

import { contentType } from "./content_type.ts";

/** The pages' bundle: the bytes of each file by its name (`main.js`, `main.css`, chunks). */
export interface PageAssets {
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** The script that every page starts with, and the style that it comes with. */
export const ENTRY = { script: "main.js", style: "main.css" } as const;

/** Reads the files of a folder that `bundlePages` filled. Throws when it cannot be read. */
export async function readAssets(folder: string | URL): Promise<PageAssets> {
  const base = folder instanceof URL ? folder : new URL(`file://${folder}/`);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for await (const entry of Deno.readDir(base)) {
    if (entry.isFile && contentType(entry.name)) {
      files.set(entry.name, await Deno.readFile(new URL(entry.name, base)));
    }
  }
  return { files };
}

import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { readScripts, sharedFiles } from "../program/golden.ts";
import { ORDINARY, ordinarySource } from "./ordinary.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** Folders of Kedge's own bundles: its examples, whose code the authors' guide shows, and the content for `--new`. */
const FOLDERS = [
  "examples/every-kind",
  "examples/secret-check",
  "examples/toolbox",
  "src/core/extensions/starter",
];

/** An action whose review names all its abilities. */
export interface OrdinaryAction {
  readonly name: string;
  readonly entry: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** First Go version that supports the source; absent for any. */
  readonly since?: string;
}

/** Returns every action of Kedge's own bundles and of the golden suite, and a collection of typical actions. */
export async function ordinaryActions(): Promise<OrdinaryAction[]> {
  const all: OrdinaryAction[] = [];
  for (const folder of FOLDERS) {
    const files = new Map<string, Uint8Array>();
    await readTree(join(ROOT, folder), join(ROOT, folder), files);
    const manifest = JSON.parse(new TextDecoder().decode(files.get("manifest.json")));
    for (const { id, entry } of manifest.actions as { id: string; entry: string }[]) {
      all.push({ name: `${folder}: ${id}`, entry, files });
    }
  }
  const shared = Object.entries(await sharedFiles());
  for (const { name, source } of await readScripts()) {
    all.push({ name: `golden: ${name}`, ...bundle(source, shared) });
  }
  for (const one of ORDINARY) {
    const since = one.since ? { since: one.since } : {};
    all.push({ name: one.name, ...bundle(ordinarySource(one), []), ...since });
  }
  return all;
}

function bundle(source: string, more: readonly (readonly [path: string, text: string])[]) {
  const entry = "actions/run.go", files = [[entry, source] as const, ...more];
  return { entry, files: new Map(files.map(([path, text]) => [path, new TextEncoder().encode(text)])) };
}

async function readTree(root: string, folder: string, files: Map<string, Uint8Array>): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) await readTree(root, path, files);
    else files.set(relative(root, path), await Deno.readFile(path));
  }
}

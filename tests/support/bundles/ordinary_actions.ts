import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { readScripts, sharedFiles } from "../program/golden.ts";
import { ORDINARY, ordinarySource } from "./ordinary.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** Bundles that Kedge itself has: its examples, whose code the authors' guide shows, and what `--new` begins with. */
const FOLDERS = [
  "examples/every-kind",
  "examples/secret-check",
  "examples/toolbox",
  "src/core/extensions/starter",
];

/** An action whose review says all that it does. */
export interface OrdinaryAction {
  readonly name: string;
  readonly entry: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The Go that brings what it uses; absent: any. */
  readonly since?: string;
}

/** Every action of Kedge's own bundles and of the golden suite, and a corpus of what authors write. */
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

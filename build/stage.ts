import { dirname, join, relative } from "node:path";
import { filesBelow, type Program, ROOT } from "./program.ts";
import { DOCUMENTS } from "../src/core/guide/mod.ts";
import type { Target } from "./targets.ts";

/**
 * Time of every embedded file, so that two builds of the same sources are equal: a day after the earliest
 * time in zip archives.
 */
export const FIXED_TIME = new Date("1980-01-02T00:00:00Z");

/** Files of the project that the program reads, by the folders that contain them. */
const CARRIED: readonly { readonly folder: string; readonly takes: (path: string) => boolean }[] = [
  { folder: "sdk", takes: (path) => path === "sdk/go.mod" || /(?<!_test)\.go$/.test(path) },
  { folder: "src/core/extensions/starter", takes: () => true },
  { folder: "examples/toolbox", takes: () => true },
  { folder: "dist/pages", takes: () => true },
  { folder: "docs", takes: (path) => DOCUMENTS.some((name) => path === `docs/${name}.md`) },
];

/**
 * Returns the content of one target's program, by path from its root. Sorted so that nothing depends on the
 * order on disk.
 */
export async function contentsOf(
  target: Target,
  program: Program,
  root = ROOT,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map(program.files);
  for (const { folder, takes } of CARRIED) {
    for await (const path of filesBelow(join(root, folder))) {
      const name = relative(root, path).replaceAll("\\", "/");
      if (takes(name)) files.set(name, await Deno.readFile(path));
    }
  }
  for (const native of target.natives) {
    files.set(`natives/${native}`, await Deno.readFile(join(root, "node_modules", native)));
  }
  return new Map([...files].sort(([a], [b]) => a < b ? -1 : 1));
}

/** Writes the contents into an empty folder, all with the same time. */
export async function stage(folder: string, contents: ReadonlyMap<string, Uint8Array>): Promise<void> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  for (const [name, bytes] of contents) {
    const path = join(folder, name);
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeFile(path, bytes);
    await Deno.utime(path, FIXED_TIME, FIXED_TIME);
  }
}

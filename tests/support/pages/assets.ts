import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { KedgePaths } from "../../../src/core/paths.ts";
import { type PageAssets, pageAssets } from "../../../src/pages/mod.ts";
import { COMPILED } from "../program/program.ts";

/** Folder of the pages that the tests of this checkout have bundled. */
export const TEST_PAGES = fileURLToPath(new URL("../../../dist/tests", import.meta.url));

/** Returns the pages, bundled once for all tests of the same sources. */
export async function testAssets(): Promise<PageAssets> {
  const pages = await pageAssets({ cache: TEST_PAGES });
  if (!pages.ok) throw new Error(pages.error);
  return pages.assets;
}

/**
 * Puts the pages that tests have bundled into the home of a Kedge that runs from source; a compiled one
 * contains its pages.
 */
export async function sharePages(paths: KedgePaths): Promise<void> {
  if (COMPILED) return;
  await testAssets();
  await Deno.mkdir(paths.cache, { recursive: true, mode: 0o700 });
  for await (const { name } of Deno.readDir(TEST_PAGES)) {
    if (!name.startsWith("pages-")) continue;
    const [from, to] = [join(TEST_PAGES, name), join(paths.cache, name)];
    // Not every user of Windows may create links.
    if (Deno.build.os === "windows") await cp(from, to, { recursive: true });
    else await Deno.symlink(from, to);
  }
}

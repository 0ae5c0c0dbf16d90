import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { KedgePaths } from "../../../src/core/paths.ts";
import { type PageAssets, pageAssets } from "../../../src/pages/mod.ts";
import { COMPILED } from "../program/program.ts";

/** Where the tests of this checkout keep the pages that they bundled. */
export const TEST_PAGES = fileURLToPath(new URL("../../../dist/tests", import.meta.url));

/** The pages, bundled once for all tests of the same sources. */
export async function testAssets(): Promise<PageAssets> {
  const pages = await pageAssets({ cache: TEST_PAGES });
  if (!pages.ok) throw new Error(pages.error);
  return pages.assets;
}

/** Lets a Kedge that is run from source find in its home what the tests have bundled; a compiled one carries its pages. */
export async function sharePages(paths: KedgePaths): Promise<void> {
  if (COMPILED) return;
  await testAssets();
  await Deno.mkdir(paths.cache, { recursive: true, mode: 0o700 });
  for await (const { name } of Deno.readDir(TEST_PAGES)) {
    if (!name.startsWith("pages-")) continue;
    const [from, to] = [join(TEST_PAGES, name), join(paths.cache, name)];
    // Not everybody on Windows may make links.
    if (Deno.build.os === "windows") await cp(from, to, { recursive: true });
    else await Deno.symlink(from, to);
  }
}

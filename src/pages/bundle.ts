import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { KedgePaths } from "../core/paths.ts";
import { ENTRY, type PageAssets, readAssets } from "./http/assets.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** What the pages' bundle is made of: a change in any of these makes a new one. */
const SOURCES = ["deno.json", "deno.lock", "src/ui", "src/pages", "src/core"];

/** The pages, or why they could not be built. */
type PageAssetsResult =
  | { readonly ok: true; readonly assets: PageAssets }
  | { readonly ok: false; readonly error: string; readonly hint: string };

/**
 * The pages' scripts and styles. A release carries them; run from source they are built when a source
 * has changed, and kept in the cache.
 */
export async function pageAssets(paths: Pick<KedgePaths, "cache">): Promise<PageAssetsResult> {
  if (Deno.build.standalone) {
    return { ok: true, assets: await readAssets(new URL("../../dist/pages/", import.meta.url)) };
  }
  const folder = join(paths.cache, `pages-${await sourcesHash()}`);
  const known = await readPages(folder);
  if (known) return { ok: true, assets: known };

  await Deno.mkdir(paths.cache, { recursive: true, mode: 0o700 });
  const fresh = await Deno.makeTempDir({ dir: paths.cache, prefix: "new-pages-" });
  try {
    await bundlePages(fresh);
    await closeFiles(fresh);
    await dropOld(paths.cache, folder);
    await Deno.rename(fresh, folder).catch(async () => {
      // Another Kedge of the same sources was quicker: its result is as good, and it reads it.
      if (await readPages(folder)) return;
      await Deno.remove(folder, { recursive: true });
      await Deno.rename(fresh, folder);
    });
    return { ok: true, assets: await readAssets(folder) };
  } catch (error) {
    return {
      ok: false,
      error: `The pages could not be built: ${(error as Error).message}`,
      hint: "The first start from source downloads esbuild from the npm registry: is the network there?",
    };
  } finally {
    await Deno.remove(fresh, { recursive: true }).catch(() => {});
  }
}

/** Bundles `entry` (the pages of Kedge) for browsers into `folder`, split so that a page loads only its own code. */
export async function bundlePages(folder: string, entry = join(ROOT, "src/ui/main.tsx")): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      "--quiet",
      "--platform=browser",
      "--minify",
      "--code-splitting",
      "--config",
      join(ROOT, "deno.json"),
      "--outdir",
      folder,
      entry,
    ],
    cwd: ROOT,
    env: { ...neededOf(Deno.env.toObject()), NO_COLOR: "1" },
    clearEnv: true,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr).trim() || "deno bundle failed");
}

/** What Deno needs to find its cache and, once, the registry of npm: no credentials of anything. */
const NEEDED =
  /^(HOME|USERPROFILE|LOCALAPPDATA|XDG_CACHE_HOME|DENO_DIR|DENO_CERT|DENO_TLS_CA_STORE|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR|NPM_CONFIG_REGISTRY|(https?|no|all)_proxy|PATH|TMPDIR|TEMP|TMP|SystemRoot|windir)$/i;

/** The part of an environment that bundling is given. */
export function neededOf(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => NEEDED.test(name)));
}

/** A short hash over the names and contents of everything that the pages are built from. */
async function sourcesHash(): Promise<string> {
  const files: string[] = [];
  for (const source of SOURCES) await collect(join(ROOT, source), files);
  const digests = await Promise.all(
    files.map(async (file) => {
      const digest = await crypto.subtle.digest("SHA-256", await Deno.readFile(file));
      // The same wherever the project lies, and on every system.
      return `${relative(ROOT, file).replaceAll("\\", "/")}\n${new Uint8Array(digest).toHex()}`;
    }),
  );
  const all = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(digests.sort().join("\n")));
  return new Uint8Array(all).toHex().slice(0, 16);
}

async function collect(path: string, into: string[]): Promise<void> {
  const { isDirectory } = await Deno.stat(path);
  if (!isDirectory) return void into.push(path);
  for await (const entry of Deno.readDir(path)) await collect(join(path, entry.name), into);
}

/** The bundler leaves files that others may read; nothing of the home is open to them. */
async function closeFiles(folder: string): Promise<void> {
  if (Deno.uid() === null) return;
  for await (const { name } of Deno.readDir(folder)) await Deno.chmod(join(folder, name), 0o600);
}

/** The pages in a folder; null when they are not all there. */
async function readPages(folder: string): Promise<PageAssets | null> {
  const found = await readAssets(folder).catch(() => null);
  return found?.files.has(ENTRY.script) ? found : null;
}

/** Removes the pages of other sources. */
async function dropOld(cache: string, folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(cache)) {
    const path = join(cache, name);
    if (name.startsWith("pages-") && path !== folder) {
      await Deno.remove(path, { recursive: true }).catch(() => {});
    }
  }
}

import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { KedgePaths } from "../core/paths.ts";
import { ENTRY, type PageAssets, readAssets } from "./http/assets.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Sources of the pages' bundle. A change in any of them requires a new bundle. */
const SOURCES = ["deno.json", "deno.lock", "src/ui", "src/pages", "src/core"];

/** The pages' bundle, or the reason why it could not be built. */
type PageAssetsResult =
  | { readonly ok: true; readonly assets: PageAssets }
  | { readonly ok: false; readonly error: string; readonly hint: string };

/**
 * Returns the pages' scripts and styles. A release contains them. When Kedge runs from source, they are built
 * after a change of the sources and cached.
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
      // Another Kedge with the same sources was quicker. Its result is
      // the same, and it may be reading the files.
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

/**
 * Bundles `entry` (by default the pages of Kedge) for browsers into `folder`, split so that what is imported
 * when it is needed is loaded then.
 */
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

/**
 * Environment variables that Deno needs to find its cache and, the first time, the npm
 * registry. None of them holds credentials.
 */
const NEEDED =
  /^(HOME|USERPROFILE|LOCALAPPDATA|XDG_CACHE_HOME|DENO_DIR|DENO_CERT|DENO_TLS_CA_STORE|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR|NPM_CONFIG_REGISTRY|(https?|no|all)_proxy|PATH|TMPDIR|TEMP|TMP|SystemRoot|windir)$/i;

/** Returns the part of an environment that the bundler gets. */
export function neededOf(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => NEEDED.test(name)));
}

/** Returns a short hash of the names and contents of all sources of the pages. */
async function sourcesHash(): Promise<string> {
  const files: string[] = [];
  for (const source of SOURCES) await collect(join(ROOT, source), files);
  const digests = await Promise.all(
    files.map(async (file) => {
      const digest = await crypto.subtle.digest("SHA-256", await Deno.readFile(file));
      // Relative paths with `/`, so that the hash does not depend on the project's folder or the system.
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

/**
 * Makes the files readable for the user only, as everything in Kedge's home,
 * because the bundler lets others read them.
 */
async function closeFiles(folder: string): Promise<void> {
  if (Deno.uid() === null) return;
  for await (const { name } of Deno.readDir(folder)) await Deno.chmod(join(folder, name), 0o600);
}

/** Reads the pages in a folder; null when they are incomplete. */
async function readPages(folder: string): Promise<PageAssets | null> {
  const found = await readAssets(folder).catch(() => null);
  return found?.files.has(ENTRY.script) ? found : null;
}

/** Removes the cached pages of other sources. */
async function dropOld(cache: string, folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(cache)) {
    const path = join(cache, name);
    if (name.startsWith("pages-") && path !== folder) {
      await Deno.remove(path, { recursive: true }).catch(() => {});
    }
  }
}

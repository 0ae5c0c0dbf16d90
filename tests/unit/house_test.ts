import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DENO = "2.9.5";
const LEFT_OUT = new Set(["node_modules", "dist", ".git", ".deno", "images"]);

async function files(folder = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(join(ROOT, folder))) {
    const path = folder ? `${folder}/${name}` : name;
    if (LEFT_OUT.has(name)) continue;
    if (isDirectory) found.push(...await files(path));
    else found.push(path);
  }
  return found.sort();
}

const read = (path: string) => Deno.readTextFile(join(ROOT, path));
const TEXT = /\.(tsx?|jsonc?|md|go|css|html|svg|sh|mod)$|^\.ci\/run$/;

Deno.test("the version stands once, in deno.json", async () => {
  const { version } = JSON.parse(await read("deno.json")) as { version: string };
  match(version, /^\d+\.\d+\.\d+$/);
  const alone = new RegExp(`(?<![\\d.])${version.replaceAll(".", "\\.")}(?![\\d.])`);
  const again: string[] = [];
  for (const path of await files()) {
    // Manifests have versions of their own.
    const program = /^(src|sdk)\/.*\.(tsx?|go)$/.test(path) || path === "main.ts" || path === "build.ts";
    if (program && alone.test(await read(path))) again.push(path);
  }
  deepEqual(again, []);
});

Deno.test(`Deno is pinned to ${DENO} wherever it is named`, async () => {
  const other: string[] = [];
  for (const path of await files()) {
    if (!TEXT.test(path) || path === "deno.lock") continue;
    for (const [found, version] of (await read(path)).matchAll(/\bdeno@(\d+(?:\.\d+)*|latest)/g)) {
      if (version !== DENO) other.push(`${path}: ${found}`);
    }
  }
  deepEqual(other, []);
  equal(Deno.version.deno, DENO);
  match(await read(".ci/run"), /npx -y deno@(2\.9\.5) task test/);
});

Deno.test("no source file is longer than 300 lines", async () => {
  const long: string[] = [];
  for (const path of await files("src")) {
    if (!/\.(tsx?|css)$/.test(path)) continue;
    const lines = (await read(path)).trimEnd().split("\n").length;
    if (lines > 300) long.push(`${path}: ${lines}`);
  }
  deepEqual(long, []);
});

Deno.test("source files are named in snake_case", async () => {
  const odd = (await files("src")).filter((path) => !/^[a-z0-9_./]+$/.test(path));
  deepEqual(odd, []);
});

Deno.test("nothing in the sources waits to be done", async () => {
  const open: string[] = [];
  const words = new RegExp(["TO" + "DO", "FIX" + "ME", "X" + "XX"].map((word) => `\\b${word}\\b`).join("|"));
  for (const path of await files()) {
    if (/^(src|sdk|tests|examples|docs)\//.test(path) && TEXT.test(path) && words.test(await read(path))) {
      open.push(path);
    }
  }
  deepEqual(open, []);
});

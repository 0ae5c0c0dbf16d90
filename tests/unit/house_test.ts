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

Deno.test("the version is written once, in deno.json", async () => {
  const { version } = JSON.parse(await read("deno.json")) as { version: string };
  match(version, /^\d+\.\d+\.\d+$/);
  const alone = new RegExp(`(?<![\\d.])${version.replaceAll(".", "\\.")}(?![\\d.])`);
  const again: string[] = [];
  for (const path of await files()) {
    // Manifests have versions of their own.
    const program = /^(src|sdk)\/.*\.(tsx?|go)$/.test(path) || path === "main.ts" || path === "build.ts";
    // The list of news names all versions; another test compares its first one with deno.json.
    if (path === "src/core/news.ts") continue;
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

/** Sets of control characters, characters that reverse text, and invisible ones. */
const LISTED =
  /\[[^\]\n]*(?:\\u(?:061c|feff|00ad|fe0[0f]|20(?:0[b-f]|2[a-e89]|6[0-9a-f]))|\\(?:x|u00)9f|\\(?:x|u00)00-\\(?:x|u00)(?:0[89]|1f)|\\p\{(?:C|Cc|Cf|Cs|Bidi_C\w*|Default_Ig\w*|DI|Surrogate)\})/i;

Deno.test("hidden characters are listed in src/core/text alone", async () => {
  const again: string[] = [];
  for (const path of await files("src")) {
    if (!/\.tsx?$/.test(path) || path.startsWith("src/core/text/")) continue;
    for (const [index, line] of (await read(path)).split("\n").entries()) {
      if (LISTED.test(line)) again.push(`${path}:${index + 1}: ${line.trim()}`);
    }
  }
  deepEqual(again, [], "use src/core/text/outside.ts and hidden.ts");
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

Deno.test("sources cite only files that are there", async () => {
  const all = new Set(await files());
  const cited =
    /(?<![\w./-])(?:src|sdk|tests|docs|schema|examples|build)\/[\w./-]+\.(?:tsx?|go|json|css|md)\b/g;
  const missing: string[] = [];
  for (const path of all) {
    if (!/^(src|sdk|build|schema)\/.*\.(tsx?|go|css)$/.test(path)) continue;
    for (const [name] of (await read(path)).matchAll(cited)) {
      if (!all.has(name)) missing.push(`${path}: ${name}`);
    }
  }
  deepEqual(missing, []);
});

Deno.test("a test whose name begins with a function names one that is there", async () => {
  const named = /(?<=["`])([A-Za-z_$][\w$]*)\(\)(?=[ "`])/g;
  const words = new Set<string>(), names: [test: string, name: string][] = [];
  for (const path of await files()) {
    if (!/^(src|sdk|build|schema|tests)\/.*\.(tsx?|go)$/.test(path)) continue;
    const text = await read(path);
    if (path.startsWith("tests/unit/")) {
      for (const [, name] of text.matchAll(named)) names.push([`${path}: ${name}()`, name!]);
    }
    for (const [word] of text.replaceAll(named, "").matchAll(/[\w$]+/g)) words.add(word);
  }
  deepEqual(names.filter(([, name]) => !words.has(name)).map(([test]) => test), []);
});

Deno.test("what tests and build download is pinned: npm by a frozen lock file, PyPI by hashes", async () => {
  const config = JSON.parse(await read("deno.json")) as { lock: unknown; imports: Record<string, string> };
  deepEqual(config.lock, { path: "deno.lock", frozen: true });
  const loose = Object.values(config.imports).filter((one) => !/^npm:.+@\d+\.\d+\.\d+$/.test(one));
  deepEqual(loose, []);
  const tasks = JSON.stringify((config as { tasks?: unknown }).tasks) + await read(".ci/run");
  deepEqual(/--frozen=false|--no-lock/.exec(tasks), null);
  const installing: string[] = [];
  for (const path of await files("tests")) {
    if (/\.(ts|sh|py)$/.test(path) && /"pip", "(install|download)"/.test(await read(path))) {
      installing.push(path);
    }
  }
  // The second file writes the hashes that the first one requires.
  deepEqual(installing, ["tests/support/servers/moto.ts", "tests/support/servers/pin_moto.ts"]);
  match(await read(installing[0]!), /"--require-hashes", "-r", REQUIREMENTS/);
  const required = (await read("tests/support/servers/moto.txt")).split(/\n(?=\S)/).slice(1);
  equal(required.length > 10, true);
  deepEqual(
    required.filter((one) => !/^[\w.-]+==\S+.*\\\n( +--hash=sha256:[0-9a-f]{64}( \\)?\n?)+$/.test(one)),
    [],
  );
});

Deno.test("no unit test changes the environment or the folder of the process: all of them share it at once", async () => {
  const shared = /Deno\.(?:chdir|umask|env\.(?:set|delete))\(/;
  const found = [];
  for (const path of await files("tests/unit")) {
    if (path !== "tests/unit/house_test.ts" && shared.test(await read(path))) found.push(path);
  }
  deepEqual(found, []);
});

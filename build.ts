/**
 * Builds the release binaries into `dist/`: icons, page bundles, `deno compile` for every target, and
 * checksums. `--pages` builds only the pages; `--target NAME` (repeatable) only those targets.
 * `DENORT_BIN` names the runtime to put the program into, where Deno cannot download one.
 */
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import manifest from "./deno.json" with { type: "json" };

const ROOT = fileURLToPath(new URL(".", import.meta.url));
const DIST = join(ROOT, "dist");

/** A system that Kedge is built for. */
export interface Target {
  readonly name: string;
  /** What Rust and `deno compile` call it. */
  readonly triple: string;
  /** Where the binary lies in `dist/`. */
  readonly file: string;
  /** Native parts of packages that belong to this target; those of the others are left out. */
  readonly natives: readonly string[];
  /** Without a console window of its own, for programs that Windows starts by itself. */
  readonly windowed?: boolean;
}

const WEBVIEW = "webview-bun/build";
const TRAY = "systray2/traybin";

/**
 * Every target. On Windows there are two: `kedge.exe` shows no console window, and `kedge.com`, which a
 * terminal prefers when `kedge` is typed, writes to the terminal.
 */
export const TARGETS: readonly Target[] = [
  {
    name: "linux-x64",
    triple: "x86_64-unknown-linux-gnu",
    file: "kedge-linux-x64/kedge",
    // Windows are made by WebKitGTK itself here, without a library between.
    natives: [`${TRAY}/tray_linux_release`],
  },
  // There is no tray helper for this one; its tray speaks D-Bus itself.
  {
    name: "linux-arm64",
    triple: "aarch64-unknown-linux-gnu",
    file: "kedge-linux-arm64/kedge",
    natives: [],
  },
  {
    name: "macos-x64",
    triple: "x86_64-apple-darwin",
    file: "kedge-macos-x64/kedge",
    natives: [`${WEBVIEW}/libwebview.dylib`, `${TRAY}/tray_darwin_release`],
  },
  {
    name: "macos-arm64",
    triple: "aarch64-apple-darwin",
    file: "kedge-macos-arm64/kedge",
    natives: [`${WEBVIEW}/libwebview.dylib`, `${TRAY}/tray_darwin_release`],
  },
  {
    name: "windows-x64",
    triple: "x86_64-pc-windows-msvc",
    file: "kedge-windows-x64/kedge.exe",
    natives: [`${WEBVIEW}/libwebview.dll`, `${TRAY}/tray_windows_release.exe`],
    windowed: true,
  },
  {
    name: "windows-x64-console",
    triple: "x86_64-pc-windows-msvc",
    file: "kedge-windows-x64/kedge.com",
    natives: [`${WEBVIEW}/libwebview.dll`, `${TRAY}/tray_windows_release.exe`],
  },
];

/** Packages that only development uses. */
const DEVELOPMENT = /^(@types\+|fast-check@|pure-rand@|undici-types@|typescript@)/;

/** What of the project goes into a binary beside the modules that are imported. */
export interface Contents {
  /** Files that no written import names: workers, and modules that are brought by a computed address. */
  readonly unwritten: readonly string[];
  /** Native parts of all targets, each by its path below `node_modules/` and its real path. */
  readonly natives: ReadonlyMap<string, string>;
  /** Folders of packages that only development uses. */
  readonly unused: readonly string[];
}

/** The arguments of `deno` that build a target. Paths are relative to the project. */
export function compileArguments(target: Target, contents: Contents, output: string): string[] {
  const foreign = [...contents.natives].filter(([name]) => !target.natives.includes(name));
  const windows = target.triple.includes("windows");
  return [
    ...["compile", "-A", "--quiet", "--frozen", "--target", target.triple, "--output", output],
    ...["--app-name", "kedge", "--include", "sdk", "--include", "dist/pages"],
    ...["--include", "src/core/extensions/starter"],
    ...contents.unwritten.flatMap((path) => ["--include", path]),
    ...foreign.flatMap(([, path]) => ["--exclude", path]),
    ...contents.unused.flatMap((path) => ["--exclude", path]),
    ...(windows ? ["--icon", "dist/icons/kedge.ico"] : []),
    ...(target.windowed ? ["--no-terminal"] : []),
    "main.ts",
  ];
}

/** The files that `new Worker(new URL(…))` and `bring<…>(…)` name in a source text, relative to that source. */
export function unwrittenFiles(source: string): string[] {
  const workers = source.matchAll(/new Worker\(\s*new URL\(\s*"([^"]+)",\s*import\.meta\.url/g);
  const modules = source.matchAll(/\bbring<typeof import\("[^"]+"\)>\(\s*"([^"]+)"/g);
  return [...workers, ...modules].map(([, file]) => file!);
}

/** The text of a checksums file, as `sha256sum -c` reads it. */
export function checksums(hashes: ReadonlyMap<string, string>): string {
  return [...hashes].sort(([a], [b]) => a < b ? -1 : 1).map(([file, hash]) => `${hash}  ${file}\n`).join("");
}

/** Collects what goes into the binaries. */
export async function collectContents(): Promise<Contents> {
  const unwritten: string[] = [];
  for (const path of await filesBelow(join(ROOT, "src"))) {
    if (!/\.tsx?$/.test(path)) continue;
    for (const file of unwrittenFiles(await Deno.readTextFile(path))) {
      unwritten.push(relative(ROOT, join(path, "..", file)));
    }
  }
  const natives = new Map<string, string>();
  for (const folder of [WEBVIEW, TRAY]) {
    const real = await Deno.realPath(join(ROOT, "node_modules", folder));
    for await (const { name } of Deno.readDir(real)) {
      natives.set(`${folder}/${name}`, relative(ROOT, join(real, name)));
    }
  }
  const unused: string[] = [];
  for await (const { name } of Deno.readDir(join(ROOT, "node_modules/.deno"))) {
    if (!DEVELOPMENT.test(name)) continue;
    const packageName = name.slice(0, name.lastIndexOf("@")).replace("+", "/");
    unused.push(`node_modules/.deno/${name}/node_modules/${packageName}`);
  }
  return { unwritten: unwritten.sort(), natives, unused: unused.sort() };
}

/** Bundles the pages into `dist/pages`. */
export async function buildPages(): Promise<void> {
  const { bundlePages } = await import("./src/pages/bundle.ts");
  await Deno.remove(join(DIST, "pages"), { recursive: true }).catch(() => {});
  await Deno.mkdir(join(DIST, "pages"), { recursive: true });
  await bundlePages(join(DIST, "pages"));
}

/** Paints the icons into `dist/icons`: PNG in usual sizes, and one Windows icon file. */
export async function buildIcons(folder = join(DIST, "icons")): Promise<void> {
  const { iconIco, iconPng } = await import("./src/tray/icon/mod.ts");
  await Deno.mkdir(folder, { recursive: true });
  for (const size of [16, 32, 48, 128, 256, 512]) {
    await Deno.writeFile(join(folder, `kedge-${size}.png`), iconPng("idle", size));
  }
  await Deno.writeFile(join(folder, "kedge.ico"), iconIco("idle"));
}

async function compile(target: Target, contents: Contents): Promise<void> {
  const output = join(DIST, target.file);
  await Deno.mkdir(join(output, ".."), { recursive: true });
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: compileArguments(target, contents, relative(ROOT, output)),
    cwd: ROOT,
    stdin: "null",
  }).spawn().status;
  if (!success) throw new Error(`deno compile failed for ${target.name}`);
}

async function sha256(path: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await Deno.readFile(path));
  return new Uint8Array(digest).toHex();
}

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) found.push(...await filesBelow(path));
    else found.push(path);
  }
  return found;
}

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { pages: { type: "boolean" }, target: { type: "string", multiple: true } },
  });
  const unknown = values.target?.find((name) => !TARGETS.some((target) => target.name === name));
  if (unknown !== undefined) {
    console.error(
      `build: there is no target ${unknown}; there are ${TARGETS.map(({ name }) => name).join(", ")}`,
    );
    return 2;
  }
  console.log("pages → dist/pages");
  await buildPages();
  if (values.pages) return 0;
  console.log("icons → dist/icons");
  await buildIcons();
  const contents = await collectContents();
  const hashes = new Map<string, string>();
  for (const target of TARGETS) {
    if (values.target && !values.target.includes(target.name)) continue;
    console.log(`kedge ${manifest.version}, ${target.name} → dist/${target.file}`);
    await compile(target, contents);
    hashes.set(target.file, await sha256(join(DIST, target.file)));
  }
  await Deno.writeTextFile(join(DIST, "SHA256SUMS"), checksums(hashes));
  console.log(`${hashes.size} binaries, checksums in dist/SHA256SUMS`);
  return 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));

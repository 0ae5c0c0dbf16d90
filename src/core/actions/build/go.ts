import { readdir } from "node:fs/promises";
import { withoutCredentials } from "../../platform/environment.ts";
import { findProgram, hostSystem, programPaths } from "../../platform/host.ts";
import { folderOf } from "../../platform/path.ts";
import { run } from "../../platform/run.ts";

/** The oldest Go that can compile the SDK. */
export const OLDEST_GO = "1.19";

/** A Go toolchain that can be used. */
export interface Go {
  /** The absolute path of the program. */
  readonly path: string;
  /** As `go version` names it, for example `go1.22.3`. */
  readonly version: string;
}

/** There is no usable Go: where Kedge looked, and what it found that was too old. */
interface NoGo {
  readonly looked: readonly string[];
  readonly tooOld?: Go;
}

/** The result of a look. */
interface Found {
  readonly go: Go | NoGo;
  /** Where it found it, which may be a shim. */
  readonly at: string;
}

/** What the last look found, and the state in which the program was. */
let known: Promise<Found & { readonly stamp: string }> | undefined;

/**
 * Looks for Go: PATH and the usual folders, version managers' folders, then what the user's login shell
 * finds, because a program started at login has a bare PATH. A found one is remembered until it is replaced or
 * removed, as by an update, or one comes to a place that is looked at before; while there is none each call looks again.
 */
export async function findGo(): Promise<Go | NoGo> {
  const before = known;
  if (before) {
    const { go, at, stamp } = await before;
    if ("path" in go && stamp === await stampOf(go, at)) return go;
    if (known === before) known = undefined;
  }
  const { go } = await (known ??= look().then(async (found) => ({
    ...found,
    stamp: "path" in found.go ? await stampOf(found.go, found.at) : "",
  })));
  return go;
}

/** A stamp that changes when the program does, or when a program appears at a path that is looked at before `at`. */
async function stampOf({ path }: Go, at: string): Promise<string> {
  const stamps = [await programStamp(path)];
  for await (const path of candidatePaths()) {
    stamps.push(path, await programStamp(path));
    if (path === at) break;
  }
  return stamps.join("\n");
}

/** A stamp that tells one program at a path from another one that replaces it; empty where there is none. */
async function programStamp(path: string): Promise<string> {
  const info = await Deno.stat(path).catch(() => null);
  return info ? [info.dev, info.ino, info.size, info.mtime?.getTime()].join(" ") : "";
}

async function look(): Promise<Found> {
  const looked = new Set<string>();
  let tooOld: Go | undefined;
  for await (const path of candidates()) {
    // A relative path, of GOROOT or HOME, would mean whatever lies in the current folder.
    if (looked.has(path) || !hostSystem().isAbsolute(path)) continue;
    looked.add(path);
    const version = await goVersion(path);
    if (!version) continue;
    if (isEnough(version)) return { go: { path: await resolveShim(path), version }, at: path };
    tooOld ??= { path, version };
  }
  return { go: { looked: [...looked], ...(tooOld ? { tooOld } : {}) }, at: "" };
}

/** Folders below the home that hold one folder for each version, as version managers make them. */
const MANAGED = [
  ["sdk", "bin"],
  [".gvm/gos", "bin"],
  [".local/share/mise/installs/go", "bin"],
  [".asdf/installs/golang", "go/bin"],
  [".goenv/versions", "bin"],
] as const;

async function* candidates(): AsyncGenerator<string> {
  yield* candidatePaths();
  const shell = Deno.env.get("SHELL");
  if (shell && hostSystem().isAbsolute(shell)) {
    const asked = await run(shell, ["-lic", "command -v go"], { limit: 3000, env: toolEnvironment() });
    const line = asked.ended ? asked.stdout.trim().split("\n").at(-1) ?? "" : "";
    if (hostSystem().isAbsolute(line)) yield line;
  }
}

/** Folders where Go may be, found without running anything. */
async function* candidatePaths(): AsyncGenerator<string> {
  const program = `go${hostSystem().programSuffix}`;
  const goroot = Deno.env.get("GOROOT");
  if (goroot) yield hostSystem().join(goroot, "bin", program);
  const found = await findProgram("go");
  if (found) yield found;
  yield* programPaths("go");
  const home = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE");
  const versioned: [string, string][] = home
    ? MANAGED.map(([folder, bin]) => [hostSystem().join(home, folder), bin])
    : [];
  versioned.push(["/usr/lib", "bin"]);
  for (const [folder, bin] of versioned) {
    const names = await readdir(folder).catch(() => []);
    const wanted = folder === "/usr/lib" ? names.filter((name) => name.startsWith("go-1.")) : names;
    for (const name of wanted.sort(newestFirst)) yield hostSystem().join(folder, name, bin, program);
  }
}

function newestFirst(a: string, b: string): number {
  return b.localeCompare(a, "en", { numeric: true });
}

/** A version manager's shim needs the user's environment; the toolchain behind it does not. */
async function resolveShim(path: string): Promise<string> {
  const itself = await inToolchain(path);
  if (itself !== null) return itself;
  const asked = await run(path, ["env", "GOROOT"], { limit: 5000, env: toolEnvironment() });
  const root = asked.ended && asked.code === 0 ? asked.stdout.trim() : "";
  if (!hostSystem().isAbsolute(root)) return path;
  const real = hostSystem().join(root, "bin", `go${hostSystem().programSuffix}`);
  return await goVersion(real) ? real : path;
}

/** A program that lies in a toolchain, its links followed; null for what may be a shim. */
async function inToolchain(path: string): Promise<string | null> {
  const itself = await Deno.realPath(path).catch(() => path);
  const tools = hostSystem().join(folderOf(folderOf(itself)), "pkg", "tool");
  const found = await Deno.stat(tools).then(({ isDirectory }) => isDirectory, () => false);
  return found ? itself : null;
}

/** The user's environment, which version managers read, without credentials: nothing here needs them. */
function toolEnvironment(): Record<string, string> {
  return { ...withoutCredentials(Deno.env.toObject()), GOTOOLCHAIN: "local" };
}

async function goVersion(path: string): Promise<string | null> {
  const shim = await inToolchain(path) === null;
  const asked = await run(path, ["version"], { limit: 5000, env: probeEnvironment(shim) });
  if (!asked.ended || asked.code !== 0) return null;
  return /^go version (\S+)/.exec(asked.stdout)?.[1] ?? null;
}

/** Where Go finds the folder for its telemetry, by system; no other setting of the environment switches that off. */
const TELEMETRY = /^(HOME|XDG_CONFIG_HOME|APPDATA)$/i;

/**
 * The user's environment without Go's own settings: a wrong one fails every call of go. Only a shim needs the user's
 * folders; a toolchain would write there, also after it has answered.
 */
function probeEnvironment(shim: boolean): Record<string, string> {
  const entries = Object.entries(toolEnvironment())
    .filter(([name]) => !/^GO[A-Z]/i.test(name) && (shim || !TELEMETRY.test(name)));
  return { ...Object.fromEntries(entries), GOENV: "off", GOTOOLCHAIN: "local" };
}

/** Tells whether that version can compile the SDK; a development version can. */
export function isEnough(version: string): boolean {
  const match = /^go(\d+)\.(\d+)/.exec(version);
  if (!match) return version.startsWith("devel");
  const [major, minor] = [Number(match[1]), Number(match[2])];
  return major > 1 || minor >= Number(OLDEST_GO.split(".")[1]);
}

/** What `go.mod` may say for that toolchain: major and minor only, as 1.19 demands. */
export function languageVersion(version: string): string {
  return /^go(\d+\.\d+)/.exec(version)?.[1] ?? OLDEST_GO;
}

/** The message for a user without Go; `where`: with the folders that Kedge has looked in. */
export function noGoMessage(
  none: NoGo,
  where = false,
): { readonly error: string; readonly hint: string } {
  const folders = [...new Set(none.looked.map((path) => folderOf(path)))];
  const shown = folders.slice(0, 12).join(", ") + (folders.length > 12 ? " and more" : "");
  const hint =
    `Install Go ${OLDEST_GO} or later (https://go.dev/dl or your package manager), then run the action again.`;
  return none.tooOld
    ? { error: `${none.tooOld.path} is ${none.tooOld.version}: actions need Go ${OLDEST_GO} or later.`, hint }
    : {
      error: "Go is not installed: actions are compiled with it, on this computer.",
      hint: where ? `${hint} Kedge looked in ${shown} and asked your login shell.` : hint,
    };
}

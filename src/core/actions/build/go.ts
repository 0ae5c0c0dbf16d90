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

/** No Go can be used: the paths that were tried, and a Go that was found but is too old. */
interface NoGo {
  readonly looked: readonly string[];
  readonly tooOld?: Go;
}

/** The result of a search for Go. */
interface Found {
  readonly go: Go | NoGo;
  /** The path at which Go was found, which may be a shim. */
  readonly at: string;
}

/** The result of the last search, and a stamp of the files at that time. */
let known: Promise<Found & { readonly stamp: string }> | undefined;

/**
 * Looks for Go: in PATH and the usual folders, in the folders of version managers, then through the user's
 * login shell because a program started at login has a bare PATH. Remembers the Go that was found until it is
 * replaced or removed, or until a program appears in a place of higher priority. Searches again on each call
 * while there is none.
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

/**
 * Returns a stamp that changes when the program changes, or when a program appears at a path that has
 * priority over `at`.
 */
async function stampOf({ path }: Go, at: string): Promise<string> {
  const stamps = [await programStamp(path)];
  for await (const path of candidatePaths()) {
    stamps.push(path, await programStamp(path));
    if (path === at) break;
  }
  return stamps.join("\n");
}

/**
 * Returns a stamp that differs between a program and its replacement at the same path; empty when there is no
 * program.
 */
async function programStamp(path: string): Promise<string> {
  const info = await Deno.stat(path).catch(() => null);
  return info ? [info.dev, info.ino, info.size, info.mtime?.getTime()].join(" ") : "";
}

async function look(): Promise<Found> {
  const looked = new Set<string>();
  let tooOld: Go | undefined;
  for await (const path of candidates()) {
    // A relative path from GOROOT or HOME would depend on the current folder.
    if (looked.has(path) || !hostSystem().isAbsolute(path)) continue;
    looked.add(path);
    const version = await goVersion(path);
    if (!version) continue;
    if (isEnough(version)) return { go: { path: await resolveShim(path), version }, at: path };
    tooOld ??= { path, version };
  }
  return { go: { looked: [...looked], ...(tooOld ? { tooOld } : {}) }, at: "" };
}

/** Folders in the home folder in which version managers keep one folder per version of Go. */
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

/** Yields paths at which Go may be, without running any program. */
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
    const names = (await Array.fromAsync(Deno.readDir(folder)).catch(() => [])).map(({ name }) => name);
    const wanted = folder === "/usr/lib" ? names.filter((name) => name.startsWith("go-1.")) : names;
    for (const name of wanted.sort(newestFirst)) yield hostSystem().join(folder, name, bin, program);
  }
}

function newestFirst(a: string, b: string): number {
  return b.localeCompare(a, "en", { numeric: true });
}

/** Returns the program behind a version manager's shim, because only the shim needs the user's environment. */
async function resolveShim(path: string): Promise<string> {
  const itself = await inToolchain(path);
  if (itself !== null) return itself;
  const asked = await run(path, ["env", "GOROOT"], { limit: 5000, env: toolEnvironment() });
  const root = asked.ended && asked.code === 0 ? asked.stdout.trim() : "";
  if (!hostSystem().isAbsolute(root)) return path;
  const real = hostSystem().join(root, "bin", `go${hostSystem().programSuffix}`);
  return await goVersion(real) ? real : path;
}

/** Returns the program with its links followed when it lies in a toolchain; null when it may be a shim. */
async function inToolchain(path: string): Promise<string | null> {
  const itself = await Deno.realPath(path).catch(() => path);
  const tools = hostSystem().join(folderOf(folderOf(itself)), "pkg", "tool");
  const found = await Deno.stat(tools).then(({ isDirectory }) => isDirectory, () => false);
  return found ? itself : null;
}

/**
 * Returns the user's environment, which version managers read, without the credentials that none of these
 * programs needs.
 */
function toolEnvironment(): Record<string, string> {
  return { ...withoutCredentials(Deno.env.toObject()), GOTOOLCHAIN: "local" };
}

async function goVersion(path: string): Promise<string | null> {
  const shim = await inToolchain(path) === null;
  const asked = await run(path, ["version"], { limit: 5000, env: probeEnvironment(shim) });
  if (!asked.ended || asked.code !== 0) return null;
  return /^go version (\S+)/.exec(asked.stdout)?.[1] ?? null;
}

/** Variables that lead Go to the folder of its telemetry, by system. No other variable switches telemetry off. */
const TELEMETRY = /^(HOME|XDG_CONFIG_HOME|APPDATA)$/i;

/**
 * Returns the user's environment without Go's own settings, because a wrong setting fails every call of Go.
 * Only a shim gets the variables of the user's folders; a toolchain would write telemetry there, even after
 * it has answered.
 */
function probeEnvironment(shim: boolean): Record<string, string> {
  const entries = Object.entries(toolEnvironment())
    .filter(([name]) => !/^GO[A-Z]/i.test(name) && (shim || !TELEMETRY.test(name)));
  return { ...Object.fromEntries(entries), GOENV: "off", GOTOOLCHAIN: "local" };
}

/** Tells whether that version can compile the SDK. A development version counts as new enough. */
export function isEnough(version: string): boolean {
  const match = /^go(\d+)\.(\d+)/.exec(version);
  if (!match) return version.startsWith("devel");
  const [major, minor] = [Number(match[1]), Number(match[2])];
  return major > 1 || minor >= Number(OLDEST_GO.split(".")[1]);
}

/** Returns the version for the `go` line of `go.mod`: only major and minor, because Go 1.19 accepts nothing else. */
export function languageVersion(version: string): string {
  return /^go(\d+\.\d+)/.exec(version)?.[1] ?? OLDEST_GO;
}

/** Returns the message for a user without Go. `where` adds the folders that were searched. */
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

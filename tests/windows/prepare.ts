import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { copyProject, type Debian, type DebianPlan, makeDebian } from "../support/debian.ts";
import { TEST_PAGES, testAssets } from "../support/pages/assets.ts";
import { exec } from "../support/servers/server.ts";
import { fetchGo } from "./go.ts";
import { PROGRAM_PATH, WINE_PREFIX } from "./programs.ts";

/** Version of Deno for Windows; a test compares it with the other places. */
const DENO = "2.9.5";

/**
 * Wine, and packages for a desktop without a screen, from Debian's newest release, because Debian
 * 12's Wine is too old for Deno.
 */
export const WINDOWS: DebianPlan = {
  what: "Windows (Wine, and the official Deno for Windows)",
  name: "windows",
  release: "sid",
  packages: [
    ...["wine", "wine64", "xvfb", "xauth", "ca-certificates", "fonts-dejavu-core"],
    ...["libgl1", "libxcomposite1", "libxcursor1", "libxi6", "libxrandr2", "libxrender1", "libxinerama1"],
    ...["libfreetype6", "libfontconfig1"],
  ],
  programs: ["git", "go", "npm", "tar"],
  loadedMB: 500,
  diskMB: 3000,
  minutes: 15,
};

/** The prepared Windows. */
export interface TestWindows {
  /** Its system drive, as a folder here. */
  readonly drive: string;
  /**
   * Returns a command line that runs the official Deno for Windows with these arguments, in a copy
   * of the project.
   */
  command(args: readonly string[], env?: Readonly<Record<string, string>>): string[];
}

const DRIVE = `${WINE_PREFIX.slice(1)}/drive_c`;

/** Folder of Go's own installer. */
const GO = `${DRIVE}/Program Files/Go`;

/** On the system drive, because on Wine's drive for Linux, paths of Linux would be valid. */
const PROJECT = `${DRIVE}/kedge`;

const ENV = {
  NO_COLOR: "1",
  USER: "root",
  XDG_RUNTIME_DIR: "/tmp",
  WINEPREFIX: WINE_PREFIX,
  WINEDEBUG: "-all",
  // Prevents questions about .NET and a browser engine.
  WINEDLLOVERRIDES: "mscoree,mshtml=",
  DENO_DIR: "C:\\denodir",
  DENO_CERT: "Z:\\srv\\ca.crt",
  WINEPATH: PROGRAM_PATH,
  // Without Node.js, each start of Deno on Wine would leave a copy of itself of 97 MB as a
  // substitute.
  DENO_DISABLE_NODE_SHIM: "1",
};

/**
 * Prepares a Windows on Debian as root: a second Debian in a folder, with Wine and the official
 * Deno for Windows.
 */
export async function prepareWindows(say: (text: string) => void): Promise<TestWindows> {
  const debian = await makeDebian(WINDOWS, say);
  const { root } = debian;
  await startWine(debian, say);
  await dropLeftovers(join(root, DRIVE));
  await fetchDeno(debian, say);
  await fetchGo(join(root, GO), say);
  await Deno.copyFile(join(root, "etc/ssl/certs/ca-certificates.crt"), join(root, "srv/ca.crt"));
  say("The project …");
  // Wine creates no links, but follows those of Linux.
  await copyProject(join(root, PROJECT), "win32");
  // Bundle here: Deno's bundler would download a program inside Wine, where this machine's proxy is
  // not used.
  await testAssets();
  await cp(TEST_PAGES, join(root, PROJECT, "dist/tests"), { recursive: true });
  const inside = `cd /${PROJECT} && exec xvfb-run -a wine /srv/deno/package/deno.exe "$@"`;
  return {
    drive: join(root, DRIVE),
    command: (args, env) => debian.inside({ ...ENV, ...env }, "sh", "-c", inside, "sh", ...args),
  };
}

/**
 * Creates Wine's own files and registry once. An unfinished start is repeated; the drive is kept.
 */
async function startWine({ root, inside, fresh }: Debian, say: (text: string) => void): Promise<void> {
  const prefix = join(root, WINE_PREFIX), made = join(prefix, "made");
  if (!fresh && existsSync(made)) return;
  say("Wine's first start …");
  // With these files Wine would consider its registry complete.
  for (const name of ["system.reg", "user.reg", "userdef.reg", ".update-timestamp"]) {
    await Deno.remove(join(prefix, name)).catch(() => {});
  }
  await exec(inside(ENV, "xvfb-run", "-a", "sh", "-c", FIRST_START));
  await Deno.writeTextFile(made, "");
}

/**
 * A shell command that also waits for Wine's server, which writes the registry some seconds after
 * the last program; everything ends with the first process here.
 */
const FIRST_START = `wineboot -i && "$(find /usr/lib -name wineserver -type f | head -n 1)" -w`;

/**
 * Removes files of earlier runs from the drive, whose programs were killed or not ended by Wine.
 */
export async function dropLeftovers(drive: string): Promise<void> {
  const user = join(drive, "users/root");
  for (
    const folder of [
      join(drive, "denodir/node_compat_bin"),
      join(user, "Temp"),
      join(user, "AppData/Local/Temp"),
    ]
  ) {
    for await (const { name } of readFolder(folder)) {
      await Deno.remove(join(folder, name), { recursive: true });
    }
  }
}

/** Yields the entries of a folder; none if it does not exist. */
async function* readFolder(folder: string): AsyncGenerator<Deno.DirEntry> {
  if (existsSync(folder)) yield* Deno.readDir(folder);
}

/** Downloads the program for Windows from npm's package of Deno. */
async function fetchDeno({ root }: Debian, say: (text: string) => void): Promise<void> {
  const folder = join(root, "srv/deno"), made = join(folder, DENO);
  if (existsSync(made)) return;
  say("Deno for Windows …");
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(folder, { recursive: true });
  const wanted = `@deno/win32-x64@${DENO}`;
  const packed = await exec(["npm", "pack", "--silent", "--pack-destination", folder, wanted]);
  await exec(["tar", "xzf", join(folder, packed.trim().split("\n").at(-1)!), "-C", folder]);
  await Deno.writeTextFile(made, "");
}

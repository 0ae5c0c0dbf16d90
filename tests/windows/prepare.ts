import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { copyProject, type Debian, type DebianPlan, makeDebian } from "../support/debian.ts";
import { TEST_PAGES, testAssets } from "../support/pages/assets.ts";
import { exec } from "../support/servers/server.ts";
import { fetchGo } from "./go.ts";
import { PROGRAM_PATH, WINE_PREFIX } from "./programs.ts";

/** The version of Deno that everything runs on; a test of the house holds it to the others. */
const DENO = "2.9.5";

/** Wine, and what a desktop without a screen needs, in Debian's newest release: Debian 12's Wine is too old for Deno. */
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

/** A Windows of the tests. */
export interface TestWindows {
  /** The drive of its system, a folder here. */
  readonly drive: string;
  /** A command line that runs the official Deno for Windows with these arguments, in a copy of the project. */
  command(args: readonly string[], env?: Readonly<Record<string, string>>): string[];
}

const DRIVE = `${WINE_PREFIX.slice(1)}/drive_c`;

/** Where Go's own installer puts it. */
const GO = `${DRIVE}/Program Files/Go`;

/** On the drive of the system: on the one that is Linux, paths of Linux would mean something. */
const PROJECT = `${DRIVE}/kedge`;

const ENV = {
  NO_COLOR: "1",
  USER: "root",
  XDG_RUNTIME_DIR: "/tmp",
  WINEPREFIX: WINE_PREFIX,
  WINEDEBUG: "-all",
  // Neither .NET nor a browser engine is asked for.
  WINEDLLOVERRIDES: "mscoree,mshtml=",
  DENO_DIR: "C:\\denodir",
  DENO_CERT: "Z:\\srv\\ca.crt",
  WINEPATH: PROGRAM_PATH,
  // Where there is no Node.js, each start of Deno on Wine leaves a copy of itself that stands for it, of 97 MB.
  DENO_DISABLE_NODE_SHIM: "1",
};

/** Prepares a Windows on Debian, as root: another Debian in a folder, Wine in it, and the official Deno for Windows. */
export async function prepareWindows(say: (text: string) => void): Promise<TestWindows> {
  const debian = await makeDebian(WINDOWS, say);
  const { root } = debian;
  await startWine(debian, say);
  await dropLeftovers(join(root, DRIVE));
  await fetchDeno(debian, say);
  await fetchGo(join(root, GO), say);
  await Deno.copyFile(join(root, "etc/ssl/certs/ca-certificates.crt"), join(root, "srv/ca.crt"));
  say("The project …");
  // Wine makes no links, but follows Linux's.
  await copyProject(join(root, PROJECT), "win32");
  // Deno's bundler would ask the registry for a program that speaks through no proxy of this machine there.
  await testAssets();
  await cp(TEST_PAGES, join(root, PROJECT, "dist/tests"), { recursive: true });
  const inside = `cd /${PROJECT} && exec xvfb-run -a wine /srv/deno/package/deno.exe "$@"`;
  return {
    drive: join(root, DRIVE),
    command: (args, env) => debian.inside({ ...ENV, ...env }, "sh", "-c", inside, "sh", ...args),
  };
}

/** Makes Wine's own files and registry, once; what was begun and not ended is begun anew, and the drive stays. */
async function startWine({ root, inside, fresh }: Debian, say: (text: string) => void): Promise<void> {
  const prefix = join(root, WINE_PREFIX), made = join(prefix, "made");
  if (!fresh && existsSync(made)) return;
  say("Wine's first start …");
  // With them Wine takes its registry for whole.
  for (const name of ["system.reg", "user.reg", "userdef.reg", ".update-timestamp"]) {
    await Deno.remove(join(prefix, name)).catch(() => {});
  }
  await exec(inside(ENV, "xvfb-run", "-a", "sh", "-c", FIRST_START));
  await Deno.writeTextFile(made, "");
}

/** Wine's server writes the registry when it ends, some seconds after the last program; all ends with the first process here. */
const FIRST_START = `wineboot -i && "$(find /usr/lib -name wineserver -type f | head -n 1)" -w`;

/** Removes what programs of earlier runs left on the drive: they were killed, or began what Wine does not end. */
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

/** What lies in a folder; nothing where there is none. */
async function* readFolder(folder: string): AsyncGenerator<Deno.DirEntry> {
  if (existsSync(folder)) yield* Deno.readDir(folder);
}

/** The program that npm's package of Deno brings for Windows. */
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

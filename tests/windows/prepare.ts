import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testCache } from "../support/cache.ts";
import { exec } from "../support/servers/server.ts";
import deno from "../../deno.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The version of Deno that everything runs on; a test of the house holds it to the others. */
const DENO = "2.9.5";

/** Wine, and what a desktop without a screen needs, in Debian's newest release: Debian 12's Wine is too old for Deno. */
const PACKAGES = [
  ...["wine", "wine64", "xvfb", "xauth", "ca-certificates", "fonts-dejavu-core"],
  ...["libgl1", "libxcomposite1", "libxcursor1", "libxi6", "libxrandr2", "libxrender1", "libxinerama1"],
  ...["libfreetype6", "libfontconfig1"],
];

/** Bound into the folder of that Debian while something runs in it. */
const BOUND = ["proc", "sys", "dev", "dev/pts"];

/** A Windows of the tests: where its files lie, and how its Deno is called. */
export interface TestWindows {
  /** A command line that runs the official Deno for Windows with these arguments, in a copy of the project. */
  command(args: readonly string[]): { readonly command: string[]; readonly env: Record<string, string> };
  close(): Promise<void>;
}

/** Prepares a Windows on Debian, as root: another Debian in a folder, Wine in it, and the official Deno for Windows. */
export async function prepareWindows(say: (text: string) => void): Promise<TestWindows> {
  const folder = testCache("windows");
  const root = join(folder, "root"), complete = join(folder, "complete");
  const fresh = !existsSync(complete);
  if (fresh) {
    say(`Preparing Windows in ${folder}: some 3 GB and ten minutes, this time only.`);
    await Deno.mkdir(folder, { recursive: true });
    if (!existsSync(join(root, "etc/debian_version"))) {
      say("Debian …");
      await exec(["debootstrap", "--variant=minbase", "sid", root]);
    }
  }
  for (const name of BOUND) await bind(name, root);
  try {
    const inside = (...command: string[]) => exec(["chroot", root, "env", "-i", ...ENV, ...command]);
    if (fresh) {
      say("Wine …");
      // A mirror that is behind its own dates is still a mirror.
      await Deno.writeTextFile(
        join(root, "etc/apt/apt.conf.d/90dates"),
        'Acquire::Check-Valid-Until "false";\n',
      );
      await inside("apt-get", "-q", "update");
      await inside("apt-get", "-q", "install", "-y", "--no-install-recommends", ...PACKAGES);
      await inside("xvfb-run", "-a", "wineboot", "-i");
      say("Deno for Windows …");
      await fetchDeno(root);
      await Deno.copyFile(join(root, "etc/ssl/certs/ca-certificates.crt"), join(root, "srv/ca.crt"));
      await Deno.writeTextFile(complete, "");
    }
    say("The project …");
    await copyProject(join(root, "srv/kedge"));
  } catch (error) {
    for (const name of BOUND.toReversed()) await unbind(name, root);
    throw error;
  }
  return {
    command: (args) => ({
      command: [
        ...["chroot", root, "env", "-i", ...ENV, "sh", "-c"],
        'cd /srv/kedge && exec xvfb-run -a wine /srv/deno/package/deno.exe "$@"',
        "sh",
        ...args,
      ],
      env: {},
    }),
    async close() {
      await new Deno.Command("chroot", { args: [root, "env", "-i", ...ENV, "wineserver", "-k"] }).output();
      for (const name of BOUND.toReversed()) await unbind(name, root);
    },
  };
}

const ENV = [
  ...["HOME=/root", "USER=root", "PATH=/usr/bin:/bin:/usr/sbin:/sbin", "LANG=C.UTF-8", "NO_COLOR=1"],
  ...["DEBIAN_FRONTEND=noninteractive", "XDG_RUNTIME_DIR=/tmp", "WINEPREFIX=/root/.wine", "WINEDEBUG=-all"],
  // Neither .NET nor a browser engine is asked for.
  "WINEDLLOVERRIDES=mscoree,mshtml=",
  ...["DENO_DIR=C:\\denodir", "DENO_CERT=Z:\\srv\\ca.crt"],
];

async function bind(name: string, root: string): Promise<void> {
  const { success } = await new Deno.Command("mountpoint", { args: ["-q", join(root, name)] }).output();
  if (!success) await exec(["mount", "--bind", `/${name}`, join(root, name)]);
}

async function unbind(name: string, root: string): Promise<void> {
  await new Deno.Command("umount", { args: ["--lazy", join(root, name)] }).output();
}

/** The program that npm's package of Deno brings for Windows. */
async function fetchDeno(root: string): Promise<void> {
  const folder = join(root, "srv/deno");
  await Deno.mkdir(folder, { recursive: true });
  const packed = await exec([
    "npm",
    "pack",
    "--silent",
    "--pack-destination",
    folder,
    `@deno/win32-x64@${DENO}`,
  ]);
  await exec(["tar", "xzf", join(folder, packed.trim().split("\n").at(-1)!), "-C", folder]);
}

/** The files that git knows or would know, and the packages for Windows. Wine makes no links, but follows Linux's. */
async function copyProject(folder: string): Promise<void> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(folder, { recursive: true });
  const files = await exec([
    "git",
    "-C",
    ROOT,
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
  ]);
  for (const file of files.split("\0").filter((name) => name && existsSync(join(ROOT, name)))) {
    await Deno.mkdir(join(folder, file, ".."), { recursive: true });
    await Deno.copyFile(join(ROOT, file), join(folder, file));
  }
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["install", "--quiet", "--frozen", "--os", "win32", "--arch", "x64"],
    cwd: folder,
  }).output();
  if (!success) {
    throw new Error(`packages for Windows (${deno.version}): ${new TextDecoder().decode(stderr)}`);
  }
}

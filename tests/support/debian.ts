import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram } from "../../src/core/platform/mod.ts";
import { testCache } from "./cache.ts";
import { exec } from "./servers/server.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Another Debian system that tests need, and the cost of creating it, which is printed before it starts. */
export interface DebianPlan {
  /** Purpose, such as `Windows`. */
  readonly what: string;
  /** Name of its folder below the cache of the tests. */
  readonly name: string;
  readonly release: "sid" | "trixie";
  readonly packages: readonly string[];
  /** Programs of this machine that are needed to create it, besides those of every plan. */
  readonly programs?: readonly string[];
  readonly loadedMB: number;
  readonly diskMB: number;
  readonly minutes: number;
}

/** A Debian system in a folder. */
export interface Debian {
  readonly root: string;
  /** Whether it was created by this call. */
  readonly fresh: boolean;
  /**
   * Returns the command line that runs a program in it, as its root, with its own mounts and processes. All
   * processes that the program started end with it.
   */
  inside(env: Record<string, string>, ...command: string[]): string[];
}

/** Programs that every plan needs, with their packages. */
const PROGRAMS: Readonly<Record<string, string>> = {
  debootstrap: "debootstrap",
  unshare: "util-linux",
  pivot_root: "util-linux",
};

/**
 * Script that enters the system with its own mounts, so that nothing stays mounted however it ends. The root
 * is a mount point, because a browser engine's sandbox requires that.
 */
const ENTER = `set -e
root=$1; shift
mount --make-rprivate /
mount --rbind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
mkdir -p "$root/.outside"
cd "$root"
pivot_root . .outside
umount -l /.outside
# Its first process stays: an X server tells nothing to a parent that is the first.
env -i "$@"`;

const PATHS = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Creates the plan's Debian, or returns the existing one. Works on Debian as root. */
export async function makeDebian(plan: DebianPlan, say: (text: string) => void): Promise<Debian> {
  const folder = testCache(plan.name);
  const root = join(folder, "root");
  const made = join(folder, "debian"), complete = join(folder, "complete");
  const wanted = JSON.stringify([plan.release, ...plan.packages]);
  const fresh = await Deno.readTextFile(complete).catch(() => "") !== wanted;
  const inside = (env: Record<string, string>, ...command: string[]) => [
    ...["unshare", "--mount", "--pid", "--ipc", "--fork", "--kill-child", "sh", "-c", ENTER, "sh", root],
    ...[PATHS, "HOME=/root", "LANG=C.UTF-8"],
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    ...command,
  ];
  const needs = fresh ? await missingNeeds(plan, folder) : Deno.uid() === 0 ? [] : ["root"];
  if (needs.length > 0) throw new Error(`${plan.what} cannot be prepared here. Missing: ${needs.join("; ")}`);
  if (fresh) {
    say(told(plan, folder));
    await Deno.mkdir(folder, { recursive: true });
    if (!existsSync(made)) {
      say(`Debian ${plan.release} …`);
      await removeRoot(root);
      await exec(["debootstrap", "--variant=minbase", plan.release, root]);
      await settle(root);
      await Deno.writeTextFile(made, plan.release);
    }
    say(`${plan.packages.length} packages and what they need …`);
    await Deno.copyFile("/etc/resolv.conf", join(root, "etc/resolv.conf"));
    const apt = (...args: string[]) =>
      exec(inside({ DEBIAN_FRONTEND: "noninteractive" }, "apt-get", "-q", ...args));
    await apt("update");
    await apt("install", "-y", "--no-install-recommends", ...plan.packages);
    await apt("clean");
    await Deno.writeTextFile(complete, wanted);
  }
  return { root, fresh, inside };
}

/** Returns the text that is printed before a Debian is created. */
export function told({ what, loadedMB, diskMB, minutes, release }: DebianPlan, folder: string): string {
  return `Preparing ${what}, this time only: Debian ${release} in ${folder}, ${loadedMB} MB to load, ${diskMB} MB on disk, ` +
    `some ${minutes} minutes. Remove that folder to be rid of it.`;
}

/** Returns what this machine lacks to create it, as texts. */
async function missingNeeds(plan: DebianPlan, folder: string): Promise<string[]> {
  if (Deno.build.os !== "linux" || !await findProgram("apt-get")) return ["Debian, or one of its children"];
  const missing: string[] = [];
  if (Deno.uid() !== 0) missing.push("root, for mounts and another root folder");
  for (const [name, from] of Object.entries(PROGRAMS)) {
    if (!await findProgram(name)) missing.push(`${name} (apt-get install ${from})`);
  }
  for (const name of plan.programs ?? []) if (!await findProgram(name)) missing.push(name);
  const free = await freeMB(folder);
  if (free < plan.diskMB) missing.push(`${plan.diskMB} MB on the disk of ${folder}, where ${free} are free`);
  return missing;
}

/** Removes an incomplete root folder. Throws when anything is mounted in it, because that would be deleted too. */
async function removeRoot(root: string): Promise<void> {
  const mounts = await Deno.readTextFile("/proc/self/mountinfo");
  const below = mounts.split("\n").map((line) => line.split(" ")[4] ?? "").filter((at) =>
    at === root || at.startsWith(`${root}/`)
  );
  if (below.length > 0) throw new Error(`Unmount first: ${below.join(" ")}`);
  await Deno.remove(root, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

async function freeMB(folder: string): Promise<number> {
  let there = folder;
  while (!existsSync(there)) there = dirname(there);
  const answer = await exec(["df", "--output=avail", "--block-size=1M", there]);
  return Number(answer.trim().split("\n").at(-1));
}

/** Configures the system: installing a package starts no service, and a mirror with outdated files is accepted. */
async function settle(root: string): Promise<void> {
  await Deno.writeTextFile(
    join(root, "etc/apt/apt.conf.d/90dates"),
    'Acquire::Check-Valid-Until "false";\n',
  );
  await Deno.writeTextFile(join(root, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
}

/** Copies the files that git tracks or would track, with the packages for a system. */
export async function copyProject(
  folder: string,
  system: "win32" | "linux",
  env: Record<string, string> = {},
): Promise<void> {
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
    args: ["install", "--quiet", "--frozen", "--os", system, "--arch", "x64"],
    cwd: folder,
    env,
  }).output();
  if (!success) throw new Error(`packages for ${system}: ${new TextDecoder().decode(stderr)}`);
}

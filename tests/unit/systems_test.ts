import { equal } from "node:assert/strict";
import { chmod, mkdir, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { testFolder } from "../support/folder.ts";
import { interrupt } from "../support/program/interrupt.ts";
import { has, HAVE, type Need } from "../support/systems.ts";

/** Tests for each feature on this system. */
const TRIED: Record<Need, (folder: string) => Promise<boolean>> = {
  modes: async (folder) => {
    await mkdir(join(folder, "closed"));
    await chmod(join(folder, "closed"), 0o700);
    return ((await stat(join(folder, "closed"))).mode & 0o777) === 0o700;
  },
  links: async (folder) => {
    await symlink(folder, join(folder, "link"));
    return (await Deno.lstat(join(folder, "link"))).isSymlink;
  },
  specialFiles: async (folder) =>
    (await new Deno.Command("mkfifo", { args: [join(folder, "pipe")] }).output()).success,
  shell: async () => (await new Deno.Command("/bin/sh", { args: ["-c", "exit 0"] }).output()).success,
  cmd: async () => (await new Deno.Command("cmd.exe", { args: ["/c", "exit 0"] }).output()).success,
  signals: async () => {
    const heard = Promise.withResolvers<boolean>();
    const listener = () => heard.resolve(true);
    const timer = setTimeout(() => heard.resolve(false), 30_000);
    Deno.addSignalListener("SIGUSR2", listener);
    try {
      Deno.kill(Deno.pid, "SIGUSR2");
      return await heard.promise;
    } finally {
      clearTimeout(timer);
      Deno.removeSignalListener("SIGUSR2", listener);
    }
  },
  interrupt: async (folder) => {
    const source =
      'Deno.addSignalListener("SIGINT", () => Deno.exit(7)); console.log(1); setTimeout(() => {}, 60_000);';
    const child = new Deno.Command(Deno.execPath(), {
      args: ["eval", source],
      cwd: folder,
      stdout: "piped",
    }).spawn();
    const reader = child.stdout.getReader();
    await reader.read();
    try {
      await interrupt(child, folder);
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    } finally {
      await reader.cancel();
    }
    return (await child.status).code === 7;
  },
  slashes: (folder) => Promise.resolve(folder.startsWith("/")),
  anyName: async (folder) => {
    await Deno.writeTextFile(join(folder, '\u001b"name'), "");
    return true;
  },
  longNames: async (folder) => {
    const error = await Deno.stat(join(folder, "x".repeat(5000))).then(() => null, (error) => error);
    return (error as { code?: string } | null)?.code === "ENAMETOOLONG";
  },
  tmpfs: async () =>
    (await new Deno.Command("/usr/bin/mount", { args: ["--version"] }).output()).success &&
    (await Deno.readTextFile("/proc/filesystems")).includes("\ttmpfs\n"),
  openssl: async () => (await new Deno.Command("openssl", { args: ["version"] }).output()).success,
  proc: async () => parseInt(await Deno.readTextFile("/proc/self/stat")) === Deno.pid,
};

for (const need of Object.keys(HAVE) as Need[]) {
  Deno.test(`this system has ${need} as the table of systems says`, async () => {
    const folder = await testFolder();
    equal(await TRIED[need](folder).catch(() => false), has(need));
  });
}

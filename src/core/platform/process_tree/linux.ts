import { readdir, readFile } from "node:fs/promises";
import type { MarkedProcesses } from "./mod.ts";

/** Tells whether the bytes of `/proc/PID/environ` hold exactly `NAME=value`. */
export function environHolds(environ: Uint8Array, name: string, value: string): boolean {
  return new TextDecoder().decode(environ).split("\0").includes(`${name}=${value}`);
}

/** Tells whether `/proc/PID/stat` is that of a process that has ended and waits for its parent. */
export function isZombie(stat: string): boolean {
  // The name stands in parentheses and may hold anything, also parentheses.
  return /^ [ZX] /.test(stat.slice(stat.lastIndexOf(")") + 1));
}

/** Linux shows the environment of the user's processes in /proc. */
export const linux: MarkedProcesses = {
  async find(name, value) {
    const own = String(Deno.pid);
    const found: number[] = [];
    for (const entry of await readdir("/proc")) {
      if (!/^\d+$/.test(entry) || entry === own) continue;
      try {
        const environ = await readFile(`/proc/${entry}/environ`);
        if (!environHolds(environ, name, value)) continue;
        if (!isZombie(await readFile(`/proc/${entry}/stat`, "utf8"))) found.push(Number(entry));
      } catch {
        // Another user's, or it has just ended.
      }
    }
    return found;
  },
};

import { readdirSync, readFileSync } from "node:fs";
import type { MarkedProcesses } from "./marked.ts";

/** Tells whether the bytes of `/proc/PID/environ` hold exactly `NAME=value`. */
export function environHolds(environ: Uint8Array, name: string, value: string): boolean {
  return new TextDecoder().decode(environ).split("\0").includes(`${name}=${value}`);
}

/** Tells whether `/proc/PID/stat` is that of a process that has ended and waits for its parent. */
export function isZombie(stat: string): boolean {
  // The name stands in parentheses and may hold anything, also parentheses.
  return /^ [ZX] /.test(stat.slice(stat.lastIndexOf(")") + 1));
}

/** The parent in `/proc/PID/stat`; 0 of a process that has ended. */
export function parentIn(stat: string): number {
  return isZombie(stat) ? 0 : Number(stat.slice(stat.lastIndexOf(")") + 1).split(" ")[2]);
}

/** The living processes that descend from one, whatever they have done to their group and environment. */
export function descendantsOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = parentIn(readFileSync(`/proc/${name}/stat`, "utf8"));
      children.set(parent, [...children.get(parent) ?? [], Number(name)]);
    } catch {
      // It has ended.
    }
  }
  const found: number[] = [];
  for (let at = [root]; at.length > 0;) {
    at = at.flatMap((pid) => children.get(pid) ?? []);
    for (const pid of at) found.push(pid);
  }
  return found;
}

/**
 * Whether a process can have been started after the process `since`: ids are given out in order and begin
 * anew at the largest. `last` is the youngest id.
 */
export function isYounger(pid: number, since: number, last: number): boolean {
  return last >= since ? pid > since && pid <= last : pid > since || pid <= last;
}

/** Up to so many processes are looked at by their number, without reading the list of all. */
const FEW = 256;

/** The processes that can be younger than `since`. */
function younger(since: number): number[] {
  // The last field of loadavg is the youngest process.
  const last = Number(readFileSync("/proc/loadavg", "utf8").trim().split(" ").at(-1));
  if (last >= since && last - since <= FEW) {
    return Array.from({ length: last - since }, (_, i) => since + 1 + i);
  }
  return readdirSync("/proc").map(Number).filter((pid) => pid > 0 && isYounger(pid, since, last));
}

/**
 * Linux shows the environment of the user's processes in /proc. Read at one go: these are files of the
 * kernel's memory, and waiting for each would take three times as long, at the end of every run.
 */
export const linux: MarkedProcesses = {
  find(name, value, since = 0) {
    const found: number[] = [];
    for (const pid of younger(since)) {
      if (pid === Deno.pid) continue;
      try {
        if (!environHolds(readFileSync(`/proc/${pid}/environ`), name, value)) continue;
        if (!isZombie(readFileSync(`/proc/${pid}/stat`, "utf8"))) found.push(pid);
      } catch {
        // Another user's, or it has ended.
      }
    }
    return Promise.resolve(found);
  },
};

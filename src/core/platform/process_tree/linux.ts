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

/** The processes that a living one descends from, the nearest first. */
export function ancestorsOf(pid: number): number[] {
  const found: number[] = [];
  try {
    for (let at = pid; at > 1 && found.length < 1000;) {
      at = parentIn(readFileSync(`/proc/${at}/stat`, "utf8"));
      found.push(at);
    }
  } catch {
    // It has ended.
  }
  return found;
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
 * anew at the largest: they do so within minutes on a busy machine, and whoever is older then has a larger id than the
 * youngest, `last`. All are younger than 0.
 */
export function isYounger(pid: number, since: number, last: number): boolean {
  if (since === 0) return true;
  return last >= since ? pid > since && pid <= last : pid > since || pid <= last;
}

/** Up to so many processes are looked at by their number, without reading the list of all. */
const FEW = 256;

/** The processes that can be younger than `since`. */
function younger(since: number): number[] {
  // The last field of loadavg is the youngest process.
  const last = Number(readFileSync("/proc/loadavg", "utf8").trim().split(" ").at(-1));
  if (since > 0 && last >= since && last - since <= FEW) {
    return Array.from({ length: last - since }, (_, i) => since + 1 + i);
  }
  return readdirSync("/proc").map(Number).filter((pid) => pid > 0 && isYounger(pid, since, last));
}

/** So often one that is just becoming another program is looked at again, and the rest between, in ms. */
const LOOKS = 100, REST = 2;

/** The flag of the kernel's own threads in `/proc/PID/stat` (PF_KTHREAD). */
const KERNEL = 0x200000;

/** Whether an environment was surely read whole: it ends where a variable does, and fits into the first page, which is read at once. */
const isComplete = (environ: Uint8Array) => environ.at(-1) === 0 && environ.length < 4096;

/**
 * Whether a process whose environment was read as so many bytes may have another one, by its `/proc/PID/stat`: it is just
 * becoming another program (execve), for which the kernel lays down arguments, then the environment, and at last says where
 * the code begins; or it was so while it was read. Those that have ended and those of the kernel become nothing.
 */
export function isBecoming(stat: string, read: number): boolean {
  const fields = stat.slice(stat.lastIndexOf(")") + 1).split(" ");
  // By their numbers in proc(5), of which the first after the name is 3.
  const field = (number: number) => Number(fields[number - 2]);
  const flags = field(9), code = field(26), environment = field(51) - field(50);
  return !isZombie(stat) && (flags & KERNEL) === 0 && (code === 0 || environment !== read);
}

/**
 * Linux shows the environment of the user's processes in /proc. Read at one go: these are files of the
 * kernel's memory, and waiting for each would take three times as long, at the end of every run.
 */
export const linux: MarkedProcesses = {
  async find(name, value, since = 0) {
    const found: number[] = [];
    for (let rest = younger(since), look = 0;; look++) {
      const becoming: number[] = [];
      for (const pid of rest) {
        if (pid === Deno.pid) continue;
        try {
          const environ = readFileSync(`/proc/${pid}/environ`);
          if (environHolds(environ, name, value)) {
            if (!isZombie(readFileSync(`/proc/${pid}/stat`, "utf8"))) found.push(pid);
          } else if (
            look < LOOKS && !isComplete(environ) &&
            isBecoming(readFileSync(`/proc/${pid}/stat`, "utf8"), environ.length)
          ) {
            becoming.push(pid);
          }
        } catch {
          // Another user's, or it has ended.
        }
      }
      if (becoming.length === 0) return found;
      await new Promise((resolve) => setTimeout(resolve, REST));
      rest = becoming;
    }
  },
};

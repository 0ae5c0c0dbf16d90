import { readdirSync, readFileSync } from "node:fs";
import type { MarkedProcesses } from "./marked.ts";

/** Tells whether the bytes of `/proc/PID/environ` contain exactly `NAME=value`. */
export function environHolds(environ: Uint8Array, name: string, value: string): boolean {
  return new TextDecoder().decode(environ).split("\0").includes(`${name}=${value}`);
}

/** Tells whether `/proc/PID/stat` belongs to a process that has ended and waits for its parent. */
export function isZombie(stat: string): boolean {
  // The process name is in parentheses and may contain anything, even parentheses.
  return /^ [ZX] /.test(stat.slice(stat.lastIndexOf(")") + 1));
}

/** Returns the parent from `/proc/PID/stat`; 0 for a process that has ended. */
export function parentIn(stat: string): number {
  return isZombie(stat) ? 0 : Number(stat.slice(stat.lastIndexOf(")") + 1).split(" ")[2]);
}

/** Returns the ancestors of a running process, the nearest first. */
export function ancestorsOf(pid: number): number[] {
  const found: number[] = [];
  try {
    for (let at = pid; at > 1 && found.length < 1000;) {
      at = parentIn(readFileSync(`/proc/${at}/stat`, "utf8"));
      found.push(at);
    }
  } catch {
    // The process has ended.
  }
  return found;
}

/** Returns the running descendants of a process, whatever they did to their group and environment. */
export function descendantsOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = parentIn(readFileSync(`/proc/${name}/stat`, "utf8"));
      children.set(parent, [...children.get(parent) ?? [], Number(name)]);
    } catch {
      // The process has ended.
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
 * Returns whether a process may have started after the process `since`. Ids are assigned in order and start
 * again after the largest, on a busy machine within minutes; an older process then has a larger id than the
 * youngest, `last`. All processes are younger than 0.
 */
export function isYounger(pid: number, since: number, last: number): boolean {
  if (since === 0) return true;
  return last >= since ? pid > since && pid <= last : pid > since || pid <= last;
}

/** Maximum processes that are read by their ids instead of from the list of all. */
const FEW = 256;

/** Returns the processes that may be younger than `since`. */
function younger(since: number): number[] {
  // The last field of loadavg is the youngest process.
  const last = Number(readFileSync("/proc/loadavg", "utf8").trim().split(" ").at(-1));
  if (since > 0 && last >= since && last - since <= FEW) {
    return Array.from({ length: last - since }, (_, i) => since + 1 + i);
  }
  return readdirSync("/proc").map(Number).filter((pid) => pid > 0 && isYounger(pid, since, last));
}

/** Maximum attempts to read a process that is becoming another program, and the pause between them, ms. */
const LOOKS = 100, REST = 2;

/** Flag of the kernel's own threads in `/proc/PID/stat` (PF_KTHREAD). */
const KERNEL = 0x200000;

/**
 * Returns whether an environment was certainly read completely: it ends with the end of a variable and fits
 * into one page, which is read at once.
 */
const isComplete = (environ: Uint8Array) => environ.at(-1) === 0 && environ.length < 4096;

/**
 * Returns whether a process may have another environment than the one of `read` bytes, from its
 * `/proc/PID/stat`. It may be becoming another program (execve), for which the kernel first writes the
 * arguments, then the environment, and last the start of the code; or it did so during the reading. Ended
 * processes and kernel threads become nothing else.
 */
export function isBecoming(stat: string, read: number): boolean {
  const fields = stat.slice(stat.lastIndexOf(")") + 1).split(" ");
  // Fields have their numbers in proc(5); the first one after the name is 3.
  const field = (number: number) => Number(fields[number - 2]);
  const flags = field(9), code = field(26), environment = field(51) - field(50);
  return !isZombie(stat) && (flags & KERNEL) === 0 && (code === 0 || environment !== read);
}

/**
 * Finds marked processes on Linux, where /proc reveals the environment of the user's processes. It reads
 * synchronously because these files come from the kernel's memory, and waiting for each would take three
 * times as long at the end of every run.
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
          // The process belongs to another user, or has ended.
        }
      }
      if (becoming.length === 0) return found;
      await new Promise((resolve) => setTimeout(resolve, REST));
      rest = becoming;
    }
  },
};

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { descendantsOf } from "../process_tree/linux.ts";
import { quickKindOf } from "./prlimit.ts";
import { allProcesses } from "./run_mark.ts";

/** Processes outside of runs that were found to hold a connection: start time by process id. */
const known = new Map<number, string>();

/** Maximum processes remembered; a browser has one or two. */
const MAX_KNOWN = 16;

/** Returns the start time of a process in the kernel's units. Together with it a process id is unique. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

/** Returns whether a process holds a socket; false when the kernel does not reveal its files. */
function holds(pid: number, inode: number): boolean {
  const wanted = `socket:[${inode}]`;
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`) === wanted;
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}

/**
 * Returns whether a socket belongs to a run. While a process of a run is alive, only a holder outside of runs
 * proves that it does not: a process can hide its files, or pass them on during the search.
 */
export function heldByRun(inode: number): boolean {
  for (const [pid, start] of known) {
    if (startOf(pid) !== start) known.delete(pid);
    else if (holds(pid, inode)) return false;
  }
  const free: number[] = [];
  let marked = false;
  for (const pid of allProcesses()) {
    const kind = quickKindOf(pid);
    if (kind) marked = true;
    else if (kind === null) free.push(pid);
  }
  if (!marked) return false;
  // Youngest first, because a tool that was just started asks once, while long-running programs are
  // remembered.
  const holder = free.reverse().find((pid) => holds(pid, inode));
  if (holder === undefined) return true;
  known.set(holder, startOf(holder));
  for (const pid of known.keys()) {
    if (known.size <= MAX_KNOWN) break;
    known.delete(pid);
  }
  return false;
}

/** Returns whether that process or one of its descendants holds a socket. */
export function heldBelow(root: number, inode: number): boolean {
  return [root, ...descendantsOf(root)].some((pid) => holds(pid, inode));
}

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { descendantsOf } from "../process_tree/linux.ts";
import { allProcesses, runKindOf } from "./run_mark.ts";

/** Processes that were found to hold a connection and not to be of a run, by number, with the time of their start. */
const known = new Map<number, string>();

/** So many are kept: a browser has one or two. */
const MAX_KNOWN = 16;

/** When a process was started, in the kernel's own count: with it a number means one process only. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

/** Whether a process holds a socket; false also where the kernel does not show what it holds. */
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
 * Whether a socket belongs to a run. While a process of the run lives, only a holder outside the run proves that it
 * does not: a process can hide what it holds, or pass it on during the search.
 */
export function heldByRun(inode: number): boolean {
  for (const [pid, start] of known) {
    if (startOf(pid) !== start) known.delete(pid);
    else if (holds(pid, inode)) return false;
  }
  const free: number[] = [];
  let marked = false;
  for (const pid of allProcesses()) {
    const kind = runKindOf(pid);
    if (kind) marked = true;
    else if (kind === null) free.push(pid);
  }
  if (!marked) return false;
  // The youngest first: a tool that was just started asks once, what stays is known.
  const holder = free.reverse().find((pid) => holds(pid, inode));
  if (holder === undefined) return true;
  known.set(holder, startOf(holder));
  for (const pid of known.keys()) {
    if (known.size <= MAX_KNOWN) break;
    known.delete(pid);
  }
  return false;
}

/** Whether a socket is held by that process or one that descends from it. */
export function heldBelow(root: number, inode: number): boolean {
  return [root, ...descendantsOf(root)].some((pid) => holds(pid, inode));
}

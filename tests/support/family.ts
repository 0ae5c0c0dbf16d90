import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { descendantsOf, isZombie } from "../../src/core/platform/process_tree/linux.ts";
import { markedProcesses } from "../../src/core/platform/process_tree/mod.ts";

/** The session of a process, by its `/proc/PID/stat`; 0 of one that has ended. */
function sessionOf(pid: number | "self"): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return isZombie(stat) ? 0 : Number(stat.slice(stat.lastIndexOf(")") + 1).split(" ")[4]);
  } catch {
    return 0;
  }
}

/** Whether a process works in a folder or has a file in it open; false for another user's. */
function isIn(folder: string, pid: string): boolean {
  const within = (link: string) => {
    try {
      return readlinkSync(link).startsWith(`${folder}/`);
    } catch {
      return false;
    }
  };
  try {
    return within(`/proc/${pid}/cwd`) ||
      readdirSync(`/proc/${pid}/fd`).some((fd) => within(`/proc/${pid}/fd/${fd}`));
  } catch {
    return false;
  }
}

/** How the programs of a test are told from others. */
export interface Family {
  /** `NAME=value` in the environment of each that did not write over it. */
  readonly mark: readonly [name: string, value: string];
  /** The folder that is theirs alone, by its real path. */
  readonly folder: string;
  /** Leaders of sessions in which only they are. */
  readonly leaders?: readonly number[];
}

/**
 * Finds the programs that have the mark in their environment or a file of the folder open, what descends from them, and what
 * is or was in a session with one of them. Chromium needs them all: it writes over its environment, leaves the session
 * of the one that opened it, and what it has just started when it is killed is nobody's child. The caller, and its own
 * session, never count.
 */
export function familyOf({ mark: [name, value], folder, leaders = [] }: Family): () => Promise<number[]> {
  const own = sessionOf("self");
  const sessions = new Set(leaders);
  return async () => {
    const all = () => readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
    const within = all().filter((pid) => isIn(folder, pid)).map(Number);
    const known = [...await markedProcesses().find(name, value), ...within].filter((pid) => pid !== Deno.pid);
    for (const pid of known) sessions.add(sessionOf(pid));
    sessions.delete(own);
    sessions.delete(0);
    const found = new Set(known.flatMap((pid) => [pid, ...descendantsOf(pid)]));
    for (const pid of all().map(Number)) if (sessions.has(sessionOf(pid))) found.add(pid);
    return [...found].filter((pid) => pid !== Deno.pid);
  };
}

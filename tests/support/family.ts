import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { descendantsOf, isZombie } from "../../src/core/platform/process_tree/linux.ts";
import { markedProcesses } from "../../src/core/platform/process_tree/mod.ts";
import { waitFor } from "../desktop/harness/wait.ts";

/** Returns the session ID of a process from `/proc/PID/stat`; 0 for a process that has ended. */
function sessionOf(pid: number | "self"): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return isZombie(stat) ? 0 : Number(stat.slice(stat.lastIndexOf(")") + 1).split(" ")[4]);
  } catch {
    return 0;
  }
}

/** Whether a process works in a folder or has a file in it open; false for another user's process. */
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

/** A program that was started as the leader of a session. */
export interface Leader {
  readonly pid: number;
  /** Whether it has ended and was reaped. */
  over(): boolean;
}

/** How the programs of a test are recognised. */
export interface Family {
  /** `NAME=value` in the environment of each program that did not overwrite its environment. */
  readonly mark: readonly [name: string, value: string];
  /** Real path of the folder that only these programs use. */
  readonly folder: string;
  /** Leaders of sessions that contain only these programs. */
  readonly leaders?: readonly Leader[];
}

/**
 * Finds the programs that have the mark in their environment or a file of the folder open, their descendants,
 * and all programs that are or were in a session with one of them. Chromium requires all of this: it
 * overwrites its environment, leaves the session of its parent, and processes it has just started become
 * orphans when it is killed. The caller and its own session never count. The system reuses IDs within
 * minutes, so a process with the ID of a leader that has ended is a stranger.
 */
export function familyOf({ mark: [name, value], folder, leaders = [] }: Family): () => Promise<number[]> {
  const own = sessionOf("self");
  const met = new Set<number>();
  return async () => {
    const all = () => readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
    const within = all().filter((pid) => isIn(folder, pid)).map(Number);
    const known = [...await markedProcesses().find(name, value), ...within].filter((pid) => pid !== Deno.pid);
    for (const pid of known) met.add(sessionOf(pid));
    const led = leaders.filter(({ pid, over }) => !over() || !existsSync(`/proc/${pid}`));
    const sessions = new Set([...met, ...led.map(({ pid }) => pid)]);
    sessions.delete(own);
    sessions.delete(0);
    const found = new Set(known.flatMap((pid) => [pid, ...descendantsOf(pid)]));
    for (const pid of all().map(Number)) if (sessions.has(sessionOf(pid))) found.add(pid);
    return [...found].filter((pid) => pid !== Deno.pid);
  };
}

/** Kills all programs that are found, and those that they start meanwhile, until none is left. */
export async function endFamily(family: () => Promise<number[]>): Promise<void> {
  await waitFor("the family to end", async () => {
    const left = await family();
    for (const pid of left) {
      try {
        Deno.kill(pid, "SIGKILL");
      } catch {
        // The program has just ended.
      }
    }
    return left.length === 0;
  });
}

import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { descendantsOf, isZombie } from "../../src/core/platform/process_tree/linux.ts";
import { markedProcesses } from "../../src/core/platform/process_tree/mod.ts";
import { waitFor } from "../desktop/harness/wait.ts";

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

/** A program that was started as the leader of a session. */
export interface Leader {
  readonly pid: number;
  /** Whether it has ended, and was waited for. */
  over(): boolean;
}

/** How the programs of a test are told from others. */
export interface Family {
  /** `NAME=value` in the environment of each that did not write over it. */
  readonly mark: readonly [name: string, value: string];
  /** The folder that is theirs alone, by its real path. */
  readonly folder: string;
  /** Leaders of sessions in which only they are. */
  readonly leaders?: readonly Leader[];
}

/**
 * Finds the programs that have the mark in their environment or a file of the folder open, what descends from them, and what
 * is or was in a session with one of them. Chromium needs them all: it writes over its environment, leaves the session
 * of the one that opened it, and what it has just started when it is killed is nobody's child. The caller, and its own
 * session, never count. The system gives numbers out anew within minutes: whoever has that of a leader that is over is a
 * stranger.
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

/** Ends all that are found, and what they start meanwhile, until there is none. */
export async function endFamily(family: () => Promise<number[]>): Promise<void> {
  await waitFor("the family to end", async () => {
    const left = await family();
    for (const pid of left) {
      try {
        Deno.kill(pid, "SIGKILL");
      } catch {
        // It ended in this moment.
      }
    }
    return left.length === 0;
  });
}

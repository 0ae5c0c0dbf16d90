import { readdirSync, readFileSync } from "node:fs";
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

/**
 * Finds the programs that have `NAME=value` in their environment, what descends from them, and what is or was in a session
 * with one of them: Chromium's children write over their environment, and one that was just started when its parent was
 * killed is nobody's child. `leaders` lead sessions that count from the beginning; the caller's own session never does.
 */
export function familyOf(
  name: string,
  value: string,
  leaders: readonly number[] = [],
): () => Promise<number[]> {
  const own = sessionOf("self");
  const sessions = new Set(leaders);
  return async () => {
    const marked = await markedProcesses().find(name, value);
    for (const pid of marked) sessions.add(sessionOf(pid));
    sessions.delete(own);
    sessions.delete(0);
    const found = new Set(marked.flatMap((pid) => [pid, ...descendantsOf(pid)]));
    for (const entry of readdirSync("/proc")) {
      if (/^\d+$/.test(entry) && sessions.has(sessionOf(Number(entry)))) found.add(Number(entry));
    }
    found.delete(Deno.pid);
    return [...found];
  };
}

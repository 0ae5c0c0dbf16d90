import { run } from "../run.ts";
import type { CallerTables } from "./caller.ts";

/** Maximum duration of either program, ms. */
const LIMIT = 5000;

/**
 * Returns the process in the output of `lsof -Fpn` about a port. Its lines are `p` and a process, then `n`
 * and a connection.
 */
export function holderIn(listing: string, from: number, to: number): number | null {
  let pid: number | null = null;
  for (const line of listing.split("\n")) {
    if (/^p\d+$/.test(line)) pid = Number(line.slice(1));
    if (line === `n127.0.0.1:${from}->127.0.0.1:${to}`) return pid;
  }
  return null;
}

/** Returns the parents in the output of `ps -o pid=,ppid=`. */
export function parentsIn(listing: string): Map<number, number> {
  return new Map(
    [...listing.matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm)].map(([, pid, parent]) => [Number(pid), Number(parent)]),
  );
}

/** macOS reveals connections and parents only through its own programs. */
export const darwin: CallerTables = {
  async holder(from, to) {
    const args = ["-nP", "-a", `-iTCP@127.0.0.1:${from}`, "-Fpn"];
    const listed = await run("/usr/sbin/lsof", args, { limit: LIMIT });
    return listed.ended ? holderIn(listed.stdout, from, to) : null;
  },
  async parents() {
    const listed = await run("/bin/ps", ["-A", "-o", "pid=,ppid="], { limit: LIMIT });
    return listed.ended ? parentsIn(listed.stdout) : new Map();
  },
};

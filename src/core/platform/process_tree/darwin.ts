import { run } from "../run.ts";
import type { MarkedProcesses } from "./marked.ts";

/** Returns the processes for which `ps -E` shows `NAME=value` in the environment, which follows the command. */
export function markedIn(listing: string, name: string, value: string): number[] {
  const mark = ` ${name}=${value}`;
  return listing.split("\n")
    .filter((line) => line.endsWith(mark) || line.includes(mark + " "))
    .map((line) => Number(/^\s*(\d+)/.exec(line)?.[1]))
    .filter((pid) => pid > 0);
}

/**
 * Finds marked processes on macOS. `ps` reveals the environment of the user's own processes, but not that of
 * Apple's programs (`/bin/sleep`, `/bin/sh`), which are only found by their group.
 */
export const darwin: MarkedProcesses = {
  async find(name, value) {
    const listed = await run("/bin/ps", ["-A", "-E", "-ww", "-o", "pid=,command="], { limit: 5000 });
    if (!listed.ended) return [];
    return markedIn(listed.stdout, name, value).filter((pid) => pid !== Deno.pid);
  },
};

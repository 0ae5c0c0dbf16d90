import { run } from "../run.ts";
import type { MarkedProcesses } from "./marked.ts";

/** The processes that `ps -E` shows with `NAME=value` in their environment, which follows the command. */
export function markedIn(listing: string, name: string, value: string): number[] {
  const mark = ` ${name}=${value}`;
  return listing.split("\n")
    .filter((line) => line.endsWith(mark) || line.includes(mark + " "))
    .map((line) => Number(/^\s*(\d+)/.exec(line)?.[1]))
    .filter((pid) => pid > 0);
}

/**
 * macOS shows the environment of the user's own processes through ps, but not that of Apple's own programs (`/bin/sleep`,
 * `/bin/sh`): those are found by their group alone.
 */
export const darwin: MarkedProcesses = {
  async find(name, value) {
    const listed = await run("/bin/ps", ["-A", "-E", "-ww", "-o", "pid=,command="], { limit: 5000 });
    if (!listed.ended) return [];
    return markedIn(listed.stdout, name, value).filter((pid) => pid !== Deno.pid);
  },
};

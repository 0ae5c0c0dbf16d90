import { parentIn } from "../process_tree/linux.ts";
import { quickKindOf } from "./prlimit.ts";
import { allProcesses, runKindOf } from "./run_mark.ts";

/**
 * Returns whether a program started from that folder, or a descendant of one, could press a button that only
 * a person should press: a run without a sandbox can control the display, the bus and a browser. A process of
 * a run whose first process has ended counts as well. Returns null when the system cannot tell.
 */
export function couldPress(programs: string): boolean | null {
  if (Deno.build.os !== "linux") return null;
  return allProcesses().some((pid) => {
    if (quickKindOf(pid) !== "free") return false;
    const anchor = firstOf(pid);
    return anchor.parent === 1 || programOf(anchor.pid).startsWith(`${programs}/`);
  });
}

/** Returns the first process of a run, from which its other processes descend, and the parent of that process. */
function firstOf(pid: number): { readonly pid: number; readonly parent: number } {
  const parent = parentOf(pid);
  return parent > 1 && runKindOf(parent) ? firstOf(parent) : { pid, parent };
}

function parentOf(pid: number): number {
  try {
    return parentIn(Deno.readTextFileSync(`/proc/${pid}/stat`));
  } catch {
    return 0;
  }
}

function programOf(pid: number): string {
  try {
    return Deno.readLinkSync(`/proc/${pid}/exe`);
  } catch {
    return "";
  }
}

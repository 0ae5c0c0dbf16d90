import { parentIn } from "../process_tree/linux.ts";
import { allProcesses, runKindOf } from "./run_mark.ts";

/**
 * Whether a program that was started from that folder, or what descends from one, could press in a window what only a
 * person should press: a run that is not in a sandbox can speak to the display, to the bus and to a browser. One whose first
 * process has gone is taken for such a one. Null where the system does not tell.
 */
export function couldPress(programs: string): boolean | null {
  if (Deno.build.os !== "linux") return null;
  return allProcesses().some((pid) => {
    if (runKindOf(pid) !== "free") return false;
    const anchor = firstOf(pid);
    return anchor.parent === 1 || programOf(anchor.pid).startsWith(`${programs}/`);
  });
}

/** The first process of a run, which its others descend from, and the parent of that. */
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

import { lazyImport } from "../../lazy_import.ts";
import { look as lookOnLinux } from "./linux.ts";
import type { LookedProcess } from "./looked.ts";

export type { LookedProcess };

/** So many processes above one are looked at: numbers that were given again could lead in a circle. */
const MOST = 64;

/**
 * A process and those that it descends from, the nearest first, as the kernel shows them. It ends where one has gone, or at
 * `until`, which is not among them. A look takes some 30 µs on Linux.
 */
export async function processesAbove(pid: number, until = 0): Promise<LookedProcess[]> {
  const look = await lookHere();
  return above(look, pid, until);
}

/** The same by a way to look at one process. */
export function above(
  look: (pid: number) => LookedProcess | null,
  pid: number,
  until = 0,
): LookedProcess[] {
  const found: LookedProcess[] = [];
  for (let at = pid; at > 1 && at !== until && found.length < MOST;) {
    const process = look(at);
    if (process === null) break;
    found.push(process);
    at = process.parent;
  }
  return found;
}

async function lookHere(): Promise<(pid: number) => LookedProcess | null> {
  if (Deno.build.os === "linux") return lookOnLinux;
  try {
    if (Deno.build.os === "windows") {
      return (await lazyImport<typeof import("./windows.ts")>("./windows.ts", import.meta.url)).looker();
    }
    return (await lazyImport<typeof import("./darwin.ts")>("./darwin.ts", import.meta.url)).look;
  } catch {
    // The system's library has another form: nothing is seen.
    return () => null;
  }
}

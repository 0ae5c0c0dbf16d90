import { allProcesses, descendants } from "../support/program/processes.ts";

/** Milliseconds between two checks of the processes. */
const LOOK = 20_000;

/**
 * Processes at one check, by ID: number of threads, and processor time in clock ticks, as in
 * `/proc/PID/stat`.
 */
export type Looked = ReadonlyMap<number, { readonly threads: number; readonly ticks: number }>;

/**
 * Returns processes that hang at their end: Wine has ended all threads but the last, which waits
 * forever for a lock that one of them held. A running Deno has several threads.
 */
export function hungBetween(before: Looked, now: Looked): number[] {
  return [...now].filter(([pid, { threads, ticks }]) => threads === 1 && before.get(pid)?.ticks === ticks)
    .map(([pid]) => pid);
}

/** Returns the values of a line of `/proc/PID/stat`. */
export function lookedAt(stat: string): { readonly threads: number; readonly ticks: number } {
  // The name of the program may contain brackets and spaces, so split only after it; index 0 is the
  // third field.
  const words = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { threads: Number(words[17]), ticks: Number(words[11]) + Number(words[12]) };
}

/** Returns the Deno processes of Wine among the descendants of a process. */
async function look(root: number): Promise<Looked> {
  const found = new Map<number, { threads: number; ticks: number }>();
  for (const pid of descendants(root, await allProcesses())) {
    const command = await Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => "");
    const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "");
    if (/^[^\0]*deno\.exe\0/.test(command) && stat !== "") found.set(pid, lookedAt(stat));
  }
  return found;
}

/** Ends hung descendants of a process until it is aborted; `say` reports each. */
export async function endHung(root: number, say: (text: string) => void, signal: AbortSignal): Promise<void> {
  let before: Looked = new Map();
  while (!signal.aborted) {
    const now = await look(root);
    for (const pid of hungBetween(before, now)) {
      say("Wine's own deadlock at the end of a program: ended by force");
      Deno.kill(pid, "SIGKILL");
    }
    before = now;
    await new Promise<void>((resolve) => {
      const done = () => (clearTimeout(timer), signal.removeEventListener("abort", done), resolve());
      const timer = setTimeout(done, LOOK);
      signal.addEventListener("abort", done);
    });
  }
}

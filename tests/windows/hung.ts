import { allProcesses, descendants } from "../support/program/processes.ts";

/** Time between two looks at the processes, ms. */
const LOOK = 20_000;

/**
 * The processes at one look, by ID: number of threads, and processor time in clock ticks, as in
 * `/proc/PID/stat`.
 */
export type Looked = ReadonlyMap<number, { readonly threads: number; readonly ticks: number }>;

/**
 * The processes that hang at their end: Wine has ended all threads but the last, which waits for ever for a lock that one of them
 * held. Deno has several threads as long as it runs.
 */
export function hungBetween(before: Looked, now: Looked): number[] {
  return [...now].filter(([pid, { threads, ticks }]) => threads === 1 && before.get(pid)?.ticks === ticks)
    .map(([pid]) => pid);
}

/** The line of a process in `/proc` as a {@link Looked} has it. */
export function lookedAt(stat: string): { readonly threads: number; readonly ticks: number } {
  // The name of the program may hold anything, also brackets; the third word stands first here.
  const words = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { threads: Number(words[17]), ticks: Number(words[11]) + Number(words[12]) };
}

/** The Denos of Wine's among what a process started. */
async function look(root: number): Promise<Looked> {
  const found = new Map<number, { threads: number; ticks: number }>();
  for (const pid of descendants(root, await allProcesses())) {
    const command = await Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => "");
    const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "");
    if (/^[^\0]*deno\.exe\0/.test(command) && stat !== "") found.set(pid, lookedAt(stat));
  }
  return found;
}

/** Ends what hangs at its end among what a process started, until it is aborted; `say` hears of each. */
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

/** A process as the kernel tells it: the letter of its state, and who started it. */
interface Process {
  readonly state: string;
  readonly parent: number;
}

/** All processes of the machine, by number; those that have ended and were not buried are left out. */
export async function allProcesses(): Promise<ReadonlyMap<number, Process>> {
  const found = new Map<number, Process>();
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // The name of the program may hold anything, also brackets: what counts comes after the last one.
    const stat = await Deno.readTextFile(`/proc/${name}/stat`).catch(() => "");
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state && parent && state !== "Z") found.set(Number(name), { state, parent: Number(parent) });
  }
  return found;
}

/** The processes that a process started, and those that they did. */
export function descendants(root: number, all: ReadonlyMap<number, Process>): number[] {
  const children = [...all].filter(([, { parent }]) => parent === root).map(([pid]) => pid);
  return children.flatMap((pid) => [pid, ...descendants(pid, all)]);
}

/** The processes whose command line holds the text. */
export async function processesNaming(text: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await allProcesses()).keys()) {
    const command = await Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => "");
    if (command.includes(text)) found.push(pid);
  }
  return found;
}

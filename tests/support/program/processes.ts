/** A process as the kernel reports it: the letter of its state, and its parent's ID. */
interface Process {
  readonly state: string;
  readonly parent: number;
}

/** Returns all processes of the machine by ID, without zombies. */
export async function allProcesses(): Promise<ReadonlyMap<number, Process>> {
  const found = new Map<number, Process>();
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // The program's name may contain any character, including parentheses, so reading begins after the last
    // one.
    const stat = await Deno.readTextFile(`/proc/${name}/stat`).catch(() => "");
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state && parent && state !== "Z") found.set(Number(name), { state, parent: Number(parent) });
  }
  return found;
}

/** Returns the descendants of a process. */
export function descendants(root: number, all: ReadonlyMap<number, Process>): number[] {
  const children = [...all].filter(([, { parent }]) => parent === root).map(([pid]) => pid);
  return children.flatMap((pid) => [pid, ...descendants(pid, all)]);
}

/** Returns the processes whose command line contains the text. */
export async function processesNaming(text: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await allProcesses()).keys()) {
    const command = await Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => "");
    if (command.includes(text)) found.push(pid);
  }
  return found;
}

import type { Measure } from "./samples.ts";

const MB = 1024 * 1024;

/** What a Kedge holds now: its own memory and handles, its children, and the files of the folders. */
export async function look(host: number, folders: readonly string[]): Promise<Record<Measure, number>> {
  const parents = await parentsOfAll();
  const children = descendants(host, parents);
  const memory = await Promise.all(children.map(memoryOf));
  return {
    host: await memoryOf(host) / MB,
    windows: memory.reduce((sum, bytes) => sum + bytes, 0) / MB,
    handles: await entries(`/proc/${host}/fd`),
    children: children.length,
    files: (await Promise.all(folders.map(filesBelow))).reduce((sum, count) => sum + count, 0),
  };
}

/** The parent of each process, by process. */
async function parentsOfAll(): Promise<Map<number, number>> {
  const parents = new Map<number, number>();
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // The name of the program may hold anything, also brackets: what counts comes after the last one.
    const stat = await Deno.readTextFile(`/proc/${name}/stat`).catch(() => "");
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (parent && state !== "Z") parents.set(Number(name), Number(parent));
  }
  return parents;
}

function descendants(root: number, parents: ReadonlyMap<number, number>): number[] {
  const found = [...parents].filter(([, parent]) => parent === root).map(([pid]) => pid);
  return found.flatMap((pid) => [pid, ...descendants(pid, parents)]);
}

/** The proportional share of memory of a process, in bytes; 0 when it has ended. */
async function memoryOf(pid: number): Promise<number> {
  const text = await Deno.readTextFile(`/proc/${pid}/smaps_rollup`).catch(() => "");
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
}

async function entries(folder: string): Promise<number> {
  return (await Array.fromAsync(Deno.readDir(folder)).catch(() => [])).length;
}

async function filesBelow(folder: string): Promise<number> {
  let count = 0;
  try {
    for await (const entry of Deno.readDir(folder)) {
      count += entry.isDirectory ? await filesBelow(`${folder}/${entry.name}`) : 1;
    }
  } catch {
    // It went in this moment.
  }
  return count;
}

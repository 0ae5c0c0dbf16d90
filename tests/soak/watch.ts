import { allProcesses, descendants } from "../support/program/processes.ts";
import type { Measure } from "./samples.ts";

const MB = 1024 * 1024;

/**
 * Returns the resources of a Kedge: its own memory and handles, its child processes, and files in
 * the folders.
 */
export async function look(host: number, folders: readonly string[]): Promise<Record<Measure, number>> {
  const children = descendants(host, await allProcesses());
  const memory = await Promise.all(children.map(memoryOf));
  return {
    host: await memoryOf(host) / MB,
    windows: memory.reduce((sum, bytes) => sum + bytes, 0) / MB,
    handles: await entries(`/proc/${host}/fd`),
    children: children.length,
    files: (await Promise.all(folders.map(filesBelow))).reduce((sum, count) => sum + count, 0),
  };
}

/**
 * Returns the private memory of a process in bytes; 0 when it has ended. Pages of files do not
 * count, because their share depends on other programs that use the same libraries.
 */
async function memoryOf(pid: number): Promise<number> {
  const text = await Deno.readTextFile(`/proc/${pid}/smaps_rollup`).catch(() => "");
  return Number(/^Anonymous:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
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
    // The process has just ended.
  }
  return count;
}

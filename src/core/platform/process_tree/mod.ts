import { killTree } from "../mod.ts";
import { darwin } from "./darwin.ts";
import { linux } from "./linux.ts";
import { windows } from "./windows.ts";

/** Finds the processes whose environment holds `NAME=value`, also when they left their group or parent. */
export interface MarkedProcesses {
  /** `since` is a process that is older than all of them; without it all are looked at. */
  find(name: string, value: string, since?: number): Promise<number[]>;
}

/** How this system finds marked processes. */
export function markedProcesses(): MarkedProcesses {
  if (Deno.build.os === "windows") return windows;
  return Deno.build.os === "darwin" ? darwin : linux;
}

/** Rounds of looking for what a dying process started meanwhile. */
const ROUNDS = 50;

/**
 * Ends a process spawned `detached`, everything in its group, and everything else that carries the mark in
 * its environment: children inherit it, however they detach themselves. Gone processes are fine.
 */
export async function endMarkedTree(pid: number, name: string, value: string): Promise<void> {
  await killTree(pid);
  for (let round = 0; round < ROUNDS; round++) {
    const found = await markedProcesses().find(name, value, pid);
    if (found.length === 0) return;
    for (const one of found) {
      try {
        Deno.kill(one, "SIGKILL");
      } catch {
        // It ended by itself.
      }
    }
  }
}

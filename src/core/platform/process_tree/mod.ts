import { killTree } from "../mod.ts";
import { darwin } from "./darwin.ts";
import { ancestorsOf, descendantsOf, linux } from "./linux.ts";
import type { MarkedProcesses } from "./marked.ts";

/** Returns this system's way to find marked processes. */
export function markedProcesses(): MarkedProcesses {
  if (Deno.build.os === "windows") return windows;
  return Deno.build.os === "darwin" ? darwin : linux;
}

/**
 * Returns whether the process of a run must be spawned `detached` to be the leader of its group. An anchor
 * makes itself the leader; spawning it detached would fork the large process of Kedge, which takes several
 * ms.
 */
export function needsDetaching(): boolean {
  return Deno.build.os !== "linux";
}

/** Maximum rounds of killing, because a dying process may start others. */
const ROUNDS = 50;

/**
 * Kills all descendants of a process, but not the process itself: on Linux a run's first process is its
 * anchor (`sdk/internal/anchor`), which becomes the parent of every orphan of the run and ends when it has no
 * children. Returns whether there were any; on other systems there are no anchors.
 */
export function endBelow(pid: number): boolean {
  if (Deno.build.os !== "linux" || kill(descendantsOf(pid), "SIGKILL") === 0) return false;
  // Its children may have stopped it.
  kill([pid], "SIGCONT");
  return true;
}

/**
 * Kills a process spawned `detached`, its group, and all processes with the mark in their environment, which
 * children inherit however they detach themselves. Ignores processes that are gone.
 */
export async function endMarkedTree(pid: number, name: string, value: string): Promise<void> {
  await killTree(pid);
  for (let round = 0; round < ROUNDS; round++) {
    if (kill(await markedProcesses().find(name, value, pid), "SIGKILL") === 0) return;
  }
}

/**
 * Returns the parent of the first calling process when all of them descend from `root`; null when not all do.
 * On systems that do not reveal callers the result is `{ by: 0 }`.
 */
export function startedBelow(root: number, callers: readonly number[]): { readonly by: number } | null {
  if (Deno.build.os !== "linux") return { by: 0 };
  const chains = callers.map(ancestorsOf);
  return chains.length > 0 && chains.every((chain) => chain.includes(root)) ? { by: chains[0]![0]! } : null;
}

/** Sends a signal to processes and returns how many received it. */
function kill(pids: readonly number[], signal: Deno.Signal): number {
  let reached = 0;
  for (const pid of pids) {
    try {
      Deno.kill(pid, signal);
      reached++;
    } catch {
      // The process ended by itself, or belongs to another user.
    }
  }
  return reached;
}

/** Windows does not reveal the environment of a process, so `taskkill /T` follows the tree from its root. */
const windows: MarkedProcesses = { find: () => Promise.resolve([]) };

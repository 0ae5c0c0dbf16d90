import { killTree } from "../mod.ts";
import { darwin } from "./darwin.ts";
import { ancestorsOf, descendantsOf, linux } from "./linux.ts";
import type { MarkedProcesses } from "./marked.ts";

/** How this system finds marked processes. */
export function markedProcesses(): MarkedProcesses {
  if (Deno.build.os === "windows") return windows;
  return Deno.build.os === "darwin" ? darwin : linux;
}

/**
 * Whether the process of a run must be spawned `detached` to be the leader of its group. An anchor makes itself one: spawning
 * it detached would fork a large Kedge, which takes several ms.
 */
export function needsDetaching(): boolean {
  return Deno.build.os !== "linux";
}

/** Rounds of looking for what a dying process started meanwhile. */
const ROUNDS = 50;

/**
 * Ends everything that descends from a process, and not the process itself: on Linux a run's first process is its anchor
 * (`sdk/internal/anchor`), whose child every orphan of the run becomes, and which ends when it has none. Tells whether
 * there was anything; elsewhere there are no anchors.
 */
export function endBelow(pid: number): boolean {
  if (Deno.build.os !== "linux" || kill(descendantsOf(pid), "SIGKILL") === 0) return false;
  // Its children may have stopped it.
  kill([pid], "SIGCONT");
  return true;
}

/**
 * Ends a process spawned `detached`, everything in its group, and everything else that carries the mark in
 * its environment: children inherit it, however they detach themselves. Gone processes are fine.
 */
export async function endMarkedTree(pid: number, name: string, value: string): Promise<void> {
  await killTree(pid);
  for (let round = 0; round < ROUNDS; round++) {
    if (kill(await markedProcesses().find(name, value, pid), "SIGKILL") === 0) return;
  }
}

/**
 * Whether processes that called were started by `root` or by what it started, and by which one; null: not all were. Where the
 * system does not tell who calls there are none, and nothing speaks against it.
 */
export function startedBelow(root: number, callers: readonly number[]): { readonly by: number } | null {
  if (Deno.build.os !== "linux") return { by: 0 };
  const chains = callers.map(ancestorsOf);
  return chains.length > 0 && chains.every((chain) => chain.includes(root)) ? { by: chains[0]![0]! } : null;
}

/** Sends a signal to processes and tells how many have got it. */
function kill(pids: readonly number[], signal: Deno.Signal): number {
  let reached = 0;
  for (const pid of pids) {
    try {
      Deno.kill(pid, signal);
      reached++;
    } catch {
      // It ended by itself, or is another user's.
    }
  }
  return reached;
}

/** Windows does not show the environment of a process, so `taskkill /T` follows the tree from its root. */
const windows: MarkedProcesses = { find: () => Promise.resolve([]) };

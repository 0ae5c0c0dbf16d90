import { cpuUsage } from "node:process";

/** Processor time of this process, in ms, since a moment: what `processorTime()` gave then. */
export function processorTime(begin = 0): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000 - begin;
}

/** The most memory that this process has had since the last {@link forgetPeak}, or at all, in bytes (Linux). */
export function peakMemory(): number {
  const match = /VmHWM:\s+(\d+) kB/.exec(Deno.readTextFileSync("/proc/self/status"));
  return Number(match![1]) * 1024;
}

/** Lets go what is not used any more, and begins to look for the peak anew. Needs `--v8-flags=--expose-gc`. */
export function forgetPeak(): void {
  (globalThis as unknown as { gc(): void }).gc();
  Deno.writeTextFileSync("/proc/self/clear_refs", "5");
}

import { cpuUsage } from "node:process";

/** Returns the processor time of this process in ms since `begin`, an earlier result of `processorTime()`. */
export function processorTime(begin = 0): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000 - begin;
}

/** Returns the peak memory of this process since the last {@link forgetPeak}, or since its start, in bytes (Linux). */
export function peakMemory(): number {
  const match = /VmHWM:\s+(\d+) kB/.exec(Deno.readTextFileSync("/proc/self/status"));
  return Number(match![1]) * 1024;
}

/** Collects garbage and restarts the peak measurement. Needs `--v8-flags=--expose-gc`. */
export function forgetPeak(): void {
  (globalThis as unknown as { gc(): void }).gc();
  Deno.writeTextFileSync("/proc/self/clear_refs", "5");
}

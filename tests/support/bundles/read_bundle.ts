/**
 * Reads one bundle in a process of its own and prints as JSON what that took: `ms` of processor time each
 * (other programs do not count), the `peak` memory in bytes, the `idle` memory before, and the error codes. Arguments: the file, how often.
 */
import { cpuUsage } from "node:process";
import { readBundle } from "../../../src/core/bundle/mod.ts";
import { bundleBytes } from "./bundles.ts";

/** The most memory the process has had so far, bytes (Linux). */
function peak(): number {
  const match = /VmHWM:\s+(\d+) kB/.exec(Deno.readTextFileSync("/proc/self/status"));
  return Number(match![1]) * 1024;
}

readBundle(bundleBytes()); // loads what is loaded once
const bytes = Deno.readFileSync(Deno.args[0]!);
const idle = peak();
const times: number[] = [];
let codes: string[] = [];
for (let round = 0; round < Number(Deno.args[1] ?? 1); round++) {
  const begin = cpuUsage();
  const { diagnostics } = readBundle(bytes);
  const { user, system } = cpuUsage(begin);
  times.push((user + system) / 1000);
  codes = [...new Set(diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code))];
}
console.log(JSON.stringify({ ms: times, idle, peak: peak(), codes }));

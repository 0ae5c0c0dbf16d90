/**
 * Reads one bundle in a process of its own and prints the cost as JSON: `ms` of processor time per read
 * (without other programs), `peak` memory in bytes, `idle` memory before, the error codes, and `legalMs`, the
 * time to read a second bundle afterwards. Arguments: the file, the number of reads, the second file.
 */
import { readBundle } from "../../../src/core/bundle/mod.ts";
import { peakMemory, processorTime } from "../program/work.ts";
import { bundleBytes } from "./bundles.ts";

const [file, rounds = "1", legal] = Deno.args as [string, string?, string?];
readBundle(bundleBytes()); // loads modules and other data that is loaded once
const bytes = Deno.readFileSync(file);
const idle = peakMemory();
const ms: number[] = [];
let codes: string[] = [];
for (let round = 0; round < Number(rounds); round++) {
  const begin = processorTime();
  const { diagnostics } = readBundle(bytes);
  ms.push(processorTime(begin));
  codes = [...new Set(diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code))];
}
const peak = peakMemory();
const legalBytes = legal && Deno.readFileSync(legal);
const begin = processorTime();
const accepted = legalBytes && readBundle(legalBytes).bundle !== null;
console.log(
  JSON.stringify({ ms, idle, peak, codes, ...(accepted ? { legalMs: processorTime(begin) } : {}) }),
);

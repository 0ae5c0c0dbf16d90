/**
 * Runs one command line of Kedge in this process and writes what it took to the file of KEDGE_TEST_MEASURED:
 * processor time in ms, the most memory the process has had, in bytes (Linux), and how many times as long as on the
 * machine that the goals are set for everything took, right after.
 */
import { main } from "../../../src/cli/main.ts";
import { processorTime, slowness } from "./work.ts";

const begin = processorTime();
Deno.exitCode = await main(Deno.args);
const ms = processorTime(begin);
const peak = Number(/VmHWM:\s+(\d+) kB/.exec(Deno.readTextFileSync("/proc/self/status"))![1]) * 1024;
Deno.writeTextFileSync(
  Deno.env.get("KEDGE_TEST_MEASURED")!,
  JSON.stringify({ ms, peak, slowness: slowness() }),
);

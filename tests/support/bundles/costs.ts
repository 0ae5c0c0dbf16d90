/**
 * Measures a costly bundle and writes the result as JSON: the cost of each command of Kedge, and what grows
 * out of proportion. Arguments: the bundle's name in COSTLY; the path of the result, in a folder for files;
 * `--growth` to measure growth.
 */
import { dirname, join } from "node:path";
import { main } from "../../../src/cli/main.ts";
import { growsInLine } from "../growth.ts";
import { forgetPeak, peakMemory, processorTime } from "../program/work.ts";
import { bundleBytes } from "./bundles.ts";
import { COSTLY } from "./costly.ts";
import { useBundle } from "./use.ts";

/** Cost of a command: processor time in ms, and memory in bytes beyond that for the smallest bundle. */
export interface Cost {
  readonly ms: number;
  readonly memory: number;
}

/** Content of the result. A bundle that is refused is only validated. */
export interface Costs {
  readonly commands: Readonly<Record<string, Cost>>;
  readonly growth?: string;
}

/** A size that is divisible by sixteen. */
const WHOLE = 1600;

/** Runs every command on a bundle in a new home; returns the peak memory and processor time of each. */
async function useAll(file: string): Promise<Map<string, { ms: number; peak: number }>> {
  const took = new Map<string, { ms: number; peak: number }>();
  Deno.env.set("KEDGE_HOME", Deno.makeTempDirSync({ dir: dirname(file) }));
  const command = async (name: string, ...args: readonly string[]) => {
    forgetPeak();
    const begin = processorTime();
    const status = await main(args);
    took.set(name, { ms: processorTime(begin), peak: peakMemory() });
    return status;
  };
  let hash = "";
  const print = console.log;
  console.log = (text: string) => {
    print(text);
    hash = /"hash":"(\w{64})"/.exec(text)?.[1] ?? hash;
  };
  const status = await command("validate", "--validate-bundle", file, "--json");
  console.log = print;
  if (status !== 0) return took;
  await command("review", "--install", file);
  await command("install", "--install", file, "--trust", hash);
  await command("list", "--list");
  return took;
}

if (import.meta.main) {
  const [name, output, growth] = Deno.args as [string, string, string?];
  const make = COSTLY[name]!;
  const small = join(dirname(output), "small.kedgeext"), large = join(dirname(output), "large.kedgeext");
  Deno.writeFileSync(small, bundleBytes());
  Deno.writeFileSync(large, make(1));
  // Loading the modules counts as idle cost, so they are loaded before measuring.
  await useAll(small);
  const idle = await useAll(small);
  const commands: Record<string, Cost> = {};
  for (const [command, { ms, peak }] of await useAll(large)) {
    commands[command] = { ms, memory: peak - idle.get(command)!.peak };
  }
  const grown = growth &&
    await growsInLine(WHOLE, (size) => make(size / WHOLE), useBundle, processorTimeOf)
      .then(() => "in line", (error: Error) => error.message);
  Deno.writeTextFileSync(output, JSON.stringify({ commands, ...(grown ? { growth: grown } : {}) }));
}

/** Returns the processor time of the whole process for `work`, in ms. */
async function processorTimeOf(work: () => unknown): Promise<number> {
  const begin = processorTime();
  await work();
  return processorTime(begin);
}

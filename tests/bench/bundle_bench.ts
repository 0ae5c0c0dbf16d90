import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { COSTLY } from "../support/bundles/costly.ts";
import type { Costs } from "../support/bundles/costs.ts";
import { LIMITS } from "../../src/core/bundle/mod.ts";
import { findProgram } from "../../src/core/platform/mod.ts";
import { entries } from "../support/bundles/bundles.ts";
import { Random } from "../support/random.ts";
import { zip } from "../support/bundles/zip_writer.ts";

const READER = fileURLToPath(new URL("../support/bundles/read_bundle.ts", import.meta.url));
const COSTS = fileURLToPath(new URL("../support/bundles/costs.ts", import.meta.url));
const ROUNDS = 15;

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!;

/**
 * Measures validating a bundle of nearly 5 MB and 200 files, alternating with `unzip -t` of the
 * same file; and every costly kind of bundle, against `unzip -t` of the largest.
 */
export async function bench(): Promise<string[]> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-bench-" });
  try {
    const file = join(folder, "large.kedgeext");
    await Deno.writeFile(file, large());
    const unzip = await findProgram("unzip");
    if (!unzip) throw new Error("unzip is not installed");
    const read = async (rounds: number): Promise<{ ms: number[]; idle: number; peak: number }> => {
      const args = ["run", "-A", "--no-check", READER, file, String(rounds)];
      const { stdout } = await new Deno.Command(Deno.execPath(), { args }).output();
      const { codes, ...result } = JSON.parse(new TextDecoder().decode(stdout));
      if (codes.length > 0) throw new Error(`refused: ${codes}`);
      return result;
    };
    const ours: number[] = [], theirs: number[] = [], memory: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const begin = performance.now();
      const { success } = await new Deno.Command(unzip, { args: ["-tqq", file] }).output();
      theirs.push(performance.now() - begin);
      if (!success) throw new Error("unzip refuses the bundle");
      ours.push(median((await read(7)).ms));
      const { peak, idle } = await read(1);
      memory.push(peak - idle);
    }
    const { size } = await Deno.stat(file);
    const [mine, tested] = [median(ours), median(theirs)];
    return [
      `validating ${(size / 2 ** 20).toFixed(1)} MB in 200 files: ${mine.toFixed(1)} ms of processor time, ` +
      `unzip -t as a process: ${tested.toFixed(1)} ms: ${(mine / tested).toFixed(2)} ×`,
      `peak memory above idle, the file and its content included: ${
        (median(memory) / 2 ** 20).toFixed(0)
      } MB`,
      ...await benchCostly(unzip, folder),
    ];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Returns for each command the kind of bundle that costs most time, and the one that costs most
 * memory.
 */
async function benchCostly(unzip: string, folder: string): Promise<string[]> {
  const worst: Record<string, { time: [ms: number, name: string]; memory: [bytes: number, name: string] }> =
    {};
  for (const name of Object.keys(COSTLY)) {
    const work = await Deno.makeTempDir({ dir: folder });
    const output = join(work, "costs.json");
    await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--v8-flags=--expose-gc", COSTS, name, output],
      stdin: "null",
      stdout: "null",
    }).output();
    const { commands } = JSON.parse(await Deno.readTextFile(output)) as Costs;
    await Deno.remove(work, { recursive: true });
    for (const [command, { ms, memory }] of Object.entries(commands)) {
      const most = worst[command] ??= { time: [0, ""], memory: [0, ""] };
      if (ms > most.time[0]) most.time = [ms, name];
      if (memory > most.memory[0]) most.memory = [memory, name];
    }
  }
  const largest = join(folder, "largest.zip");
  await Deno.writeFile(largest, COSTLY["198 texts of 2 MB"]!(1));
  const tested: number[] = [];
  for (let round = 0; round < 5; round++) {
    const begin = performance.now();
    await new Deno.Command(unzip, { args: ["-tqq", largest] }).output();
    tested.push(performance.now() - begin);
  }
  const peer = median(tested);
  return Object.entries(worst).map(([command, { time: [ms, slow], memory: [bytes, large] }]) =>
    `${command}, the worst of ${Object.keys(COSTLY).length} legal bundles: ${
      (ms / 1000).toFixed(1)
    } s of processor time ` +
    `(${slow}), unzip -t of 396 MB ${(peer / 1000).toFixed(1)} s: ${(ms / peer).toFixed(1)} ×; ` +
    `${(bytes / 2 ** 20).toFixed(0)} MB over idle (${large})`
  );
}

/** Returns a bundle whose texts compress to about a third, as sources do. */
function large(): Uint8Array {
  const random = new Random(1);
  const words = Array.from({ length: 250 }, () => random.int(2 ** 30).toString(36));
  const text = () => {
    let result = "";
    while (result.length < 76_000) result += `${random.pick(words)}${random.pick([" ", "\n\t", "(", ")"])}`;
    return result;
  };
  const bytes = zip([
    ...entries(),
    ...Array.from({ length: 198 }, (_, i) => ({ name: `lib/${i}.txt`, data: text() })),
  ]);
  if (bytes.length > LIMITS.bundle) throw new Error(`${bytes.length} bytes are more than a bundle may have`);
  return bytes;
}

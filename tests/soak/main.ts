/**
 * `deno task soak [--minutes N] [--seed N]`: an hour of typical actions of users and desktops on
 * real parts, in an order that the seed determines. Memory, handles, processes and files must not
 * grow; the curves are written to dist/soak.svg.
 */
import { parseArgs } from "node:util";
import { Random } from "../support/random.ts";
import { curves, growth, LIMITS, MEASURES, type Sample } from "./samples.ts";
import { startStage, type Step } from "./steps.ts";
import { look } from "./watch.ts";

/** Minimum milliseconds between the starts of two steps, as for a quick user. */
const RHYTHM = 1000;

const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
const minutes = Number(values.minutes ?? 60), seed = Number(values.seed ?? Date.now() % 100_000);
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error("soak: --minutes and --seed take a number");
  Deno.exit(2);
}
console.log(`soak: ${minutes} minutes, seed ${seed}`);
const stage = await startStage();
const samples: Sample[] = [];
const counts = new Map<string, number>();
let failure: string | null = null;
try {
  const random = new Random(seed);
  const all = stage.steps.flatMap((step) => Array.from({ length: step.weight }, () => step));
  // Run each step once before the measurement, so that everything is loaded.
  for (const step of stage.steps) await step.run();
  const start = performance.now();
  while (performance.now() - start < minutes * 60_000) {
    const step: Step = random.pick(all);
    const begun = performance.now();
    try {
      await step.run();
    } catch (error) {
      throw new Error(`${step.name}, after ${samples.length} steps: ${(error as Error).message}`);
    }
    counts.set(step.name, (counts.get(step.name) ?? 0) + 1);
    samples.push({ at: (performance.now() - start) / 1000, values: await look(stage.host, stage.folders) });
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, RHYTHM - (performance.now() - begun))));
  }
} catch (error) {
  failure = (error as Error).message;
  console.log(await stage.describe().catch((error) => `nothing can be told: ${error}`));
} finally {
  await stage.stop();
}
for (const [name, count] of counts) console.log(`  ${String(count).padStart(5)} × ${name}`);
for (const measure of MEASURES) {
  const [first, last] = [samples[0], samples.at(-1)].map((sample) =>
    Math.round(sample?.values[measure] ?? 0)
  );
  console.log(`  ${LIMITS[measure].label}: ${first} → ${last} ${LIMITS[measure].unit}`);
}
await Deno.mkdir("dist", { recursive: true });
await Deno.writeTextFile("dist/soak.svg", curves(samples, `${minutes} minutes, ${samples.length} steps`));
const grown = failure === null ? growth(samples) : [];
for (const line of grown) console.log(`grew: ${line}`);
if (failure !== null) console.log(`failed: ${failure}`);
Deno.exit(failure !== null || grown.length > 0 ? 1 : 0);

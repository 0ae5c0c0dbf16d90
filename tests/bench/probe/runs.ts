/**
 * Prints as JSON the memory that runs with 5 MB of output each leave in Kedge, and the peak
 * meanwhile, in bytes above the value after the first run. Arguments: the home, the number of runs.
 */
import { createApp } from "../../../src/core/app/app.ts";
import { appServices } from "../../../src/cli/start/services.ts";
import { readConfigFile } from "../../../src/core/config_file/mod.ts";
import { createLogger } from "../../../src/core/files/logger.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { createRuleEvaluator } from "../../../src/core/rules/mod.ts";
import { isActive } from "../../../src/core/state/selectors.ts";
import { forgetPeak, peakMemory } from "../../support/program/work.ts";

const paths = kedgePaths(Deno.args[0]);
const app: ReturnType<typeof createApp> = createApp(
  appServices(paths, createLogger(paths.logs), createRuleEvaluator(), () => app),
);
await app.applyConfig(readConfigFile(paths.config));
await app.refreshExtensions();

async function run(): Promise<void> {
  const over = Promise.withResolvers<void>();
  const stop = app.store.subscribe(({ runs }) => {
    if (!runs.some(isActive)) over.resolve();
  });
  const begun = await app.dispatch({ name: "runAction", extension: "loud", action: "print" });
  if (!begun.ok) throw new Error(begun.error);
  await over.promise;
  stop();
  const [last] = app.store.get().runs;
  if (last?.status !== "ok") throw new Error(`${last?.status}: ${last?.error}`);
}

/** Returns the memory in use after a garbage collection. */
async function resting(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 500));
  forgetPeak();
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}

await run();
const before = await resting();
const { rss } = Deno.memoryUsage();
for (let left = Number(Deno.args[1]); left > 0; left--) await run();
const peak = peakMemory() - rss;
console.log(
  JSON.stringify({ kept: await resting() - before, peak, lines: app.store.get().runs[0]!.logLines }),
);
Deno.exit(0);

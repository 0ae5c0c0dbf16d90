/**
 * Prints how much memory Kedge keeps, in MB, after it has read the configuration of a home and
 * searched its accounts.
 */
import { createApp } from "../../../src/core/app/app.ts";
import { readConfigFile } from "../../../src/core/config_file/mod.ts";
import { appServices } from "../../../src/cli/start/services.ts";
import { createLogger } from "../../../src/core/files/logger.ts";
import { foundEntries } from "../../../src/core/find/rows.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { createRuleEvaluator } from "../../../src/core/rules/mod.ts";

const { gc } = globalThis as unknown as { gc(): void };
const paths = kedgePaths(Deno.args[0]);
const app: ReturnType<typeof createApp> = createApp(
  appServices(paths, createLogger(paths.logs), createRuleEvaluator(), () => app),
);
await app.applyConfig(readConfigFile(paths.config));
await foundEntries(app.store, "1000").read(0, 50, new AbortController().signal);
// Wait a turn, so that data of the reading can be collected.
await new Promise((resolve) => setTimeout(resolve, 500));
gc();
console.log((Deno.memoryUsage().heapUsed / 1e6).toFixed(1));
Deno.exit(0);

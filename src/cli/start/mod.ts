import { type App, createApp } from "../../core/app/app.ts";
import { HISTORY } from "../../core/app/runs.ts";
import { watchConfigFile } from "../../core/config_file/mod.ts";
import { readHistory } from "../../core/actions/mod.ts";
import { recoverExtensions } from "../../core/extensions/mod.ts";
import { makeHome } from "../../core/files/atomic.ts";
import { createLogger, type Logger } from "../../core/files/logger.ts";
import { kedgePaths } from "../../core/paths.ts";
import { hostSystem } from "../../core/platform/mod.ts";
import { createRuleEvaluator } from "../../core/rules/mod.ts";
import { appVersion } from "../../core/version.ts";
import { becomeFirst } from "../../tray/instance/mod.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { runInBrowser } from "./browser.ts";
import { runOnDesktop } from "./desktop.ts";
import { machineServices } from "./services.ts";
import { followSizes } from "./sizes.ts";
import { followUsage } from "./usage.ts";
import { logUncaught } from "./uncaught.ts";
import { warmExtension } from "./warm.ts";
import { watchExtensions } from "./watch_extensions.ts";

/** Starts Kedge and stays until the user quits. A second start summons the palette of the first. */
export async function run(args: Args): Promise<number> {
  const paths = kedgePaths();
  await makeHome(paths.home);
  const logger = createLogger(paths.logs);
  const labeller = createRuleEvaluator();
  const app: App = createApp(machineServices(paths, logger, labeller, () => app.store));
  const summon = () => void app.dispatch({ name: "openWindow", page: "palette" });
  const place = await becomeFirst(paths, summon);
  if (!place.first) {
    if (place.reached) return EXIT.done;
    console.error(`kedge: another Kedge holds ${paths.home} but does not answer. End it, then start again.`);
    return EXIT.failed;
  }
  logger.info(`kedge ${appVersion().version} starts`);
  const ending = new AbortController();
  logUncaught(logger, ending.signal);
  try {
    await recoverExtensions(paths);
    await app.refreshExtensions();
    await followUsage(app.store, paths);
    await followSizes(app.store, paths);
    const configured = followConfig(app, paths.config, logger, ending.signal);
    void watchExtensions(paths.extensions, () => app.refreshExtensions(), ending.signal)
      .catch((error) => logger.error("watching extensions", error));
    await configured;
    for (const { id } of app.store.get().extensions) void warmExtension(paths, id, logger);
    void readHistory(paths, HISTORY).then((past) => app.restoreRuns(past))
      .catch((error) => logger.error("reading the history of runs", error));
    const surface = args.browser ? runInBrowser : runOnDesktop;
    return await surface({
      app,
      paths,
      logger,
      args,
      quit: Promise.race([app.quit, interrupted(ending.signal)]),
    });
  } finally {
    ending.abort();
    await app.close();
    labeller.close();
    await place.close();
    logger.info("kedge ends");
    await logger.flush();
  }
}

/** Follows config.json; settles once its first reading is in force. */
function followConfig(app: App, file: string, logger: Logger, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  watchConfigFile(file, (read) => void app.applyConfig(read).then(resolve), signal)
    .catch((error) => logger.error("watching config.json", error))
    .finally(resolve);
  return promise;
}

/** Settles when the system asks Kedge to end. */
function interrupted(signal: AbortSignal): Promise<void> {
  const signals = hostSystem().stopSignals;
  return new Promise((resolve) => {
    const end = () => resolve();
    for (const name of signals) Deno.addSignalListener(name, end);
    signal.addEventListener("abort", () => {
      for (const name of signals) Deno.removeSignalListener(name, end);
    }, { once: true });
  });
}

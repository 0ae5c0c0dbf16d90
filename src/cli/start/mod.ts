import { type App, createApp } from "../../core/app/app.ts";
import { MAX_ENDED_RUNS } from "../../core/app/features/runs/history.ts";
import { lazyImport } from "../../core/lazy_import.ts";
import { createLooks, watchConfigFile } from "../../core/config_file/mod.ts";
import { readHistory, trimLogs } from "../../core/actions/mod.ts";
import { listExtensions, recoverExtensions } from "../../core/extensions/mod.ts";
import { FileError, isFileError } from "../../core/files/errors.ts";
import { makeHome } from "../../core/files/make_home.ts";
import { createLogger, type Logger } from "../../core/files/logger.ts";
import { kedgePaths } from "../../core/paths.ts";
import { voidTickets } from "../../core/platform/mod.ts";
import { restFor } from "../../core/resources/polled.ts";
import { answerQuestionsOfWays } from "../../core/ways/questions.ts";
import { createRuleEvaluator } from "../../core/rules/mod.ts";
import { appVersion } from "../../core/version.ts";
import { createSecretClipboard } from "../../tray/clipboard/mod.ts";
import { createActivation } from "../../tray/activation.ts";
import { askFirst } from "../../tray/instance/ask.ts";
import { becomeFirst } from "../../tray/instance/mod.ts";
import type { Args } from "../args.ts";
import { onStopSignal, untilAborted } from "../signals.ts";
import { systemErrorText } from "../system_error.ts";
import { developFor, developHere } from "../dev/here.ts";
import { followAnalytics } from "./analytics.ts";
import { followCatalogues } from "./catalogues.ts";
import { runInBrowser } from "./browser.ts";
import { runOnDesktop } from "./desktop.ts";
import type { PrintedAddress } from "./greeting.ts";
import { answerLink, handedOver, handOverLink, linkOf, refusedLink } from "./links.ts";
import { followReleases } from "./releases.ts";
import { persistState } from "./persist_state.ts";
import { endWhatWasLeft } from "./left_sessions.ts";
import { beginSession, type LastSession, notifyCut } from "./last_session.ts";
import { showNews } from "./news.ts";
import { workedOn } from "../dev/worked_on.ts";
import { questions } from "./questions.ts";
import { answerAskpass, askpassProgram } from "./askpass.ts";
import { appServices } from "./services.ts";
import { serveAgent, serveGranted } from "./agent.ts";
import { createSideDoor } from "./side_door.ts";
import { logUncaught } from "./uncaught.ts";
import { warmExtension } from "./warm.ts";
import { makeFolder } from "../../core/files/atomic.ts";
import { watchAgain } from "../../core/platform/watch/again.ts";

/** How long agents may wait for the list of accounts, ms: it is read from files, which may be on a slow disk. */
const LISTS_WITHIN = 5_000;

/**
 * Starts Kedge and runs until the user quits. A second start opens the palette of the first Kedge, unless it is
 * hidden.
 */
export async function run(args: Args): Promise<number> {
  const paths = kedgePaths();
  const link = linkOf(args);
  await writing(paths.home, () => makeHome(paths.home));
  const logger = createLogger(paths.logs);
  const labeller = createRuleEvaluator();
  const clipboard = createSecretClipboard();
  const looks = createLooks();
  const app: App = createApp(appServices(paths, logger, labeller, () => app, clipboard, looks.now));
  const activation = createActivation();
  const summon = (_: unknown, word?: string) => {
    activation.note(word);
    void app.dispatch({ name: "openWindow", page: "palette" });
  };
  const served = Promise.withResolvers<(() => PrintedAddress) | null>();
  const windows = Promise.withResolvers<() => Promise<boolean>>();
  /** Settles when the saved state and the configuration have been applied and the accounts are known. */
  const ready = Promise.withResolvers<void>();
  const answers = {
    ...questions(
      () => app.store.get().config.value,
      () => app.signIn,
      () => listExtensions(paths, appVersion()),
      async () => (await served.promise)?.() ?? null,
      async () => await (await windows.promise)(),
      createSideDoor(() => app, ready.promise),
    ),
    link: (question: unknown) => answerLink(app, question),
    developed: (question: unknown) => Promise.resolve(workedOn(app.store.get(), question)),
  };
  // A hidden start opens nothing, so it only looks whether a Kedge answers.
  const answered = async () => await askFirst(paths.home, "developed", {}) !== undefined;
  const reach = link ? () => handOverLink(paths, link) : args.hidden ? answered : undefined;
  const instance = await writing(paths.home, () =>
    becomeFirst(paths, summon, undefined, answers, {
      develop: (opening, channel) => developFor(app, opening, channel),
      askpass: answerAskpass,
      agent: (_, channel, callers) => serveAgent(app, channel, callers, ready.promise),
      granted: (_, channel) => serveGranted(app, channel, ready.promise),
    }, reach));
  if (!instance.first) {
    if (link && instance.reached) return handedOver(args, link);
    const { secondStart } = await lazyImport<typeof import("./second.ts")>("./second.ts", import.meta.url);
    return await secondStart(args, paths, instance.reached);
  }
  const refused = link && await refusedLink(args, paths);
  if (refused !== null) return await instance.close(), refused;
  logger.info(`kedge ${appVersion().version} starts`);
  if (instance.unreachable !== undefined) notifyUnreachable(app, instance.unreachable);
  const ending = new AbortController();
  logUncaught(logger, ending.signal);
  const askNoMore = answerQuestionsOfWays({ program: () => askpassProgram(paths), ask: app.askOnWay });
  let session: LastSession | null = null;
  try {
    await recoverExtensions(paths);
    await app.refreshExtensions();
    if (!await persistState(app, paths)) notifyUnrestored(app, paths.state);
    const configured = followConfig(app, paths.config, logger, ending.signal, looks);
    void watchExtensions(paths.extensions, () => app.refreshExtensions(), ending.signal)
      .catch((error) => logger.error("watching extensions", error));
    await configured;
    void Promise.race([app.accountsKnown(), restFor(LISTS_WITHIN, ending.signal)]).then(ready.resolve);
    followAnalytics(app, ending.signal);
    followReleases(app, ending.signal);
    followCatalogues(app, ending.signal);
    const news = showNews(app, paths, appVersion().version, args.hidden === true);
    news.catch((error) => logger.error("telling what is new", error));
    void app.queryWindows.restorePast().catch((error) => logger.error("reading what was run before", error));
    for (const { id } of app.store.get().extensions) void warmExtension(paths, id, logger);
    endWhatWasLeft(paths, logger);
    session = await beginSession(paths, Date.now());
    const { cutSince } = session;
    void readHistory(paths, MAX_ENDED_RUNS, Date.now())
      .then((past) => (app.restoreRuns(past), notifyCut(app, cutSince, past)))
      .then(() => trimLogs(paths))
      .catch((error) => logger.error("reading the history of runs", error));
    const developing = args.command === "dev" && developHere(app, args, ending.signal);
    if (link) app.takeLink(link.link, link.from);
    const surface = args.browser ? runInBrowser : runOnDesktop;
    const quit = Promise.race([app.quit, interrupted(ending.signal), ...(developing ? [developing] : [])]);
    // A start while this Kedge ends opens nothing here, but waits to take its place.
    void quit.then(() => instance.stopAnswering());
    return await surface({
      app,
      paths,
      logger,
      args,
      activation,
      onServed: served.resolve,
      onWindows: windows.resolve,
      quit,
    });
  } finally {
    ending.abort();
    voidTickets();
    await clipboard.close();
    await app.close();
    askNoMore();
    await session?.end();
    labeller.close();
    await instance.close();
    logger.info("kedge ends");
    await logger.flush();
  }
}

/**
 * Returns the result of `work`. Throws a {@link FileError} with the next step when the system cannot write.
 */
async function writing<T>(home: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isFileError(error)) throw error;
    const hint = "Make room or make it writable, or set KEDGE_HOME to a folder of your own.";
    throw new FileError(`${home} cannot be written to: ${systemErrorText(error)}`, hint);
  }
}

/** Reports that the saved state could not be restored. */
function notifyUnrestored(app: App, file: string): void {
  const message = `${file} cannot be read now: agents are stopped, and what you pin and choose is not saved`;
  const hint = "Nothing in the file is lost. Make it readable, then quit Kedge and start it again.";
  app.problems.set({ code: "state-unreadable", message, hint });
  console.error(`kedge: ${message}\n${hint}`);
}

/** Reports that this Kedge cannot listen. Only the requests of later starts do not work. */
function notifyUnreachable(app: App, why: string): void {
  const message =
    `A second start, kedge --toggle and programs that ask for credentials cannot reach this Kedge: ${why}`;
  const hint = "Set KEDGE_HOME to a folder with a shorter path on a local disk.";
  app.problems.set({ code: "unreachable", message, hint });
  console.error(`kedge: ${message}\n${hint}`);
}

/** Follows config.json; settles when its first content has been applied. */
function followConfig(
  app: Pick<App, "applyConfig">,
  file: string,
  logger: Logger,
  signal: AbortSignal,
  looks: ReturnType<typeof createLooks>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  watchConfigFile(file, (read) => void app.applyConfig(read).then(resolve), signal, { looks })
    .catch((error) => logger.error("watching config.json", error))
    .finally(resolve);
  return promise;
}

/** Settles when the system asks Kedge to end. */
function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", onStopSignal(resolve), { once: true });
  });
}

/** How long changes are collected before the list is read, in ms. */
const SETTLE = 100;

/**
 * Calls `changed` after each burst of changes below the folder, so that the menu shows what `kedge --install`
 * did in a terminal. Ends when `signal` aborts. On a system that cannot watch folders it does nothing.
 */
async function watchExtensions(
  folder: string,
  changed: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  await makeFolder(folder);
  let pending: ReturnType<typeof setTimeout> | undefined;
  const watch = watchAgain(folder, {
    enter: () => true,
    onChange() {
      pending ??= setTimeout(() => {
        pending = undefined;
        if (!signal.aborted) void changed();
      }, SETTLE);
    },
  });
  if (!watch) return;
  await untilAborted(signal);
  clearTimeout(pending);
  await watch.close();
}

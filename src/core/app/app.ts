import type { Config, Server } from "../config/config.ts";
import { ENDED } from "../state/state.ts";
import type { AppInfo } from "../state/state.ts";
import { createStore, type Store } from "../state/store.ts";
import { usageKey, withUse } from "../state/usage.ts";
import type { Command, CommandResult } from "./command.ts";
import { type ConfigRead, createConfiguration, type Labeller } from "./configuration.ts";
import { type AnswerCheck, createDialogs } from "./dialogs.ts";
import { createExtensions, type Extensions, type ExtensionServices } from "./extensions.ts";
import { initialState } from "./initial_state.ts";
import { createProblems, type Problems } from "./problems.ts";
import type { PastRun } from "../actions/run_history.ts";
import type { RunLog } from "./run_logs.ts";
import { createRuns, type RunServices } from "./runs.ts";
import { type ConnectionOutcome, createServers, type Login, type LoginKeychain } from "./servers.ts";
import { createSettings, type SettingsServices } from "./settings.ts";
import { createToasts } from "./toasts.ts";
import { createWindows } from "./windows.ts";

/** Everything outside that the application works with. `main` gives real ones, tests their own. */
export interface AppServices<B extends { readonly hash: string }> extends SettingsServices {
  readonly info: AppInfo;
  readonly configFile: string;
  readonly defaults: Config;
  readonly labeller: Labeller;
  readonly extensions: ExtensionServices<B>;
  readonly runs: RunServices;
  readonly keychain: LoginKeychain;
  readonly testConnection: (server: Server, login: Login, signal: AbortSignal) => Promise<ConnectionOutcome>;
  readonly checkAnswer: AnswerCheck;
  readonly openFolder: (extension: string) => Promise<CommandResult>;
  readonly openSource: (
    extension: string,
    file: string,
    line?: number,
    column?: number,
  ) => Promise<CommandResult>;
  readonly openAddress: (address: string) => Promise<CommandResult>;
  readonly onError: (error: unknown) => void;
  readonly now: () => number;
}

/** The running application: one state, and the commands that change it. */
export interface App {
  readonly store: Store;
  readonly problems: Problems;
  /** Called when the user wants windows in the browser; a surface that can do that sets it. */
  onUseBrowser: () => void;
  /** Ends when the user quits. */
  readonly quit: Promise<void>;
  /** Carries out a request of a face. What goes wrong is a result, never an exception. */
  dispatch(command: Command): Promise<CommandResult>;
  /** A face tells that the user closed a window: what it asked is cancelled. */
  windowClosed(id: string): void;
  /** A bundle that a window sent. `name` is only shown. */
  upload(bytes: Uint8Array, name: string): Promise<CommandResult>;
  /** One file of a bundle under review; null when there is none. */
  reviewFile(review: string, path: string): Uint8Array | null;
  applyConfig(read: ConfigRead): Promise<void>;
  refreshExtensions(): Promise<void>;
  runLog(run: string): RunLog | null;
  /** Shows runs of an earlier time in the history. */
  restoreRuns(past: readonly PastRun[]): void;
  /** Stops every run and waits for them. */
  close(): Promise<void>;
}

type Handlers = { [N in Command["name"]]: (command: Extract<Command, { name: N }>) => Outcome };
type Outcome = void | CommandResult | Promise<void | CommandResult>;

/** Puts the application's parts together. */
export function createApp<B extends { readonly hash: string }>(services: AppServices<B>): App {
  const store = createStore(
    initialState(services.info, services.configFile, services.defaults),
    services.onError,
  );
  const windows = createWindows(store);
  const dialogs = createDialogs(store, windows, services.checkAnswer, services.now);
  const toasts = createToasts(store, services.now);
  const configuration = createConfiguration(store, services.labeller);
  const extensions: Extensions = createExtensions(store, windows, services.extensions);
  const servers = createServers({ ...services, store, windows, dialogs });
  const runs = createRuns({ store, windows, dialogs, toasts, servers, now: services.now }, services.runs);
  const settings = createSettings(store, services);
  const quit = Promise.withResolvers<void>();

  const handlers: Handlers = {
    openWindow: ({ page, params }) => void windows.open(page, params),
    closeWindow: ({ window }) => windowClosed(window),
    resizeWindow: ({ window, height }) => windows.resize(window, height),
    rememberSize: ({ window, width, height }) => windows.remember(window, { width, height }),
    runAction: ({ extension, action }) => runs.start(extension, action),
    stopRun: ({ run }) => runs.stop(run),
    clickButton: ({ run }) => runs.click(run),
    cancelProgress: ({ run }) => runs.cancelProgress(run),
    dismissRun: ({ run }) => runs.dismiss(run),
    answerDialog: ({ dialog, answer }) => dialogs.answer(dialog, answer),
    dismissToast: ({ toast }) => toasts.dismiss(toast),
    beginInstall: ({ source }) => extensions.beginInstall(source),
    reviewInstalled: ({ extension }) => extensions.reviewInstalled(extension),
    restoreExtension: ({ extension }) => extensions.restore(extension),
    confirmReview: ({ review, hash }) => extensions.confirm(review, hash),
    rejectReview: ({ review }) => extensions.reject(review),
    uninstall: ({ extension, forget }) => extensions.uninstall(extension, forget ?? false),
    testServer: ({ server }) => servers.test(server),
    setPassword: ({ server }) => servers.setPassword(server),
    forgetPassword: ({ server }) => servers.forgetPassword(server),
    saveOverrides: async (command) => {
      await services.runs.saveOverrides(command);
      await extensions.refresh();
    },
    editConfig: ({ name: _, ...edit }) => settings.edit(edit),
    undoConfigEdit: () => settings.undo(),
    tryRules: async ({ rules, accounts }) => ({
      ok: true,
      value: await services.labeller.label(rules, accounts),
    }),
    openConfig: ({ line, column }) => settings.open(line, column),
    openConsole: ({ account }) => services.openAddress(consoleAddress(store.get().config.value, account)),
    openFolder: ({ extension }) => services.openFolder(extension),
    openSource: ({ extension, file, line, column }) => services.openSource(extension, file, line, column),
    useBrowser: () => app.onUseBrowser(),
    quit: () => quit.resolve(),
  };

  function noteUse(command: Command): void {
    const key = usageKey(command);
    if (key === null) return;
    store.update((state) => ({ ...state, usage: withUse(state.usage ?? {}, key, services.now()) }));
  }

  function windowClosed(id: string): void {
    const window = store.get().windows.find((window) => window.id === id);
    if (!window) return;
    windows.close(id);
    const { dialog, review } = window.params;
    if (window.page === "dialog" && dialog) dialogs.cancel(dialog);
    if (window.page === "review" && review) extensions.reject(review);
  }

  const app: App = {
    store,
    problems: createProblems(store),
    onUseBrowser: () => {},
    quit: quit.promise,
    async dispatch(command) {
      try {
        const handler = handlers[command.name] as (command: Command) => Outcome;
        const result = await handler(command) ?? { ok: true };
        if (result.ok) noteUse(command);
        return result;
      } catch (error) {
        services.onError(error);
        return { ok: false, error: `Kedge failed at "${command.name}".`, hint: "The log file says more." };
      }
    },
    windowClosed,
    upload: (bytes, name) => extensions.beginUpload(bytes, name),
    reviewFile: (review, path) => extensions.reviewFile(review, path),
    applyConfig: (read) => configuration.apply(read),
    refreshExtensions: () => extensions.refresh(),
    runLog: (run) => runs.log(run),
    restoreRuns: (past) => runs.restore(past),
    async close() {
      const active = store.get().runs.filter((run) => !ENDED.has(run.status));
      for (const run of active) runs.stop(run.id);
      await runs.ended();
    },
  };
  return app;
}

/** The sign-in portal's link to an account's console, or AWS's own console when there is no portal. */
function consoleAddress(config: Config, accountId: string): string {
  const region = config.accounts.find((account) => account.accountId === accountId)?.region;
  const destination = `https://console.aws.amazon.com/console/home${region ? `?region=${region}` : ""}`;
  const portal = config.ssoStartUrl && URL.canParse(config.ssoStartUrl) ? new URL(config.ssoStartUrl) : null;
  if (!portal) return destination;
  const query = new URLSearchParams({ account_id: accountId, destination });
  return `${portal.origin}${portal.pathname.replace(/\/$/, "")}/#/console?${query}`;
}

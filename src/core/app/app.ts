import type { PastRun } from "../actions/log/history.ts";
import { createAccounts } from "../accounts/mod.ts";
import type { Config, Server } from "../config/config.ts";
import type { Labeller } from "../rules/mod.ts";
import type { RowSource } from "../resources/rows.ts";
import type { Login, LoginKeychain } from "../sql/login/mod.ts";
import type { AppInfo, LogLine, ReviewTexts } from "../state/state.ts";
import { activeRuns } from "../state/selectors.ts";
import { createStore, type Store } from "../state/store.ts";
import { type Command, usageKey } from "./command.ts";
import { dispatcher } from "./feature.ts";
import * as features from "./features/mod.ts";
import { createQueryWindows, type QueryWindows } from "./features/query_windows/query_windows.ts";
import type { QueryServices } from "./features/query_windows/parts.ts";
import {
  createDevelopment,
  type Development,
  type OpenWorkbench,
} from "./features/development/development.ts";
import { type AnswerCheck, createDialogs } from "./features/dialogs/dialogs.ts";
import { rolesToChoose } from "./features/accounts/roles.ts";
import { createCredentialUses, type CredentialServices } from "./features/credentials/credentials.ts";
import type { ExtensionFiles } from "./features/extensions/mod.ts";
import {
  createExtensions,
  type Extensions,
  type ExtensionServices,
} from "./features/extensions/extensions.ts";
import { createResources, type Resources } from "./features/resources/resources.ts";
import { createPersonal } from "./features/personal/personal.ts";
import { type ActionStarter, createRuns } from "./features/runs/runs.ts";
import { createServerEnvironments } from "./features/servers/environments.ts";
import { type ConnectionOutcome, createServers } from "./features/servers/servers.ts";
import { type ConfigRead, createConfiguration } from "./features/settings/configuration.ts";
import { createSettings, type SettingsServices } from "./features/settings/settings.ts";
import type { SignInServices } from "./features/sign_in/parts.ts";
import { createSignIn, type SignIn } from "./features/sign_in/sign_in.ts";
import { createToasts } from "./features/toasts/toasts.ts";
import { initialState } from "./initial_state.ts";
import { createProblems, type ProblemList } from "./problems.ts";
import type { CommandResult } from "./result.ts";
import { type AnalyticsServices, createAnalytics } from "./analytics.ts";
import { createRoleWork } from "./as_role.ts";
import { followFrom, type PagePress, pressOf } from "./asks.ts";
import { createUses } from "./uses.ts";
import { createWindows, type PageTable } from "./windows.ts";

/** Everything outside that the application works with. `main` gives real ones, tests their own. */
export interface AppServices<B extends { readonly hash: string }>
  extends SettingsServices, ExtensionFiles, AnalyticsServices, SignInServices, QueryServices {
  readonly info: AppInfo;
  readonly configFile: string;
  /** The pages that windows can show. */
  readonly pages: PageTable;
  readonly defaults: Config;
  readonly labeller: Labeller;
  /** What credentials are used with; it knows the role that was last used in an account. */
  readonly credentials: CredentialServices;
  readonly extensions: ExtensionServices<B>;
  readonly runs: ActionStarter;
  readonly openWorkbench: OpenWorkbench;
  readonly keychain: LoginKeychain;
  readonly testConnection: (server: Server, login: Login, signal: AbortSignal) => Promise<ConnectionOutcome>;
  readonly checkAnswer: AnswerCheck;
}

/** The running application: one state, and the commands that change it. */
export interface App {
  readonly store: Store;
  readonly problems: ProblemList;
  /** Called when the user wants windows in the browser; a surface that can do that sets it. */
  onUseBrowser: () => void;
  /** Ends when the user quits. */
  readonly quit: Promise<void>;
  /** Carries out a request of a surface; a page tells of the press. What goes wrong is a result, never an exception. */
  dispatch(command: Command, by?: PagePress): Promise<CommandResult>;
  /** A surface tells that the user closed a window: what it asked is cancelled. */
  windowClosed(id: string): void;
  /** A bundle that a window sent. `name` is only shown. */
  upload(bytes: Uint8Array, name: string): Promise<CommandResult>;
  /** One file of a bundle under review; null when there is none. */
  reviewFile(review: string, path: string): Uint8Array | null;
  /** The texts of one file under review; null when there is none. */
  reviewTexts(review: string, path: string): Promise<ReviewTexts | null>;
  applyConfig(read: ConfigRead): Promise<void>;
  refreshExtensions(): Promise<void>;
  /** The lines of a run in the list; null for another one. */
  runLog(run: string): RowSource<LogLine> | null;
  /** Extensions that their authors work on. */
  readonly development: Pick<Development, "work" | "file">;
  /** Query windows: what they show beside the state (rows, texts, what a server holds), and those of found servers. */
  readonly queryWindows: Pick<QueryWindows, "lists" | "restorePast" | "openFound">;
  /** Shows the user a short message: as a toast, or a notification when no window shows it. `seconds` 0 is the usual time. */
  tell(title: string, message: string, seconds?: number): void;
  /** The roles to choose from in an account, the last used one first. */
  accountRoles(account: string): RowSource<string>;
  /** What accounts hold. */
  readonly resources: Resources;
  /** Sends the anonymous counts of a day, where they may be sent. */
  sendAnalytics(): Promise<void>;
  /** Signing in, for who waits for it. */
  readonly signIn: Pick<SignIn, "needed" | "underWay" | "wanted">;
  /** Brings back what was kept of the state: `usage`, `sizes`, `choices`, `databaseLogins`, `personal`, `analytics` and `welcomed`. */
  restore(saved: { readonly [key: string]: unknown }): void;
  /** Opens the welcome, once, where nothing is configured or installed; tells whether it did. */
  welcome(): boolean;
  /** Shows runs of an earlier time in the history. */
  restoreRuns(past: readonly PastRun[]): void;
  /** Stops every run and waits for them. */
  close(): Promise<void>;
}

/** Puts the application's parts together. */
export function createApp<B extends { readonly hash: string }>(services: AppServices<B>): App {
  const store = createStore(
    initialState(services.info, services.configFile, services.defaults),
    services.onError,
  );
  const { now } = services;
  const windows = createWindows(store, services.pages, now);
  const dialogs = createDialogs(store, windows, services.checkAnswer, now);
  const toasts = createToasts(store, now);
  const uses = createUses(store, now);
  const analytics = createAnalytics(store, services, now);
  const signIn = createSignIn({ ...services, store, windows, toasts });
  const accountList = store.slice("accounts"), welcomed = store.slice("welcomed");
  const accounts = createAccounts({
    sources: signIn.sources,
    labeller: services.labeller,
    names: signIn.names,
    onChange: (accounts) => accountList.update(() => accounts),
    onRules: (diagnostics) => configuration.rulesOff(diagnostics),
    onError: services.onError,
  });
  const environments = createServerEnvironments({ ...services, store });
  const configuration = createConfiguration(store, async (config) => {
    signIn.configure(config);
    const labelled = environments.configure(config);
    await accounts.configure(config.accounts, config.envRules);
    await labelled;
  });
  const development = createDevelopment({
    store,
    windows,
    onChange: () => extensions.show(),
    forget: (extension) => runs.forgetDeveloped(extension),
  }, services.openWorkbench);
  const extensions: Extensions = createExtensions(store, windows, services.extensions, development);
  const servers = createServers({
    ...services,
    store,
    windows,
    dialogs,
    onLogin: (server) => queryWindows.forgetLogin(server),
  });
  const runs = createRuns(
    {
      store,
      windows,
      dialogs,
      toasts,
      login: servers.logins.give,
      signIn,
      checkAnswer: services.checkAnswer,
      now,
    },
    development.starter(services.runs),
  );
  const roleWork = createRoleWork({
    store,
    windows,
    signIn,
    roles: accounts.roles,
    services: services.credentials,
  });
  const credentials = createCredentialUses({ store, toasts, roleWork }, services.credentials);
  const resources = createResources({
    store,
    windows,
    roleWork,
    toasts,
    credentials: services.credentials,
    cache: services.cache,
    login: servers.logins.give,
    openFound: (found) => queryWindows.openFound(found),
    editConfig: (edit) => settings.edit(edit),
    now,
    onError: services.onError,
  });
  const settings = createSettings(store, configuration.showUndo, services);
  const queryWindows = createQueryWindows({
    ...services,
    store,
    windows,
    dialogs,
    environments,
    login: servers.logins.give,
  });
  const personal = createPersonal(store);
  const quit = Promise.withResolvers<void>();

  const carryOut = dispatcher(features, {
    ...services,
    windows,
    dialogs,
    toasts,
    development,
    personal,
    extensions,
    servers,
    runs,
    settings,
    credentials,
    resources,
    signIn,
    queryWindows,
    windowClosed,
    tell: (title, message) => app.tell(title, message),
    useBrowser: () => app.onUseBrowser(),
    async quit() {
      await queryWindows.decided();
      quit.resolve();
    },
  });

  function windowClosed(id: string): void {
    const window = store.get().windows.find((window) => window.id === id);
    if (!window) return;
    windows.close(id);
    const { dialog, review, server } = window.params;
    if (window.page === "dialog" && dialog) dialogs.cancel(dialog);
    if (window.page === "sign_in") signIn.cancel();
    if (window.page === "review" && review) extensions.reject(review);
    if (window.page === "query" && server) void queryWindows.closed(server);
  }

  const press = (by?: PagePress) => pressOf(by, now(), windows.askOf);
  const app: App = {
    store,
    problems: createProblems(store),
    onUseBrowser: () => {},
    quit: quit.promise,
    async dispatch(command, by) {
      try {
        const result = await followFrom(press(by), () => carryOut(command));
        // Nothing is left of what is worked on.
        const passing = "extension" in command && development.has(command.extension ?? "");
        const key = result.ok && !passing ? usageKey(command) : null;
        if (key !== null) uses.note(key);
        if (result.ok) analytics.note(command.name);
        return result;
      } catch (error) {
        services.onError(error);
        return { ok: false, error: `Kedge failed at "${command.name}".`, hint: "The log file says more." };
      }
    },
    windowClosed,
    upload: (bytes, name) => followFrom(press(), () => extensions.beginUpload(bytes, name)),
    reviewFile: (review, path) => extensions.reviewFile(review, path),
    reviewTexts: (review, path) => extensions.reviewTexts(review, path),
    applyConfig: (read) => configuration.apply(read),
    refreshExtensions: () => extensions.refresh(),
    runLog: (run) => runs.log(run),
    development,
    signIn,
    accountRoles: (account) => rolesToChoose(accounts, account, services.credentials.lastRole),
    queryWindows,
    resources,
    tell: (title, message, seconds = 0) =>
      toasts.show({ id: crypto.randomUUID(), type: "info", title, message }, seconds),
    sendAnalytics: () => analytics.sendWhenDue(),
    restore({ usage, sizes, choices, databaseLogins, personal: own, analytics: saved, welcomed: known }) {
      resources.databases.restore(databaseLogins);
      personal.restore(own);
      uses.restore(usage);
      analytics.restore(saved);
      credentials.restore(choices);
      windows.restoreSizes(sizes);
      if (known === true) welcomed.update(() => true);
    },
    welcome() {
      const { welcomed: before, config, extensions } = store.get();
      if (before || config.status !== "missing" || extensions.length > 0) return false;
      welcomed.update(() => true);
      followFrom(press(), () => windows.open("welcome"));
      return true;
    },
    restoreRuns: (past) => runs.restore(past),
    async close() {
      signIn.close();
      accounts.close();
      resources.close();
      await development.close();
      await queryWindows.close();
      for (const { id } of activeRuns(store.get())) runs.stop(id, true);
      await runs.ended();
    },
  };
  return app;
}

import { refusal } from "../result.ts";
import { createAccounts } from "../accounts/mod.ts";
import { activeRuns } from "../state/selectors.ts";
import { createStore } from "../state/store.ts";
import { usageKey } from "./command.ts";
import { dispatcher } from "./feature.ts";
import * as features from "./features/mod.ts";
import { createTunnels } from "./features/tunnels/tunnels.ts";
import { createQueryWindows } from "./features/query_windows/query_windows.ts";
import { createDevelopment } from "./features/development/development.ts";
import { createDialogs } from "./features/dialogs/dialogs.ts";
import { rolesToChoose } from "./features/accounts/roles.ts";
import { createCredentialUses } from "./features/credentials/credentials.ts";
import { createCatalogue } from "./features/catalogue/catalogue.ts";
import { catalogueLists } from "./features/catalogue/lists.ts";
import { createExtensions, type Extensions } from "./features/extensions/extensions.ts";
import { createSearch } from "./features/search/search.ts";
import { createResources } from "./features/resources/resources.ts";
import { createImports } from "./features/imports/imports.ts";
import { createLinks } from "./features/links/links.ts";
import { createGate } from "./features/gate/gate.ts";
import { createPersonal } from "./features/personal/personal.ts";
import { createRuns } from "./features/runs/runs.ts";
import { createServerEnvironments } from "./features/servers/environments.ts";
import { askOnWay } from "./features/servers/way_questions.ts";
import { createServers } from "./features/servers/servers.ts";
import { createConfiguration } from "./features/settings/configuration.ts";
import { createHideColumn } from "./features/servers/hide_column.ts";
import { createSettings } from "./features/settings/settings.ts";
import { createSignIn } from "./features/sign_in/sign_in.ts";
import { createToasts } from "./features/toasts/toasts.ts";
import { initialState } from "./initial_state.ts";
import { createProblems } from "./problems.ts";
import type { App } from "./application.ts";
import { createAnalytics } from "./analytics.ts";
import { createRoleWork } from "./as_role.ts";
import { accountsWriter } from "./left_accounts.ts";
import { followFrom, type PagePress, pressOf } from "./asks.ts";
import { closesWindow } from "./closed_window.ts";
import type { AppServices } from "./services.ts";
import { createReleases } from "./releases.ts";
import { createUses } from "./uses.ts";
import { createWindows } from "./windows.ts";

export type { App };

/** Makes the application from its parts. */
export function createApp<B extends { readonly hash: string }>(services: AppServices<B>): App {
  const { now, onError } = services;
  const store = createStore(initialState(services.info, services.configFile, services.defaults), onError);
  const windows = createWindows(store.writing("windows", "sizes"), services.pages, now);
  const dialogs = createDialogs(store.writing("dialogs"), windows, services.checkAnswer, now);
  const toasts = createToasts(store.writing("toasts"), now);
  const uses = createUses(store.writing("usage"), now);
  const releases = createReleases(store.writing("release"), services, now);
  const analytics = createAnalytics(store.writing("analytics"), services, now);
  const signIn = createSignIn({ ...services, store: store.writing("signingIn", "signIn"), windows, toasts });
  const { welcomed } = store.writing("welcomed").slices;
  const configuration = createConfiguration(store.writing("config", "knownServers"));
  const accounts = createAccounts({
    sources: signIn.sources,
    labeller: services.labeller,
    names: signIn.names,
    onChange: accountsWriter(store.writing("accounts", "leftAccounts")),
    onRules: configuration.rulesOff,
    onError,
  });
  const environments = createServerEnvironments({ ...services, store: store.writing("serverEnvs") });
  const development = createDevelopment(
    { store: store.writing("development", "publishing"), windows, toasts, onError },
    services,
  );
  const extensions: Extensions<B> = createExtensions(
    store.writing("extensions", "reviews"),
    windows,
    services.extensions,
    development,
  );
  const roleWork = createRoleWork({
    store,
    windows,
    signIn,
    roles: accounts.roles,
    services: services.credentials,
  });
  const servers = createServers({
    ...services,
    store: store.writing("serverTests"),
    windows,
    dialogs,
    environments,
    awsAt: roleWork.at,
  });
  const runs = createRuns(
    {
      store: store.writing("runs"),
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
  development.follow({ onChange: extensions.show, forget: (extension) => runs.forgetDeveloped(extension) });
  const credentials = createCredentialUses(
    { store: store.writing("choices"), toasts, roleWork },
    services.credentials,
  );
  const settings = createSettings(store.writing("inAwsFiles"), configuration, services);
  const imports = createImports(store, settings.editAll, { ...services, expect: servers.logins.expect });
  const catalogue = createCatalogue<B>({
    ...services,
    store: store.writing("catalogues", "updates"),
    extensions,
    edit: settings.edit,
    couldPress: services.extensions.couldPress,
  }, services.catalogues);
  const queryWindows = createQueryWindows({
    ...services,
    store: store.writing("queryWindows", "pastQueries", "knownTables"),
    windows,
    dialogs,
    environments,
    login: servers.logins.give,
    onLogin: servers.onLogin,
  });
  const tunnels = createTunnels({ ...services, store: store.writing("tunnels"), windows });
  const resources = createResources({
    store: store.writing("databaseLogins", "databaseSteps"),
    openTunnel: tunnels.open,
    windows,
    roleWork,
    toasts,
    dialogs,
    credentials: { ...services.credentials, beginCopy: credentials.beginCopy },
    cache: services.cache,
    login: servers.logins.give,
    openFound: queryWindows.openFound,
    editConfig: settings.edit,
    now,
    onError,
  });
  const search = createSearch({
    store: store.writing("search"),
    resources,
    roleWork,
    chooseSearchRole: credentials.chooseSearchRole,
    onError,
  });
  const gate = createGate({
    ...services,
    ...{ windows, toasts, queryWindows, runs, resources, roleWork },
    store: store.writing("gate", "agents"),
    login: servers.logins.give,
  });
  const personal = createPersonal(store.writing("personal"));
  const links = createLinks({
    store: store.writing("links"),
    windows,
    toasts,
    extensions,
    runs,
    queryWindows,
    now,
  });
  const tell: App["tell"] = (title, message, seconds = 0) =>
    toasts.show({ id: crypto.randomUUID(), type: "info", title, message }, seconds);
  const quit = Promise.withResolvers<void>();

  const windowClosed = closesWindow(store, {
    windows,
    dialogs,
    signIn,
    search,
    extensions,
    links,
    gate,
    queryWindows,
    development,
  });
  const carryOut = dispatcher(features, {
    ...services,
    windows,
    dialogs,
    toasts,
    development,
    personal,
    catalogue,
    extensions,
    servers,
    hideColumn: createHideColumn(store, settings.edit),
    runs,
    settings,
    imports,
    credentials,
    resources,
    search,
    signIn,
    queryWindows,
    tunnels,
    links,
    gate,
    releases,
    windowClosed,
    tell,
    useBrowser: () => app.onUseBrowser(),
    async quit() {
      if (await queryWindows.decided()) quit.resolve();
    },
  });

  const press = (by?: PagePress) => pressOf(by, now(), windows.askOf);
  const app: App = {
    store,
    problems: createProblems(store.writing("problems")),
    desktopKeys: store.writing("desktopKeys").slices.desktopKeys,
    onUseBrowser: () => {},
    quit: quit.promise,
    async dispatch(command, by) {
      try {
        const result = await followFrom(press(by), () => carryOut(command));
        // An action under development has no lasting ID, so its use is not counted.
        const passing = "extension" in command && development.has(command.extension ?? "");
        const key = result.ok && !passing ? usageKey(command) : null;
        if (key !== null) uses.note(key);
        if (result.ok) analytics.note(command.name);
        return result;
      } catch (error) {
        services.onError(error);
        return refusal(`Kedge failed at "${command.name}".`, "The log file says more.");
      }
    },
    windowClosed,
    read: (window, act) => followFrom(press({ window }), act),
    upload: (bytes, name) => followFrom(press(), () => extensions.beginUpload(bytes, name)),
    reviewFile: (review, path) => extensions.reviewFile(review, path),
    async applyConfig(read) {
      const config = configuration.apply(read);
      if (config === null) return;
      signIn.configure(config);
      const labelled = environments.configure(config);
      await accounts.configure(config.accounts, config.envRules);
      await labelled;
    },
    accountsKnown: () => signIn.opened().then(accounts.settled),
    refreshExtensions: () => extensions.refresh(),
    development,
    takeLink: links.open,
    signIn,
    askOnWay: askOnWay(dialogs),
    queries: {
      store,
      runLog: (run) => runs.log(run),
      accountRoles: (account) => rolesToChoose(accounts, account, services.credentials.lastRole),
      reviewTexts: (review, path) => extensions.reviewTexts(review, path),
      queryWindows: queryWindows.lists,
      search: search.lists,
      catalogue: catalogueLists(catalogue, now),
      resources,
    },
    queryWindows,
    gate,
    tell,
    refreshCatalogues: () => catalogue.refreshDue(),
    sendAnalytics: () => analytics.sendWhenDue(),
    lookForReleases: () => releases.lookWhenDue(),
    restore({ usage, sizes, choices, databaseLogins, knownServers, ...more }) {
      configuration.restore(knownServers);
      resources.databases.restore(databaseLogins);
      personal.restore(more.personal);
      uses.restore(usage);
      analytics.restore(more.analytics);
      releases.restore(more.release);
      credentials.restore(choices);
      windows.restoreSizes(sizes);
      gate.restore(more.gate);
      if (more.welcomed === true) welcomed.update(() => true);
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
      for (const part of [signIn, catalogue, accounts]) part.close();
      for (const part of [resources, development, tunnels, queryWindows]) await part.close();
      for (const { id } of activeRuns(store.get())) runs.stop(id, true);
      await runs.ended();
    },
  };
  return app;
}

import { memoryKeychain } from "../memory_keychain.ts";
import { fixedRows } from "../../../src/core/resources/rows.ts";
import { type App, createApp } from "../../../src/core/app/app.ts";
import type { CredentialServices } from "../../../src/core/app/features/credentials/credentials.ts";
import { appServices } from "../../../src/cli/start/services.ts";
import type { Config, Server } from "../../../src/core/config/config.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { createLogger } from "../../../src/core/files/logger.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { createRuleEvaluator } from "../../../src/core/rules/mod.ts";
import { keychainItem, loginSecret } from "../../../src/core/sql/login/login.ts";
import { Secret } from "../../../src/core/secret.ts";
import { type Pages, servePages } from "../../../src/pages/mod.ts";
import { type Browser, startBrowser, type Tab, type TabOptions } from "../browser/mod.ts";
import { testAssets } from "../pages/assets.ts";
import type { DatabaseServer } from "../servers/server.ts";
import { removeFolder } from "../remove_folder.ts";

/** The application with its page server and a browser, on real servers; their logins are in the test's own keychain. */
export interface QueryApp {
  readonly app: App;
  readonly home: string;
  /** Opens a server's query window as a page. */
  open(server: string, options?: TabOptions): Promise<Tab>;
  /** Opens any other page. */
  page(page: string): Promise<Tab>;
  close(): Promise<void>;
}

/** The application on real servers, without pages. */
interface QueryWindowStage {
  readonly app: App;
  readonly home: string;
  readonly errors: unknown[];
  close(): Promise<void>;
}

type RealServers = readonly {
  readonly server: Server;
  readonly real: Pick<DatabaseServer, "user" | "password">;
}[];

/** Options of the application; a given `home` is not removed. */
interface Options {
  readonly home?: string | undefined;
  readonly config?: Partial<Config> | undefined;
  /** Provides credentials of accounts. */
  readonly credentials?: CredentialServices | undefined;
}

/** Starts the application. */
export async function startQueryWindow(
  servers: RealServers,
  options: Options = {},
): Promise<QueryWindowStage> {
  const home = options.home ?? await Deno.makeTempDir({ prefix: "kedge-query-" });
  const paths = kedgePaths(home);
  const items = new Map(servers.map(({ server, real }) => [
    keychainItem(server.name).account,
    loginSecret({ user: real.user, password: new Secret(real.password) }),
  ]));
  const labeller = createRuleEvaluator();
  const errors: unknown[] = [];
  const app: App = createApp({
    ...appServices(paths, createLogger(paths.logs), labeller, () => app),
    keychain: memoryKeychain(items),
    ...(options.credentials ? { credentials: options.credentials } : {}),
    onError: (error) => void errors.push(error),
  });
  await app.applyConfig({
    status: "loaded",
    config: { ...defaultConfig(), servers: servers.map(({ server }) => server), ...options.config },
    diagnostics: [],
  });
  return {
    app,
    home,
    errors,
    async close() {
      await app.close();
      labeller.close();
      if (options.home === undefined) await removeFolder(home);
      if (errors.length > 0) throw errors[0];
    },
  };
}

/** Starts the application, the page server and the browser. */
export async function startQueryApp(
  servers: RealServers,
  options: Options & { readonly browser?: Browser } = {},
): Promise<QueryApp> {
  const queryWindow = await startQueryWindow(servers, options);
  const { app, home, errors } = queryWindow;
  const pages: Pages = await servePages({
    ...app.queries,
    assets: testAssets(),
    dispatch: (command) => app.dispatch(command),
    read: app.read,
    browsers: () => fixedRows([]),
    terminals: () => fixedRows([]),
    icon: () => Promise.resolve(null),
    upload: () => Promise.resolve({ ok: true }),
    openInBrowser: () => Promise.resolve(),
    onError: (error) => void errors.push(error),
  });
  const browser = options.browser ?? await startBrowser();
  return {
    app,
    home,
    async open(server, tab = {}) {
      if (!app.store.get().windows.some(({ page, params }) => page === "query" && params.server === server)) {
        await app.dispatch({ name: "openQuery", server });
      }
      const window = app.store.get().windows.find(({ page, params }) =>
        page === "query" && params.server === server
      )!;
      const opened = await browser.open(pages.openAddress(window.id), { width: 1040, height: 720, ...tab });
      await opened.until("document.querySelector('.query-code')?.shadowRoot?.activeElement");
      return opened;
    },
    async page(page) {
      await app.dispatch({ name: "openWindow", page });
      const window = app.store.get().windows.find((one) => one.page === page)!;
      return await browser.open(pages.openAddress(window.id), { width: 640, height: 420 });
    },
    async close() {
      if (!options.browser) await browser.close();
      await pages.close();
      await queryWindow.close();
    },
  };
}

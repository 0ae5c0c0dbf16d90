import type { Command } from "../core/app/command.ts";
import type { AppState, WindowState } from "../core/state/state.ts";
import { accountsPage } from "./accounts/page.ts";
import { cataloguePage } from "./catalogue/page.ts";
import { configurePage } from "./configure/page.ts";
import { consolePage } from "./console/page.ts";
import { developmentPage } from "./development/page.ts";
import { databasesPage } from "./databases/page.ts";
import { dialogPage } from "./dialog/page.ts";
import { everywherePage } from "./everywhere/page.ts";
import { extensionsPage } from "./extensions/page.ts";
import { agentsPage } from "./agents/page.ts";
import { grantPage } from "./grant/page.ts";
import { guidePage } from "./guide/page.ts";
import { homePage } from "./home/page.ts";
import { importPage } from "./import/page.ts";
import type { PageDefinition } from "./page.ts";
import { logGroupsPage } from "./log_groups/page.ts";
import { logsPage } from "./logs/page.ts";
import { linkPage } from "./link/page.ts";
import { newsPage } from "./news/page.ts";
import { palettePage } from "./palette/page.ts";
import { preparingPage } from "./preparing/page.ts";
import { publishPage } from "./publish/page.ts";
import { queryPage } from "./query/page.ts";
import { reviewPage } from "./review/page.ts";
import { serverPage } from "./server/page.ts";
import { secretsPage } from "./secrets/page.ts";
import { signInPage } from "./sign_in/page.ts";
import { servicesPage } from "./services/page.ts";
import { settingsPage } from "./settings/page.ts";
import { tunnelsPage } from "./tunnels/page.ts";
import { welcomePage } from "./welcome/page.ts";

/** Every page that a window can show, by name. */
export const PAGES = {
  home: homePage,
  palette: palettePage,
  accounts: accountsPage,
  secrets: secretsPage,
  databases: databasesPage,
  services: servicesPage,
  log_groups: logGroupsPage,
  logs: logsPage,
  everywhere: everywherePage,
  dialog: dialogPage,
  grant: grantPage,
  agents: agentsPage,
  review: reviewPage,
  console: consolePage,
  development: developmentPage,
  publish: publishPage,
  extensions: extensionsPage,
  catalogue: cataloguePage,
  configure: configurePage,
  settings: settingsPage,
  server: serverPage,
  import: importPage,
  news: newsPage,
  guide: guidePage,
  link: linkPage,
  sign_in: signInPage,
  preparing: preparingPage,
  query: queryPage,
  tunnels: tunnelsPage,
  welcome: welcomePage,
};

/** The name of a page. */
export type PageName = keyof typeof PAGES;

/** Whether there is a page of that name. */
function isPageName(name: string): name is PageName {
  return Object.hasOwn(PAGES, name);
}

/** Returns the page that a window shows. Throws when there is none, because windows are opened only by these names. */
export function pageOf(window: WindowState): PageDefinition {
  if (!isPageName(window.page)) throw new Error(`There is no page “${window.page}”`);
  return PAGES[window.page];
}

/** Commands that every page may send about its own window. */
const ALWAYS_ALLOWED: ReadonlySet<Command["name"]> = new Set([
  "closeWindow",
  "markUnsaved",
  "resizeWindow",
  "rememberSize",
  "setWindowRegion",
]);

/**
 * Whether the page of `window` may send `command`. Each page may send only what it needs,
 * and only about the subject of its window.
 */
export function mayCommand(window: WindowState, command: Command, state: AppState): boolean {
  if (command.name === "openWindow" && !isPageName(command.page)) return false;
  if (command.name === "zoom") return true;
  // F1 leads to the guide everywhere.
  if (command.name === "openWindow" && command.page === "guide") return true;
  if (ALWAYS_ALLOWED.has(command.name) && "window" in command && command.window === window.id) return true;
  const rule = pageOf(window).commands[command.name] as
    | true
    | ((command: Command, window: WindowState, state: AppState) => boolean)
    | undefined;
  return rule === true || (rule !== undefined && rule(command, window, state));
}

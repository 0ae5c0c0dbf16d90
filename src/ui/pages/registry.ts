import type { ComponentType } from "preact";
import type { PageName } from "../../pages/registry.ts";
import type { Client } from "../client/mod.ts";
import * as home from "./home/page.tsx";
import * as accounts from "./accounts/page.tsx";
import * as secrets from "./secrets/page.tsx";
import * as services from "./services/page.tsx";
import * as everywhere from "./everywhere/page.tsx";
import * as log_groups from "./log_groups/page.tsx";
import * as logs from "./logs/page.tsx";
import * as databases from "./databases/page.tsx";
import * as palette from "./palette/page.tsx";
import * as dialog from "./dialog/page.tsx";
import * as grant from "./grant/page.tsx";
import * as agents from "./agents/page.tsx";
import * as review from "./review/page.tsx";
import * as console from "./console/page.tsx";
import * as development from "./development/page.tsx";
import * as publish from "./publish/page.tsx";
import * as extensions from "./extensions/page.tsx";
import * as catalogue from "./catalogue/page.tsx";
import * as configure from "./configure/page.tsx";
import * as settings from "./settings/page.tsx";
import * as server from "./server/page.tsx";
import * as imports from "./import/page.tsx";
import * as link from "./link/page.tsx";
import * as guide from "./guide/page.tsx";
import * as news from "./news/page.tsx";
import * as sign_in from "./sign_in/page.tsx";
import * as preparing from "./preparing/page.tsx";
import * as tunnels from "./tunnels/page.tsx";
import * as welcome from "./welcome/page.tsx";

/** The module of a page's view. The view renders the model that the page's definition makes. */
interface PageView {
  // deno-lint-ignore no-explicit-any -- each with the model of its own page
  readonly default: ComponentType<{ model: any; client: Client<any> }>;
  /** Whether the page handles Ctrl+K itself. */
  readonly handlesCommandKey?: true;
}

/**
 * The views of all pages. They are one script, because a file of its own for each page and each part that
 * some pages share makes a window ask for twenty files. Only the editor of SQL, which is larger than all
 * others together, is loaded when a window needs it.
 */
export const VIEWS: Readonly<Record<PageName, PageView | (() => Promise<PageView>)>> = {
  home,
  accounts,
  secrets,
  services,
  everywhere,
  log_groups,
  logs,
  databases,
  palette,
  dialog,
  grant,
  agents,
  review,
  console,
  development,
  publish,
  extensions,
  catalogue,
  configure,
  settings,
  server,
  import: imports,
  link,
  news,
  guide,
  sign_in,
  preparing,
  tunnels,
  query: () => import("./query/page.tsx"),
  welcome,
};

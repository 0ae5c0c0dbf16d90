import type { ComponentType } from "preact";
import type { PageName } from "../../pages/registry.ts";
import type { Client } from "../client/mod.ts";

/** The module of a page's view. The view renders the model that the page's definition makes. */
interface PageView {
  // deno-lint-ignore no-explicit-any -- each with the model of its own page
  readonly default: ComponentType<{ model: any; client: Client<any> }>;
  /** Whether the page handles Ctrl+K itself. */
  readonly handlesCommandKey?: true;
}

/** The views of all pages. Each is loaded when its window opens. */
export const VIEWS: Readonly<Record<PageName, () => Promise<PageView>>> = {
  home: () => import("./home/page.tsx"),
  accounts: () => import("./accounts/page.tsx"),
  secrets: () => import("./secrets/page.tsx"),
  services: () => import("./services/page.tsx"),
  everywhere: () => import("./everywhere/page.tsx"),
  log_groups: () => import("./log_groups/page.tsx"),
  logs: () => import("./logs/page.tsx"),
  databases: () => import("./databases/page.tsx"),
  palette: () => import("./palette/page.tsx"),
  dialog: () => import("./dialog/page.tsx"),
  grant: () => import("./grant/page.tsx"),
  agents: () => import("./agents/page.tsx"),
  review: () => import("./review/page.tsx"),
  console: () => import("./console/page.tsx"),
  development: () => import("./development/page.tsx"),
  publish: () => import("./publish/page.tsx"),
  extensions: () => import("./extensions/page.tsx"),
  catalogue: () => import("./catalogue/page.tsx"),
  configure: () => import("./configure/page.tsx"),
  settings: () => import("./settings/page.tsx"),
  server: () => import("./server/page.tsx"),
  import: () => import("./import/page.tsx"),
  link: () => import("./link/page.tsx"),
  news: () => import("./news/page.tsx"),
  sign_in: () => import("./sign_in/page.tsx"),
  preparing: () => import("./preparing/page.tsx"),
  tunnels: () => import("./tunnels/page.tsx"),
  query: () => import("./query/page.tsx"),
  welcome: () => import("./welcome/page.tsx"),
};

import "./styles.css";
import { type ComponentType, render } from "preact";
import type { PageName } from "../core/state/state.ts";
import { RESIZABLE } from "../core/state/sizes.ts";
import { type Client, connect, rememberSize, reportErrors } from "./client/mod.ts";
import { behaveNatively } from "./native.ts";
import { Shell } from "./shell.tsx";

/** A page as the shell shows it: whichever, with the model of its name. */
// deno-lint-ignore no-explicit-any
export type AnyPage = ComponentType<{ model: any; client: Client<any> }>;

/** The pages; each is loaded when its window opens. */
const pages: Readonly<Record<PageName, () => Promise<{ default: AnyPage }>>> = {
  home: () => import("./pages/home/page.tsx"),
  palette: () => import("./pages/palette/page.tsx"),
  dialog: () => import("./pages/dialog/page.tsx"),
  review: () => import("./pages/review/page.tsx"),
  console: () => import("./pages/console/page.tsx"),
  extensions: () => import("./pages/extensions/page.tsx"),
  configure: () => import("./pages/configure/page.tsx"),
  settings: () => import("./pages/settings/page.tsx"),
  server: () => import("./pages/server/page.tsx"),
};

/** Shows the page that the document names in `data-page`. */
async function main(): Promise<void> {
  const client = connect();
  reportErrors(client);
  behaveNatively(document.documentElement.dataset.surface);
  const name = document.documentElement.dataset.page ?? "";
  const load = Object.hasOwn(pages, name) ? pages[name as PageName] : pages.home;
  if (document.documentElement.dataset.surface === "window" && RESIZABLE.has(name as PageName)) {
    rememberSize(client);
  }
  const { default: Page } = await load();
  render(<Shell client={client} Page={Page} />, document.body);
}

void main();

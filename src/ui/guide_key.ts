import type { Command } from "../core/app/command.ts";
import type { PageName } from "../pages/registry.ts";
import { offerEverywhere, plain } from "./system/mod.ts";

/** The section of the guide about each page. Other pages open the guide at its beginning. */
export const SECTIONS: Readonly<Partial<Record<PageName, string>>> = {
  accounts: "guide#accounts-and-environments",
  agents: "guide#agents",
  catalogue: "guide#catalogues",
  configure: "guide#extensions-and-actions",
  console: "guide#extensions-and-actions",
  databases: "guide#databases-of-an-account",
  development: "authors#from-nothing-to-your-colleagues",
  dialog: "guide#extensions-and-actions",
  everywhere: "guide#services-and-clusters-of-an-account",
  extensions: "guide#extensions-and-actions",
  grant: "guide#agents",
  home: "guide#starting",
  import: "coming-from",
  link: "guide#links",
  log_groups: "guide#services-and-clusters-of-an-account",
  logs: "guide#services-and-clusters-of-an-account",
  news: "guide#new-versions",
  palette: "guide#starting",
  preparing: "guide#extensions-and-actions",
  publish: "guide#publishing",
  query: "guide#asking-a-server",
  review: "guide#extensions-and-actions",
  secrets: "guide#secrets-of-an-account",
  server: "guide#servers",
  services: "guide#services-and-clusters-of-an-account",
  settings: "configuration#settings",
  sign_in: "guide#signing-in",
  tunnels: "guide#servers",
  welcome: "guide#starting",
};

/** Lets F1 open the guide at the section about the page. */
export function offerGuide(page: PageName, send: (command: Command) => void): void {
  if (page === "guide") return;
  const section = SECTIONS[page];
  const open = () =>
    send({ name: "openWindow", page: "guide", params: section === undefined ? {} : { section } });
  offerEverywhere([
    {
      label: "Open the guide",
      icon: "info",
      shortcut: "F1",
      words: "help documentation manual",
      onPick: open,
    },
  ]);
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.key !== "F1" || !plain(event)) return;
    event.preventDefault();
    open();
  });
}

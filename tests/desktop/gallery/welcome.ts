import type { Tab } from "../../support/browser/mod.ts";
import type { Scene } from "./scenes.ts";
import { fullState } from "./state.ts";

const fresh = fullState({ accounts: [], servers: [], extensions: [], runs: [] });
const base = { page: "welcome", state: fresh, width: 560, height: 420 } as const;

/** Goes on to the next question. */
async function next(tab: Tab, title: string): Promise<void> {
  await tab.press("Enter");
  await tab.until(`document.querySelector("h2").innerText.startsWith(${JSON.stringify(title)})`);
}

async function typed(tab: Tab): Promise<void> {
  await tab.type("https://example.awsapps.com/start");
  await tab.reach("document.querySelector('[name=ssoRegion]')", "focus");
  await tab.type("eu-central-1");
}

async function portal(tab: Tab): Promise<void> {
  await typed(tab);
  await next(tab, "One shortcut");
}

async function toTheEnd(tab: Tab, title: string): Promise<void> {
  await next(tab, "What may");
  await next(tab, title);
}

/** The pages of the first start, question by question. */
export const welcomeScenes: readonly Scene[] = [
  { ...base, name: "welcome" },
  {
    ...base,
    name: "welcome-portal",
    act: async (tab) => {
      await typed(tab);
      await tab.until("document.querySelector('.portal-check button')");
      await tab.click(".portal-check button");
      await tab.until("document.querySelector('.portal-check .ok-text')");
    },
  },
  {
    ...base,
    name: "welcome-meant",
    act: async (tab) => {
      await tab.type("https://d-1.awsapps.com");
      await tab.press("Tab");
      await tab.type("frankfurt");
      await tab.press("Tab");
      await tab.until("document.querySelectorAll('.wrong button').length === 2");
    },
  },
  { ...base, name: "welcome-shortcut", act: portal },
  {
    ...base,
    name: "welcome-shortcut-chosen",
    state: { ...base.state, desktopKeys: { palette: "Meta+K" } },
    act: portal,
  },
  {
    ...base,
    name: "welcome-file",
    act: async (tab) => {
      await portal(tab);
      await toTheEnd(tab, "This would");
    },
  },
  {
    ...base,
    name: "welcome-by-itself",
    act: async (tab) => {
      await next(tab, "One shortcut");
      await next(tab, "What may");
    },
  },
];

import { parseConfig } from "../../../src/core/config/mod.ts";
import { fixedRows } from "../../../src/core/resources/rows.ts";
import type { AppState } from "../../../src/core/state/state.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import { buttonWith } from "../../support/browser/button.ts";
import type { Tab } from "../../support/browser/mod.ts";
import type { Scene } from "./scenes.ts";
import { fullState } from "./state.ts";

const TEXT = `{
  "$schema": "./config.schema.json",
  "ssoStartUrl": "https://shop.awsapps.com/start",
  "ssoRegion": "eu-central-1",
  "perPage": 100,
  "envRules": [
    { "env": "prd", "matchName": "-production$" },
    { "env": "stg", "matchName": "-staging$", "matchEmail": "\\\\+staging@" },
    { "env": "dev", "matchName": "-dev(elopment)?$" },
    { "env": "sandbox", "matchName": "^sandbox-" }
  ],
  "accounts": [
    {
      "accountId": "123456789012", "env": "prd", "region": "eu-central-1",
      "secrets": [{ "label": "Database", "id": "shop/database" }, { "label": "Mail", "id": "shop/mail" }],
      "ecsClusters": [{ "name": "shop", "services": ["web", "worker"] }]
    },
    { "accountId": "222233334444", "region": "us-east-1" },
    { "accountId": "345634563456", "env": "stg", "region": "eu-central-1" }
  ],
  "servers": [
    { "name": "Orders", "engine": "postgres", "host": "orders.db.internal", "port": 5432, "database": "orders", "tls": true },
    { "name": "Legacy shop", "engine": "mysql", "host": "10.4.0.17", "port": 3306, "database": "shop" }
  ]
}`;

/** Returns the state for a configuration file with this text. */
function stateOf(text: string, parts: Partial<AppState["config"]> = {}): AppState {
  const { config, diagnostics, document } = parseConfig(text);
  const good = parseConfig(TEXT);
  return fullState({
    config: {
      file: "/home/anna/.kedge/config.json",
      status: config ? "loaded" : "stale",
      value: config ?? good.config!,
      document: document ?? good.document!,
      diagnostics,
      canUndo: true,
      ...parts,
    },
  });
}

const BAD = TEXT.replace("100", '"100"').replace('"222233334444"', "222233334444")
  .replace('"port": 3306', '"port": 99999').replace('"perPage"', '"globalShorcut": "Ctrl+J",\n  "perPage"');

const labels: Partial<PagesOptions> = {
  dispatch(command) {
    if (command.name !== "tryRules") return Promise.resolve({ ok: true });
    const { envRules } = parseConfig(TEXT).config!;
    const value = command.accounts.map(({ name = "" }) => {
      const rule = envRules.findIndex(({ matchName }) => matchName && new RegExp(matchName, "i").test(name));
      return { env: envRules[rule]?.env ?? null, rule: rule < 0 ? null : rule };
    });
    return Promise.resolve({ ok: true, value: { labels: value, diagnostics: [] } });
  },
};

const found = (id: string, title: string, file: string, parts: object = {}) => ({
  id,
  title,
  file: `/home/anna/${file}`,
  found: true,
  setUp: "no",
  fault: "",
  ...parts,
});
const entryOf = (command: string) =>
  JSON.stringify({ kedge: { type: "stdio", command, args: ["--mcp"] } }, null, 2);

/** Returns clients in every state; Cursor has the given state until it is set up. */
const clients = (cursor = "other"): Partial<PagesOptions> => ({
  dispatch: (command) => {
    if (command.name === "setUpAgentClient") cursor = "yes";
    return Promise.resolve({
      ok: true,
      value: command.name === "findAgentClients"
        ? [
          found("claude", "Claude Code", ".claude.json"),
          found("codex", "Codex", ".codex/config.toml", { setUp: "yes" }),
          found("cursor", "Cursor", ".cursor/mcp.json", { setUp: cursor }),
          found("vscode", "VS Code", ".config/Code/User/mcp.json", {
            fault: "/home/anna/.config/Code/User/mcp.json is left alone: it is no JSON: expected a comma.",
          }),
          found("gemini", "Gemini CLI", ".gemini/settings.json", { found: false }),
        ]
        : command.name === "planAgentClient"
        ? {
          file: command.client === "cursor" ? "/home/anna/.cursor/mcp.json" : "/home/anna/.claude.json",
          change: command.client === "cursor" ? "change" : "add",
          before: command.client === "cursor" ? entryOf("/home/anna/old/kedge") : "",
          after: entryOf("/usr/bin/kedge"),
        }
        : null,
    });
  },
});

const scene = (name: string, section: string, parts: Partial<Scene> = {}): Scene => ({
  name: `settings-${name}`,
  page: "settings",
  params: { section },
  state: stateOf(TEXT),
  width: 800,
  height: 560,
  pages: labels,
  ...parts,
});

const click = (text: string) => (tab: Tab) => tab.reach(buttonWith(text));

/** All scenes of the Settings window. */
export const settingsScenes: readonly Scene[] = [
  scene("general", "general"),
  scene("general-problems", "general", { state: stateOf(BAD) }),
  scene("shortcut-asked", "general", {
    state: {
      ...stateOf(TEXT),
      problems: [{
        code: "shortcut-unavailable",
        message: "The desktop asks you which keys Kedge may have",
        hint: "Answer its question about “Open Kedge's palette”, which may lie behind another window.",
      }],
    },
  }),
  scene("shortcut-chosen", "general", { state: { ...stateOf(TEXT), desktopKeys: { palette: "Meta+K" } } }),
  scene("recording", "general", { act: click("Record") }),
  scene("sign-in", "sign-in", { act: (tab) => tab.until("document.querySelector('.portal-check button')") }),
  scene("accounts", "accounts"),
  scene("account", "accounts", { act: click("1234 5678 9012") }),
  scene("account-new", "accounts", {
    act: async (tab) => {
      await click("Add account")(tab);
      await tab.type("4567-8901-2345");
    },
  }),
  scene("environments", "environments"),
  scene("rule", "environments", { act: click("staging") }),
  scene("servers", "servers"),
  scene("server-new", "servers", {
    act: async (tab) => {
      await click("Add server")(tab);
      await tab.press("Enter");
    },
  }),
  scene("empty", "accounts", { state: stateOf("{}", { canUndo: false }) }),
  scene("assistant", "assistant"),
  // Opened from the palette: shows the section and focuses the field that was chosen there.
  scene("field", "general", {
    params: { field: "ssoRegion" },
    act: (tab) => tab.until("document.activeElement.name === 'ssoRegion'"),
  }),
  scene("computer", "computer", {
    state: {
      ...stateOf(TEXT),
      choices: { terminal: "kitty", browsers: { prd: { browser: "chrome", profile: "Profile 2" } } },
    },
    pages: {
      browsers: () =>
        fixedRows([
          {
            id: "chrome",
            label: "Chrome",
            profiles: [{ id: "Default", label: "Anna" }, { id: "Profile 2", label: "Production" }],
          },
          { id: "firefox", label: "Firefox", profiles: [{ id: "default", label: "default" }] },
        ]),
      terminals: () => fixedRows([{ id: "gnome-terminal", label: "GNOME Terminal" }]),
    },
  }),
  scene("agents", "agents", { pages: clients() }),
  scene("agents-plan", "agents", {
    state: { ...stateOf(TEXT), gate: { on: true, stopped: false, grants: [] } },
    pages: clients(),
    act: async (tab) => {
      await tab.until("document.querySelector('[data-client] button')");
      await click("Set up Claude Code")(tab);
      await tab.until("document.querySelector('.plan-difference')");
    },
  }),
  scene("agents-done", "agents", {
    pages: clients(),
    act: async (tab) => {
      await tab.until("document.querySelector('[data-client] button')");
      await click("Change Cursor")(tab);
      await tab.until("document.querySelector('.plan-difference')");
      await tab.press("Enter");
      await tab.until("document.querySelector('.notice.ok')");
    },
  }),
  scene("agents-failed", "agents", {
    pages: {
      dispatch: () =>
        Promise.resolve({ ok: false, error: "The user has no home folder.", hint: "Set HOME." }),
    },
  }),
  scene("privacy", "privacy"),
  scene("privacy-counted", "privacy", {
    state: {
      ...stateOf(TEXT),
      app: { ...stateOf(TEXT).app, collector: { address: "https://eu.i.posthog.com", doNotTrack: false } },
      analytics: { counts: { actions_run: 41, windows_opened: 120 }, since: 0 },
    },
  }),
  scene("file", "file"),
  scene("file-problems", "file", { state: stateOf(BAD) }),
  scene("stale", "servers", { state: stateOf('{\n  "perPage": 100\n  "servers": [') }),
  scene("newer", "general", { state: stateOf('{"version": 3, "perPage": 20}') }),
];

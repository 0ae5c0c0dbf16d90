import { parseShortcut } from "../../core/config/mod.ts";
import { PALETTE_KEYS } from "../../core/state/desktop_keys.ts";
import { newVersion } from "../../core/state/new_version.ts";
import type { AppState } from "../../core/state/state.ts";
import { accountsMenu } from "./accounts.ts";
import { actionsMenu, runningItems } from "./actions.ts";
import { problemItems, waitingItems } from "./attention.ts";
import { agentItems } from "./agents.ts";
import { extensionsMenu } from "./extensions.ts";
import { grouped, type MenuItem } from "./item.ts";
import { serversMenu } from "./servers.ts";
import { signInItems } from "./sign_in.ts";
import { tunnelItems } from "./tunnels.ts";
import { SHORTCUT_PROBLEM } from "../shortcut/problem.ts";

export type { MenuItem } from "./item.ts";

/** Returns the tray menu for a state. `now` is in ms since 1970. */
export function menu(state: AppState, now = Date.now()): MenuItem[] {
  return grouped("root", [
    waitingItems(state),
    runningItems(state),
    problemItems(state),
    signInItems(state, now),
    agentItems(state),
    tunnelItems(state),
    [accountsMenu(state), serversMenu(state), actionsMenu(state)],
    [extensionsMenu(state), settings],
    releaseItems(state),
    [paletteItem(state), quit],
  ]);
}

/** Returns the line for a new version of Kedge. This line is the only announcement. */
function releaseItems(state: AppState): MenuItem[] {
  const release = newVersion(state);
  if (!release) return [];
  const label = `Kedge ${release.version} is there…`;
  return [{ id: "release", label, command: { name: "openWindow", page: "news" } }];
}

const settings: MenuItem = {
  id: "settings",
  label: "Settings…",
  command: { name: "openWindow", page: "settings" },
};

const quit: MenuItem = { id: "quit", label: "Quit Kedge", command: { name: "quit" } };

/**
 * Returns the line that opens the palette. It shows the keys only if they work, and prefers the desktop's
 * description of them; a problem in the menu tells why they do not work.
 */
function paletteItem(state: AppState): MenuItem {
  const parsed = parseShortcut(state.config.value.globalShortcut);
  const shortcut = parsed.ok ? parsed.shortcut?.text : undefined;
  const works = shortcut !== undefined && !state.problems.some(({ code }) => code === SHORTCUT_PROBLEM);
  return {
    id: "palette",
    label: "Open palette",
    ...(works ? { shortcut: state.desktopKeys[PALETTE_KEYS] ?? shortcut } : {}),
    command: { name: "openWindow", page: "palette" },
  };
}

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

/** The tray menu that shows this state at a moment, ms since 1970. */
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

/** One quiet line; nothing is announced. */
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

/** The keys that work are shown, those of the desktop before Kedge's own; a problem about them says why none do. */
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

import { newVersion } from "../../core/state/new_version.ts";
import type { AppState } from "../../core/state/state.ts";
import { accountsMenu } from "./accounts.ts";
import { actionsMenu, runningItems } from "./actions.ts";
import { problemItems, waitingItems } from "./attention.ts";
import { agentItems } from "./agents.ts";
import { extensionsMenu } from "./extensions.ts";
import { commandItem, grouped, type MenuItem, pageItem } from "./item.ts";
import { serversMenu } from "./servers.ts";
import { signInItems } from "./sign_in.ts";
import { tunnelItems } from "./tunnels.ts";
import { paletteKeys } from "../shortcut/palette_keys.ts";

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
  return [pageItem("release", label, "news")];
}

const settings = pageItem("settings", "Settings…", "settings");

const quit = commandItem("quit", "Quit Kedge", { name: "quit" });

/**
 * Returns the line that opens the palette. It shows the keys only if they work; a problem in the menu tells
 * why they do not.
 */
function paletteItem(state: AppState): MenuItem {
  const shortcut = paletteKeys(state);
  return {
    ...pageItem("palette", "Open palette", "palette"),
    ...(shortcut === undefined ? {} : { shortcut }),
  };
}

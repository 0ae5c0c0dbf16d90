import { parseShortcut } from "../../core/config/mod.ts";
import type { AppState, SignInState } from "../../core/state/state.ts";
import { accountsMenu } from "./accounts.ts";
import { actionsMenu, runningItems } from "./actions.ts";
import { problemItems, waitingItems } from "./attention.ts";
import { extensionsMenu } from "./extensions.ts";
import { grouped, type MenuItem, note } from "./item.ts";
import { serversMenu } from "./servers.ts";
import { SHORTCUT_PROBLEM } from "../shortcut/problem.ts";
import { clean } from "./text.ts";

export type { MenuItem } from "./item.ts";

/** The tray menu that shows this state (CONTRACT.md §6). */
export function menu(state: AppState): MenuItem[] {
  return grouped("root", [
    waitingItems(state),
    runningItems(state),
    problemItems(state),
    [signInItem(state.signIn)],
    [accountsMenu(state), serversMenu(state), actionsMenu(state)],
    [extensionsMenu(state), settings],
    [paletteItem(state), quit],
  ]);
}

const settings: MenuItem = {
  id: "settings",
  label: "Settings…",
  command: { name: "openWindow", page: "settings" },
};

const quit: MenuItem = { id: "quit", label: "Quit Kedge", command: { name: "quit" } };

/** The shortcut is shown only while it works: a problem about it says why it does not. */
function paletteItem(state: AppState): MenuItem {
  const parsed = parseShortcut(state.config.value.globalShortcut);
  const shortcut = parsed.ok ? parsed.shortcut?.text : undefined;
  const works = shortcut !== undefined && !state.problems.some(({ code }) => code === SHORTCUT_PROBLEM);
  return {
    id: "palette",
    label: "Open palette",
    ...(works ? { shortcut } : {}),
    command: { name: "openWindow", page: "palette" },
  };
}

function signInItem(signIn: SignInState): MenuItem {
  const detail = signIn.detail ? ` · ${clean(signIn.detail, 50)}` : "";
  switch (signIn.status) {
    case "unconfigured":
      return { id: "sign-in", label: "Set up sign-in…", command: { name: "openWindow", page: "settings" } };
    case "signed-out":
      return note("sign-in", `Not signed in${detail}`);
    case "signed-in":
      return note("sign-in", `Signed in${detail}`);
    case "environment":
      return note("sign-in", `AWS credentials of this computer${detail}`);
  }
}

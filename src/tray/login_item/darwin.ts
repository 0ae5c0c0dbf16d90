import { join } from "node:path";
import { fileLoginItem } from "./file.ts";
import type { LoginItem } from "./item.ts";
import { AGENT_LABEL, launchAgent, type LaunchCommand } from "./text.ts";

/** Starts Kedge at login by a launch agent of the user, which launchd reads at the next login. */
export function darwinLoginItem(command: LaunchCommand, home: string): LoginItem {
  return fileLoginItem(join(home, "Library", "LaunchAgents", `${AGENT_LABEL}.plist`), launchAgent(command));
}

import { join } from "node:path";
import { fileLoginItem } from "./file.ts";
import type { LoginItem } from "./item.ts";
import { desktopEntry, isSwitchedOff, type LaunchCommand } from "./text.ts";

/** Starts Kedge at login by an entry in the desktop's autostart folder. */
export function linuxLoginItem(
  command: LaunchCommand,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): LoginItem {
  const folder = env.XDG_CONFIG_HOME?.startsWith("/") ? env.XDG_CONFIG_HOME : join(home, ".config");
  return fileLoginItem(join(folder, "autostart", "kedge.desktop"), desktopEntry(command), isSwitchedOff);
}

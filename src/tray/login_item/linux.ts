import { join } from "node:path";
import { fileLoginItem } from "./file.ts";
import type { LoginItem } from "./item.ts";
import { type Command, desktopEntry, isSwitchedOff } from "./text.ts";

/** An entry in the desktop's autostart folder. */
export function linuxLoginItem(
  command: Command,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): LoginItem {
  const folder = env.XDG_CONFIG_HOME?.startsWith("/") ? env.XDG_CONFIG_HOME : join(home, ".config");
  return fileLoginItem(join(folder, "autostart", "kedge.desktop"), desktopEntry(command), isSwitchedOff);
}

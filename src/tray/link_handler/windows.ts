import type { Registry } from "../../core/platform/registry.ts";
import type { LaunchCommand } from "../login_item/text.ts";
import type { LinkHandler } from "./handler.ts";
import { windowsCommand } from "./text.ts";

const KEY = "Software\\Classes\\kedge";

/** The user's own class of links in the registry. */
export function windowsLinkHandler(command: LaunchCommand, open: () => Registry): LinkHandler {
  const set = (on: boolean) => {
    const registry = open();
    if (!on) return registry.remove(KEY, null);
    registry.write(KEY, "", "URL:Kedge");
    registry.write(KEY, "URL Protocol", "");
    registry.write(`${KEY}\\shell\\open\\command`, "", windowsCommand(command));
  };
  return { set: (on) => Promise.try(set, on) };
}

import type { Registry } from "../../core/platform/registry.ts";
import type { LaunchCommand } from "../login_item/text.ts";
import type { LinkHandler } from "./handler.ts";
import { windowsCommand } from "./text.ts";

const KEY = "Software\\Classes\\kedge";
/** The value that makes a class one of links. */
const PROTOCOL = "URL Protocol";

/** The user's own class of links in the registry. Where Windows refuses a part of it, nothing is left of what was not there before. */
export function windowsLinkHandler(command: LaunchCommand, open: () => Registry): LinkHandler {
  const set = (on: boolean) => {
    const registry = open();
    if (!on) return registry.remove(KEY, null);
    const isNew = registry.read(KEY, PROTOCOL) === null;
    try {
      registry.write(`${KEY}\\shell\\open\\command`, "", windowsCommand(command));
      registry.write(KEY, "", "URL:Kedge");
      // Last, so that no link leads to a class without a command.
      registry.write(KEY, PROTOCOL, "");
    } catch (error) {
      if (isNew) removeQuietly(registry);
      throw error;
    }
  };
  return { set: (on) => Promise.try(set, on) };
}

/** What cannot be removed either is no class of links. */
function removeQuietly(registry: Registry): void {
  try {
    registry.remove(KEY, null);
  } catch {
    // The first refusal is what the user is told.
  }
}

import type { Registry } from "../../core/platform/registry.ts";
import type { LaunchCommand } from "../login_item/text.ts";
import type { LinkHandler } from "./handler.ts";
import { windowsCommand } from "./text.ts";

const KEY = "Software\\Classes\\kedge";
/** Name of the value that marks a class as a link protocol. */
const PROTOCOL = "URL Protocol";

/**
 * Registers Kedge for links by a class of the user in the registry. When Windows refuses a part of a new
 * class, the class is removed.
 */
export function windowsLinkHandler(command: LaunchCommand, open: () => Registry): LinkHandler {
  const set = (on: boolean) => {
    const registry = open();
    if (!on) return registry.remove(KEY, null);
    const isNew = registry.read(KEY, PROTOCOL) === null;
    try {
      registry.write(`${KEY}\\shell\\open\\command`, "", windowsCommand(command));
      registry.write(KEY, "", "URL:Kedge");
      // This value is written last, so that a link never leads to a class without a command.
      registry.write(KEY, PROTOCOL, "");
    } catch (error) {
      if (isNew) removeQuietly(registry);
      throw error;
    }
  };
  return { set: (on) => Promise.try(set, on) };
}

/**
 * Removes the class; a failure is ignored. The class is incomplete then, and without `URL Protocol` it opens
 * no links.
 */
function removeQuietly(registry: Registry): void {
  try {
    registry.remove(KEY, null);
  } catch {
    // The user sees the first failure instead.
  }
}

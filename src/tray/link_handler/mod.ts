import { homedir } from "node:os";
import { openRegistry } from "../../core/platform/registry.ts";
import type { Problem } from "../../core/state/state.ts";
import { appVersion } from "../../core/version.ts";
import { isManaged, launchCommand } from "../login_item/mod.ts";
import type { LinkHandler } from "./handler.ts";
import { linuxLinkHandler } from "./linux.ts";
import { windowsLinkHandler } from "./windows.ts";

/** Code of the problem that Kedge cannot be registered for links. */
export const LINKS_PROBLEM = "link-handler-failed";

/**
 * Creates the handler that follows `linksEnabled`. Calls `onProblem` with the failure of a change, or with
 * null after a success.
 */
export function createLinkHandler(
  onProblem: (problem: Problem | null) => void,
  handler = systemHandler(Deno.env.toObject()),
): LinkHandler {
  /** Runs changes one after the other, so that the last one wins. */
  let turn: Promise<unknown> = Promise.resolve();
  return {
    async set(on) {
      if (handler === null) return;
      const done = turn.then(() => handler.set(on));
      turn = done.catch(() => {});
      try {
        await done;
        onProblem(null);
      } catch (error) {
        onProblem({
          code: LINKS_PROBLEM,
          message: `Links to Kedge cannot be switched ${on ? "on" : "off"} in this system: ${
            (error as Error).message
          }`,
          hint: "Start Kedge with a link yourself: kedge -- LINK",
        });
      }
    },
  };
}

/**
 * Returns the handler of this system; null when this Kedge must not register itself. Only an installed Kedge
 * with the user's own home registers itself; `KEDGE_LINK_HANDLER=1` forces this, `0` forbids it.
 */
function systemHandler(env: Readonly<Record<string, string | undefined>>): LinkHandler | null {
  const wished = env.KEDGE_LINK_HANDLER;
  if (wished ? wished !== "1" : !isManaged({ KEDGE_HOME: env.KEDGE_HOME }, appVersion().development)) {
    return null;
  }
  const command = launchCommand([]);
  if (Deno.build.os === "windows") return windowsLinkHandler(command, openRegistry);
  return Deno.build.os === "darwin" ? NOT_YET : linuxLinkHandler(command, env, homedir());
}

/** macOS passes links to a program by an event that Kedge does not receive yet. */
const NOT_YET: LinkHandler = {
  set: (on) => on ? Promise.reject(new Error("macOS is not supported")) : Promise.resolve(),
};

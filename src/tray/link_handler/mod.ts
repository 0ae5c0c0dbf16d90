import { homedir } from "node:os";
import { openRegistry } from "../../core/platform/registry.ts";
import type { Problem } from "../../core/state/state.ts";
import { appVersion } from "../../core/version.ts";
import { isManaged, launchCommand } from "../login_item/mod.ts";
import type { LinkHandler } from "./handler.ts";
import { linuxLinkHandler } from "./linux.ts";
import { windowsLinkHandler } from "./windows.ts";

/** The code of the problem that the system cannot be made to start Kedge with links. */
export const LINKS_PROBLEM = "link-handler-failed";

/** Makes what follows `linksEnabled`; `onProblem` hears that it could not, or (null) did. */
export function createLinkHandler(
  onProblem: (problem: Problem | null) => void,
  handler = systemHandler(Deno.env.toObject()),
): LinkHandler {
  /** Changes run one after the other: the last wish is the one that stands. */
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

/** An installed Kedge with the user's own home is the one for links; `KEDGE_LINK_HANDLER=1` asks for it, `0` forbids it. */
function systemHandler(env: Readonly<Record<string, string | undefined>>): LinkHandler | null {
  const wished = env.KEDGE_LINK_HANDLER;
  if (wished ? wished !== "1" : !isManaged({ KEDGE_HOME: env.KEDGE_HOME }, appVersion().development)) {
    return null;
  }
  const command = launchCommand([]);
  if (Deno.build.os === "windows") return windowsLinkHandler(command, openRegistry);
  return Deno.build.os === "darwin" ? NOT_YET : linuxLinkHandler(command, env, homedir());
}

/** macOS gives links to a program by an event that Kedge does not take yet. */
const NOT_YET: LinkHandler = {
  set: (on) => on ? Promise.reject(new Error("macOS is not supported")) : Promise.resolve(),
};

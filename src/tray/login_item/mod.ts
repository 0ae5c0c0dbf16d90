import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { isTranslocated, runningProgram, withoutConsole } from "../../core/platform/running_program.ts";
import { openRegistry } from "../../core/platform/registry.ts";
import type { Problem } from "../../core/state/state.ts";
import { appVersion } from "../../core/version.ts";
import { darwinLoginItem } from "./darwin.ts";
import type { LoginItem, LoginState } from "./item.ts";
import { linuxLoginItem } from "./linux.ts";
import type { LaunchCommand } from "./text.ts";
import { windowsLoginItem } from "./windows.ts";

/** Code of the problem that the start at login cannot be switched on or off. */
export const LOGIN_PROBLEM = "login-item-failed";

/** Applies the configuration to the system's start at login. */
export interface LaunchAtLogin {
  /**
   * Applies `launchAtStartup`. Returns the resulting state of the system, or null when Kedge must not change
   * it or the change failed.
   */
  set(on: boolean): Promise<LoginState | null>;
}

/**
 * Creates the login item of this system. Calls `onProblem` with the failure of a change, or with null after a
 * success.
 */
export function createLaunchAtLogin(
  onProblem: (problem: Problem | null) => void,
  item = isManaged(Deno.env.toObject(), appVersion().development) ? systemItem() : null,
): LaunchAtLogin {
  /** Runs changes one after the other, so that the last one wins. */
  let turn: Promise<unknown> = Promise.resolve();
  return {
    async set(on) {
      if (item === null) return null;
      try {
        const done = turn.then(() => follow(item, on));
        turn = done.catch(() => {});
        const state = await done;
        onProblem(null);
        return state;
      } catch (error) {
        onProblem({
          code: LOGIN_PROBLEM,
          message: `Kedge's start at login cannot be switched ${on ? "on" : "off"}: ${
            (error as Error).message
          }`,
          hint:
            "Use the startup settings of your system, or set launchAtStartup in config.json to what it is now.",
        });
        return null;
      }
    },
  };
}

/** Changes the login item only when it differs, and never against the user's decision in the system's own settings. */
async function follow(item: LoginItem, on: boolean): Promise<LoginState> {
  const state = await item.state();
  const asWished = on ? state === "on" || state === "switched-off" : state === "off";
  if (asWished) return state;
  await item.set(on);
  return await item.state();
}

/**
 * Whether this Kedge may change the start at login: only an installed one with the user's own home may. A
 * development build, another `KEDGE_HOME` or an app that macOS runs from a `passing` copy may not.
 * `KEDGE_LOGIN_ITEM=1` allows it, `0` forbids it.
 */
export function isManaged(
  env: Readonly<Record<string, string | undefined>>,
  development: boolean,
  passing = isTranslocated(),
): boolean {
  if (env.KEDGE_LOGIN_ITEM) return env.KEDGE_LOGIN_ITEM === "1";
  return !development && !env.KEDGE_HOME && !passing;
}

/** Returns the command with which the system starts this Kedge with these flags. */
export function launchCommand(flags: readonly string[]): LaunchCommand {
  if (Deno.build.standalone) return [withoutConsole(runningProgram()), ...flags];
  return [
    runningProgram(),
    "run",
    "-A",
    fileURLToPath(new URL("../../../main.ts", import.meta.url)),
    ...flags,
  ];
}

function systemItem(): LoginItem {
  const command = launchCommand(["--hidden"]), env = Deno.env.toObject();
  if (Deno.build.os === "windows") return windowsLoginItem(command, openRegistry);
  return Deno.build.os === "darwin"
    ? darwinLoginItem(command, homedir())
    : linuxLoginItem(command, env, homedir());
}

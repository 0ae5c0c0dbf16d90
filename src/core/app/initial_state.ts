import type { AppInfo, AppState } from "../state/state.ts";
import type { Config } from "../config/config.ts";

/** The state before anything was read: the defaults in force, nothing installed, nothing running. */
export function initialState(app: AppInfo, configFile: string, defaults: Config): AppState {
  return {
    app,
    config: { file: configFile, status: "missing", value: defaults, diagnostics: [] },
    signIn: { status: "unconfigured" },
    accounts: [],
    servers: [],
    extensions: [],
    reviews: [],
    runs: [],
    dialogs: [],
    windows: [],
    toasts: [],
    problems: [],
  };
}

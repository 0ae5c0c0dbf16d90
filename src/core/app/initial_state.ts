import { CLOSED_GATE, NO_AGENTS } from "../state/agents.ts";
import { NO_CHOICES } from "../state/choices.ts";
import { NOTHING_PERSONAL } from "../state/personal.ts";
import { NO_LINKS } from "../state/links.ts";
import { NO_RELEASE } from "../state/releases.ts";
import type { AppInfo, AppState } from "../state/state.ts";
import type { Config } from "../config/config.ts";

/** Returns the state before anything is read: default settings, nothing installed, nothing running. */
export function initialState(app: AppInfo, configFile: string, defaults: Config): AppState {
  return {
    app,
    config: { file: configFile, status: "missing", value: defaults, diagnostics: [] },
    signIn: { status: "checking" },
    signingIn: { step: "idle", askers: [] },
    accounts: [],
    leftAccounts: {},
    serverTests: [],
    serverEnvs: {},
    extensions: [],
    development: [],
    publishing: [],
    reviews: [],
    catalogues: [],
    updates: [],
    runs: [],
    dialogs: [],
    links: NO_LINKS,
    release: NO_RELEASE,
    windows: [],
    search: null,
    queryWindows: [],
    pastQueries: [],
    knownTables: {},
    toasts: [],
    problems: [],
    desktopKeys: {},
    usage: {},
    sizes: {},
    choices: NO_CHOICES,
    databaseLogins: {},
    databaseSteps: {},
    tunnels: [],
    analytics: { counts: {}, since: 0 },
    knownServers: [],
    personal: NOTHING_PERSONAL,
    inAwsFiles: "",
    welcomed: false,
    gate: CLOSED_GATE,
    agents: NO_AGENTS,
  };
}

import { initialState } from "../../../src/core/app/initial_state.ts";
import { asEntry } from "../../../src/core/config/document.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import type {
  AccountState,
  ActionState,
  AppState,
  ExtensionState,
  InputField,
  RunState,
  ServerState,
} from "../../../src/core/state/state.ts";
import { inputField } from "../../../src/ui/system/controls/props.ts";

/** Parts of a state; each server is given with its test result. */
export type StateParts = Partial<AppState> & { readonly servers?: readonly ServerState[] };

/** Returns an empty state with the given parts. */
export function emptyState({ servers, ...parts }: StateParts = {}): AppState {
  const app = { version: "1.0.0", development: false, home: "/home/u/.kedge", platform: "linux" } as const;
  const first = initialState(app, "/home/u/.kedge/config.json", defaultConfig());
  const signIn = { status: "unconfigured" } as const;
  const state: AppState = { ...first, signIn, config: { ...first.config, status: "loaded" }, ...parts };
  return servers ? withServers(state, servers) : state;
}

/**
 * Returns the state with these servers instead of its own. The configuration file contains them too, unless
 * it has servers of its own.
 */
export function withServers(state: AppState, servers: readonly ServerState[]): AppState {
  const tested = servers.map(({ test, env: _, ...of }) => ({ of, test }));
  const serverEnvs = Object.fromEntries(servers.map(({ name, env }) => [name, env]));
  const value = { ...state.config.value, servers: tested.map(({ of }) => of) };
  const document = {
    servers: value.servers.map((server) => ({ ...server })),
    ...asEntry(state.config.document),
  };
  return { ...state, config: { ...state.config, value, document }, serverTests: tested, serverEnvs };
}

/** Returns a configured account; without a name unless `parts` gives one. */
export function account(accountId: string, parts: Partial<AccountState> = {}): AccountState {
  return {
    accountId,
    env: null,
    region: "eu-west-1",
    secrets: [],
    ecsClusters: [],
    configured: true,
    roles: [],
    sources: ["config"],
    ...parts,
  };
}

/** Returns a PostgreSQL server that was not tested yet. */
export function server(name: string, parts: Partial<ServerState> = {}): ServerState {
  return {
    name,
    engine: "postgres",
    host: "db.example.com",
    port: 5432,
    tls: true,
    env: null,
    test: { status: "idle" },
    ...parts,
  };
}

/** Returns a trusted extension with the given actions. */
export function extension(
  id: string,
  actions: ActionState[],
  parts: Partial<ExtensionState> = {},
): ExtensionState {
  return {
    id,
    name: id,
    trust: "trusted",
    hash: "0".repeat(64),
    source: `/tmp/${id}.kedgeext`,
    installedAt: 0,
    diagnostics: [],
    actions,
    ...parts,
  };
}

/** Returns an action that can run. */
export function action(id: string, parts: Partial<ActionState> = {}): ActionState {
  return {
    id,
    label: id,
    entry: `actions/${id}.go`,
    state: "enabled",
    contextMode: "none",
    hideSpinner: false,
    console: "auto",
    ...parts,
  };
}

/** Returns an optional text field of a form. */
export function field(key: string, parts: Partial<InputField> = {}): InputField {
  return inputField({ key, label: key, ...parts });
}

/** Returns an active run. */
export function run(id: string, parts: Partial<RunState> = {}): RunState {
  return {
    id,
    extension: "shop",
    extensionName: "shop",
    action: "deploy",
    actionLabel: "Deploy",
    context: null,
    status: "running",
    startedAt: 0,
    button: { takesClicks: false },
    progress: null,
    logLines: 0,
    ...parts,
  };
}

/** Returns a state with something of everything. */
export function busyState(): AppState {
  return emptyState({
    signIn: { status: "environment", detail: "profile shop" },
    accounts: [
      account("123456789012", { name: "shop-production", env: "prd" }),
      account("210987654321", { name: "shop-staging", env: "stg" }),
      account("333344445555", { name: "sandbox", env: "dev" }),
      account("444455556666"),
    ],
    servers: [
      server("orders", {
        test: { status: "ok", at: 0, ms: 12, detail: "PostgreSQL 15.9 on db.example.com" },
      }),
      server("legacy_shop", {
        engine: "mysql",
        port: 3306,
        test: {
          status: "failed",
          at: 0,
          message: "The password of shop was refused",
          hint: "Choose Set password… and try again.",
        },
      }),
      server("warehouse", { engine: "redshift", port: 5439, test: { status: "running", since: 0 } }),
    ],
    extensions: [
      extension("shop", [
        action("deploy", { label: "Deploy" }),
        action("rollback", { label: "Roll back" }),
      ], { name: "Shop tools", version: "1.4.0" }),
      extension("report", [action("month", { label: "Monthly report", state: "changed" })], {
        name: "Reports",
        trust: "changed",
      }),
      extension("next", [action("beam", { label: "Beam", state: "incompatible", badge: "kedge ≥ 2.0.0" })], {
        name: "From the future",
        minAppVersion: "2.0.0",
      }),
    ],
    runs: [run("r1", { button: { label: "Deploying", progress: 0.4, takesClicks: false } })],
    problems: [{
      code: "no-keychain",
      message: "No keychain found",
      hint: "Install gnome-keyring; until then passwords are asked for each time.",
    }],
  });
}

import type { Server } from "../config/config.ts";
import type {
  AccountState,
  ActionState,
  AppState,
  ExtensionState,
  RunState,
  RunStatus,
  ServerState,
  ServerTest,
} from "./state.ts";
import { ownProperty } from "../own_property.ts";
import { reuse, selector } from "./selector.ts";

const ENDED: ReadonlySet<RunStatus> = new Set(["ok", "failed", "timeout", "stopped", "refused"]);

/** Whether a run has not ended yet. */
export function isActive({ status }: Pick<RunState, "status">): boolean {
  return !ENDED.has(status);
}

/** The runs that have not ended, newest first. */
export const activeRuns = selector(({ runs }: AppState) => [runs], (runs) => runs.filter(isActive));

/** The runs that have ended, newest first. */
export const endedRuns = selector(
  ({ runs }: AppState) => [runs],
  (runs) => runs.filter((run) => !isActive(run)),
);

/**
 * Returns an account of the list, or as it was before it left the list. Credentials outlive the list, for
 * example when AWS ends the sign-in, so a production account must stay one.
 */
export function knownAccount(
  { accounts, leftAccounts }: Pick<AppState, "accounts" | "leftAccounts">,
  id: string | undefined,
): AccountState | undefined {
  return accounts.find(({ accountId }) => accountId === id) ?? ownProperty(leftAccounts, id ?? "");
}

/** Returns a run; null when it is gone. */
export function runOf(state: AppState, id: string | undefined): RunState | null {
  return state.runs.find((run) => run.id === id) ?? null;
}

/** Returns an extension; null when it is gone. */
export function extensionOf(state: AppState, id: string | undefined): ExtensionState | null {
  return state.extensions.find((extension) => extension.id === id) ?? null;
}

/** Returns an action and its extension; null when one of them is gone. */
export function actionWithOwner(
  { extensions }: Pick<AppState, "extensions">,
  extension: string,
  action: string,
): { readonly owner: ExtensionState; readonly action: ActionState } | null {
  const owner = extensions.find(({ id }) => id === extension);
  const found = owner?.actions.find(({ id }) => id === action);
  return owner && found ? { owner, action: found } : null;
}

/** Returns a configured server; undefined when the configuration has none of that name. */
export function serverNamed({ config }: Pick<AppState, "config">, name: string): Server | undefined {
  return config.value.servers.find((server) => server.name === name);
}

/**
 * Whether a window shows the run and how it ended: its console, or the window of an extension that its author
 * works on.
 */
export function isShown({ windows, extensions }: AppState, run: RunState): boolean {
  const folder = run.developed ? extensions.find(({ id }) => id === run.extension)?.source : undefined;
  return windows.some(({ page, params }) =>
    (page === "console" && params.run === run.id) ||
    (page === "development" && folder !== undefined && params.folder === folder)
  );
}

/** Returns the ID of an action's entry in the palette. Pins, keys and counted uses of the action have it too. */
export function actionEntryId(extension: string, action: string): string {
  return `action:${extension}/${action}`;
}

/** Returns the active run of an action, of which there is one at most. */
export function runOfAction(
  active: readonly RunState[],
  extension: string,
  action: string,
): RunState | undefined {
  return active.find((run) => run.extension === extension && run.action === action && isActive(run));
}

const UNTESTED: ServerTest = { status: "idle" };

/** A configured server with its environment. */
export type LabelledServer = Omit<ServerState, "test">;

/** The configured servers with their environments. */
export const labelledServers: (state: AppState) => readonly LabelledServer[] = selector(
  ({ config, serverEnvs }: AppState) => [config.value.servers, serverEnvs],
  (servers, envs) => servers.map((server) => ({ ...server, env: ownProperty(envs, server.name) ?? null })),
);

/** The configured servers with their environment and last test. A test of an earlier configuration does not count. */
export const servers: (state: AppState) => readonly ServerState[] = selector(
  (state: AppState) => [state.config.value.servers, labelledServers(state), state.serverTests],
  (configured, labelled, tests) =>
    labelled.map((server, at) => ({ ...server, test: testOf(tests, configured[at]!) })),
);

function testOf(tests: AppState["serverTests"], server: Server): ServerTest {
  return tests.find(({ of }) => reuse(of, server) === of)?.test ?? UNTESTED;
}

import { messagePreview } from "../core/analytics/message.ts";
import type { AccountState, AppState, Problem, RunState } from "../core/state/state.ts";
import { selector } from "../core/state/selector.ts";
import type { Allowed } from "./page.ts";

/** Why the palette's shortcut does not work now; null when it does. */
export const shortcutProblem = ({ problems }: AppState): Problem | null =>
  problems.find(({ code }) => code === "shortcut-unavailable") ?? null;

/** Makes the list of a run's toasts, which stays the same while they do. */
export function toastsOfRun() {
  return selector(
    ({ state, run }: { readonly state: AppState; readonly run: RunState | null }) => [state.toasts, run?.id],
    (toasts, run) => toasts.filter((toast) => run !== undefined && toast.run === run),
  );
}

/** The accounts that actions are set to run in, of those that are known. */
export const actionAccounts = selector(
  ({ extensions, accounts }: AppState) => [extensions, accounts],
  (extensions, accounts) => {
    const wanted = new Set(extensions.flatMap(({ actions }) => actions.map(({ account }) => account)));
    return accounts.filter(({ accountId }) => wanted.has(accountId)).map(namedAccount);
  },
);

/** What is shown of an account beside its number. */
export type NamedAccount = Pick<AccountState, "accountId" | "name" | "env" | "envGuessed" | "region">;

/** What is shown of an account. */
export const namedAccount = ({ accountId, name, env, envGuessed, region }: AccountState): NamedAccount => ({
  accountId,
  name,
  env,
  ...(envGuessed && { envGuessed }),
  region,
});

/** What pages with everything in one place may do: what the tray menu can. */
export const likeMenu: Allowed = {
  openWindow: true,
  switchGate: true,
  stopAgents: true,
  allowAgents: true,
  openProposal: true,
  runAction: true,
  runAgain: true,
  stopRun: true,
  clickButton: true,
  dismissRun: true,
  pinEntry: true,
  dismissToast: true,
  beginInstall: true,
  reviewInstalled: true,
  openQuery: true,
  testServer: true,
  setPassword: true,
  forgetPassword: true,
  openConfig: true,
  importAws: true,
  reviewSample: true,
  openConsole: true,
  copyCredentials: true,
  openTerminal: true,
  copySecret: true,
  openDatabase: true,
  openTunnel: true,
  openDatabaseTunnel: true,
  endTunnel: true,
  signIn: true,
  signOut: true,
  refreshAccounts: true,
  openFolder: true,
  quit: true,
};

/** What is told of analytics: where they go, whether they may, and the next message as it would be sent. */
export const analyticsShown = selector(
  ({ app, analytics, config, release }: AppState) => [
    app,
    analytics.counts,
    config.value.analyticsEnabled,
    config.value.releaseCheckEnabled,
    release.fault,
  ],
  (app, counts, enabled, looks, fault) => ({
    enabled,
    /** Where the build sends counts; null for one that names no place. */
    address: app.collector?.address ?? null,
    doNotTrack: app.collector?.doNotTrack ?? false,
    /** What the next message would be. */
    preview: messagePreview(app, counts),
    /** Where new versions are looked for; null for a build that names no place. */
    releases: app.release
      ? {
        host: new URL(app.release.address).host,
        tracked: !app.release.doNotTrack,
        enabled: looks,
        fault: fault ?? null,
      }
      : null,
  }),
);

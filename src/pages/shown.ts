import { messagePreview } from "../core/analytics/message.ts";
import { asEntry } from "../core/config/document.ts";
import type { AccountState, AppState, Problem, RunState } from "../core/state/state.ts";
import { maySend } from "../core/state/may_send.ts";
import { selector } from "../core/state/selector.ts";
import { knownAccount } from "../core/state/selectors.ts";
import type { Allowed } from "./page.ts";

/** Returns why the palette's shortcut does not work; null when it works. */
export const shortcutProblem = ({ problems }: AppState): Problem | null =>
  problems.find(({ code }) => code === "shortcut-unavailable") ?? null;

/** Whether all settings are the defaults, because the file has none or could not be read since the start. */
export const hasDefaults = ({ config }: Pick<AppState, "config">): boolean =>
  Object.keys(asEntry(config.document)).length === 0;

/** Creates a selector of a run's toasts, which returns the same list while they do not change. */
export function toastsOfRun() {
  return selector(
    ({ state, run }: { readonly state: AppState; readonly run: RunState | null }) => [state.toasts, run?.id],
    (toasts, run) => toasts.filter((toast) => run !== undefined && toast.run === run),
  );
}

/** The known accounts that actions are set to run in. */
export const actionAccounts = selector(
  ({ extensions, accounts, leftAccounts }: AppState) => [extensions, accounts, leftAccounts],
  (extensions, accounts, leftAccounts) => {
    const wanted = new Set(extensions.flatMap(({ actions }) => actions.map(({ account }) => account)));
    return [...wanted].flatMap((id) => knownAccount({ accounts, leftAccounts }, id) ?? []).map(namedAccount);
  },
);

/** The parts of an account that pages show. */
export type NamedAccount = Pick<AccountState, "accountId" | "name" | "env" | "envGuessed" | "region">;

/** Returns the parts of an account that pages show. */
export const namedAccount = ({ accountId, name, env, envGuessed, region }: AccountState): NamedAccount => ({
  accountId,
  name,
  env,
  ...(envGuessed && { envGuessed }),
  region,
});

/** The commands of pages that have everything in one place: those of the tray menu and of found entries. */
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
  installFromCatalogue: true,
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
  queryLogs: true,
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

/** The state of analytics: where counts are sent, whether they may be sent, and the next message. */
export const analyticsShown = selector(
  ({ app, analytics, config, release }: AppState) => [
    app,
    analytics.counts,
    maySend(config, "analyticsEnabled"),
    maySend(config, "releaseCheckEnabled"),
    release.fault,
  ],
  (app, counts, enabled, looks, fault) => ({
    enabled,
    /** The address that counts are sent to; null for a build without one. */
    address: app.collector?.address ?? null,
    doNotTrack: app.collector?.doNotTrack ?? false,
    /** The content of the next message. */
    preview: messagePreview(app, counts),
    /** Where new versions are looked for; null for a build without an address. */
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

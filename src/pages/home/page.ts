import { selector } from "../../core/state/selector.ts";
import { activeRuns, endedRuns } from "../../core/state/selectors.ts";
import { newVersion } from "../../core/state/new_version.ts";
import type { AppState } from "../../core/state/state.ts";
import * as z from "zod";
import { fittingIds } from "../../core/find/rows.ts";
import { fixedRows } from "../../core/resources/rows.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";
import { accounts, search, servers } from "../lists.ts";
import { actionAccounts, hasDefaults, likeMenu } from "../shown.ts";

/** Query: a one-time address of another open window, for its overlay. */
export const address = defineQuery({
  params: z.strictObject({ window: z.string().max(200) }),
  most: 1,
  rows: ({ window }, host) =>
    host.store.get().windows.some(({ id }) => id === window) ? fixedRows([host.address(window)]) : null,
});

/**
 * Query: the ids of everything that matches the typed text
 * (`action:tools/greet`, `server:Orders`, …), except accounts.
 */
export const fits = defineQuery({
  params: z.strictObject({ search }),
  most: 1000,
  rows: ({ search }, { store }) => fittingIds(store, search),
});

/** The first page in browser mode: everything in the tray menu, and the other windows as overlays. */
export const homePage = definePage({
  title: "Kedge",
  width: 960,
  height: 640,
  single: true,
  frames: true,
  uploads: true,
  model: () => {
    const config = selector(
      ({ config }: AppState) => [config.file, config.status, config.diagnostics, hasDefaults({ config })],
      (file, status, diagnostics, defaults) => ({ file, status, diagnostics, defaults }),
    );
    const others = selector(
      ({ windows }: AppState) => [windows],
      (windows) => windows.filter(({ page }) => page !== "home"),
    );
    return (state) => ({
      signIn: state.signIn,
      /** The accounts that actions are set to run in. */
      accounts: actionAccounts(state),
      extensions: state.extensions,
      active: activeRuns(state),
      ended: endedRuns(state),
      problems: state.problems,
      /** The available newer version of Kedge; null when there is none. */
      newVersion: newVersion(state)?.version ?? null,
      /** Newer versions of installed extensions. */
      updates: state.updates,
      config: config(state),
      toasts: state.toasts,
      /** All open windows except this one, in the order in which they were opened. */
      windows: others(state),
    });
  },
  queries: { address, accounts, servers, fits },
  commands: { ...likeMenu, closeWindow: true, dismissRelease: true },
});

/** The model of the home page. */
export type HomeModel = ModelOf<typeof homePage>;

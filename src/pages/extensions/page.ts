import { activeRuns, endedRuns } from "../../core/state/selectors.ts";
import { definePage, type ModelOf } from "../page.ts";
import { actionAccounts } from "../shown.ts";

/** Pages that may be opened from this page. */
const NEXT: readonly string[] = ["catalogue", "configure", "console", "review"];

/** The page of the installed extensions and their runs. */
export const extensionsPage = definePage({
  title: "Extensions",
  width: 800,
  height: 560,
  single: true,
  uploads: true,
  model: () => (state) => ({
    extensions: state.extensions,
    updates: state.updates,
    active: activeRuns(state),
    ended: endedRuns(state),
    /** The accounts that actions are set to run in. */
    accounts: actionAccounts(state),
  }),
  commands: {
    beginInstall: true,
    installFromCatalogue: true,
    reviewInstalled: true,
    restoreExtension: true,
    uninstall: true,
    runAction: true,
    stopRun: true,
    clickButton: true,
    openFolder: true,
    openWindow: (command) => NEXT.includes(command.page),
  },
});

/** The model of the extensions page. */
export type ExtensionsModel = ModelOf<typeof extensionsPage>;

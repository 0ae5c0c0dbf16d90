import { extensionOf, runOf } from "../../core/state/selectors.ts";
import { z } from "zod";
import { selector } from "../../core/state/selector.ts";
import type { AppState, DialogState, RunState, WindowState } from "../../core/state/state.ts";
import { definePage, type ModelOf } from "../page.ts";
import { foundAccounts } from "../../core/find/rows.ts";
import { accounts } from "../lists.ts";
import { defineQuery } from "../query.ts";
import { namedAccount, toastsOfRun } from "../shown.ts";
import { ACCOUNT_ID } from "../../core/text/aws_names.ts";

/** The HTML of a report, up to 16 MB, is fetched by the frame that shows it. */
const withoutHtml = (dialog: DialogState | null): DialogState | null =>
  dialog?.kind === "html" ? { ...dialog, html: "" } : dialog;

const askedIn = (state: AppState, window: WindowState) =>
  state.dialogs.find(({ id }) => id === window.params.dialog) ?? null;

/** The accounts of a dialog that asks for one. */
const accountsToChoose = defineQuery({
  ...accounts,
  rows: ({ search }, { store, window }) =>
    askedIn(store.get(), window)?.kind === "account" ? foundAccounts(store, search, true) : null,
});

/** The roles of the account that is picked in it. */
export const roles = defineQuery({
  params: z.strictObject({ account: z.string().regex(ACCOUNT_ID) }),
  most: 500,
  rows: ({ account }, host) =>
    askedIn(host.store.get(), host.window)?.kind === "account" ? host.accountRoles(account) : null,
});

/** The environment of a server of the configuration, or of one that a query window has open. */
function environmentOf({ serverEnvs, queryWindows }: AppState, server: string): string | null {
  return serverEnvs[server] ?? queryWindows.find((one) => one.server === server)?.env ?? null;
}

/** One question of an action or of Kedge itself; `dialog` is null once it is answered or its run has ended. */
export const dialogPage = definePage({
  title: "Kedge",
  width: 420,
  height: 200,
  single: false,
  resizable: false,
  frame: true,
  model: () => {
    const shown = selector((dialog: DialogState | null) => [dialog], withoutHtml);
    const toasts = toastsOfRun();
    const account = selector(
      ({ state, dialog }: { readonly state: AppState; readonly dialog: DialogState | null }) => [
        state.accounts,
        dialog?.kind === "account" ? dialog.account : undefined,
      ],
      (accounts, id) => {
        const found = id === undefined ? undefined : accounts.find(({ accountId }) => accountId === id);
        return found ? namedAccount(found) : null;
      },
    );
    return (state, window) => {
      const dialog = askedIn(state, window);
      const run: RunState | null = dialog?.run === undefined ? null : runOf(state, dialog.run);
      const extension = run && extensionOf(state, run.extension);
      return {
        dialog: shown(dialog),
        /** The run that asks; null when Kedge itself does. */
        run,
        /** The icons of who asks, as paths inside the bundle of `run.extension`. */
        icon: extension?.icon ?? null,
        actionIcon: extension?.actions.find(({ id }) => id === run?.action)?.icon ?? null,
        /** The account that is decided already, when it is a known one. */
        account: account({ state, dialog }),
        /** The environment of the server that a login is for. */
        env: dialog?.kind === "login" ? environmentOf(state, dialog.server) : null,
        /** For a question about the account: those of a portal appear once the user is signed in. */
        signIn: dialog?.kind === "account" ? state.signIn : null,
        toasts: toasts({ state, run }),
      };
    };
  },
  queries: { accounts: accountsToChoose, roles },
  opens: (part, window, state) => {
    const dialog = askedIn(state, window);
    return dialog?.kind === "html" && part === `report/${encodeURIComponent(dialog.id)}`;
  },
  commands: {
    answerDialog: (command, window) => command.dialog === window.params.dialog,
    signIn: (_, window, state) => askedIn(state, window)?.kind === "account",
    dismissToast: true,
  },
});

/** The model of a dialog. */
export type DialogModel = ModelOf<typeof dialogPage>;

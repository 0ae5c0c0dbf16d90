import { extensionOf, knownAccount, runOf } from "../../core/state/selectors.ts";
import * as z from "zod";
import { selector } from "../../core/state/selector.ts";
import type { AppState, DialogState, RunState, WindowState } from "../../core/state/state.ts";
import { definePage, type ModelOf } from "../page.ts";
import { foundAccounts } from "../../core/find/rows.ts";
import { accounts } from "../lists.ts";
import { defineQuery } from "../query.ts";
import { type NamedAccount, namedAccount, toastsOfRun } from "../shown.ts";
import { ACCOUNT_ID } from "../../core/text/aws_names.ts";

/**
 * Leaves the HTML of a report out of the model. It may have 16 MB, and the frame
 * that shows the report fetches it itself.
 */
const withoutHtml = (dialog: DialogState | null): DialogState | null =>
  dialog?.kind === "html" ? { ...dialog, html: "" } : dialog;

const askedIn = (state: AppState, window: WindowState) =>
  state.dialogs.find(({ id }) => id === window.params.dialog) ?? null;

/** Query: the accounts that match the typed text, for a dialog that asks for an account. */
const accountsToChoose = defineQuery({
  ...accounts,
  rows: ({ search }, { store, window }) =>
    askedIn(store.get(), window)?.kind === "account" ? foundAccounts(store, search, true) : null,
});

/** Query: the roles of the account that is picked in that dialog. */
export const roles = defineQuery({
  params: z.strictObject({ account: z.string().regex(ACCOUNT_ID) }),
  most: 500,
  rows: ({ account }, host) =>
    askedIn(host.store.get(), host.window)?.kind === "account" ? host.accountRoles(account) : null,
});

/** The page of one question of an action or of Kedge; `dialog` is null once it is answered or its run has ended. */
export const dialogPage = definePage({
  title: "Kedge",
  width: 420,
  height: 200,
  single: false,
  resizable: false,
  model: () => {
    const shown = selector((dialog: DialogState | null) => [dialog], withoutHtml);
    const toasts = toastsOfRun();
    const account = selector(
      ({ state, dialog }: { readonly state: AppState; readonly dialog: DialogState | null }) => [
        state.accounts,
        state.leftAccounts,
        dialog?.kind === "account" ? dialog.account : undefined,
      ],
      (accounts, leftAccounts, id): NamedAccount | null => {
        if (id === undefined) return null;
        const found = knownAccount({ accounts, leftAccounts }, id);
        return found ? namedAccount(found) : { accountId: id, env: null, region: "" };
      },
    );
    return (state, window) => {
      const dialog = askedIn(state, window);
      const run: RunState | null = dialog?.run === undefined ? null : runOf(state, dialog.run);
      const extension = run && extensionOf(state, run.extension);
      return {
        dialog: shown(dialog),
        /** The run that asks; null when Kedge asks. */
        run,
        /** The icons of the extension and the action that ask, as paths inside the bundle of `run.extension`. */
        icon: extension?.icon ?? null,
        actionIcon: extension?.actions.find(({ id }) => id === run?.action)?.icon ?? null,
        /** The account that is already decided, also one that no list has; null when the user decides. */
        account: account({ state, dialog }),
        /** The environment of the server that a login is for. */
        env: dialog?.kind === "login" ? dialog.env : null,
        /**
         * The sign-in, for a question about the account, because the accounts of a
         * portal appear only once the user is signed in.
         */
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

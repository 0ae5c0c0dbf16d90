import { accountNumber } from "../../accounts/words.ts";
import { actionEntryId, activeRuns, knownAccount } from "../../state/selectors.ts";
import { selector } from "../../state/selector.ts";
import type { AccountState, ActionState, AppState, ExtensionState } from "../../state/state.ts";
import { entryKind } from "../entry.ts";

/** An action that does not run, and the account it is set to run in; undefined when that account is unknown. */
interface Item {
  readonly extension: ExtensionState;
  readonly action: ActionState;
  readonly account: AccountState | undefined;
}

/** The actions that run, without other fields of their runs, which change often. */
const running = selector(
  (state: AppState) => [activeRuns(state)],
  (runs) => runs.map(({ extension, action }) => ({ extension, action })),
);

const items = selector(
  (state: AppState) => [state.extensions, state.accounts, state.leftAccounts, running(state)],
  (extensions, accounts, leftAccounts, running) => {
    const wanted = new Set(extensions.flatMap(({ actions }) => actions.map(({ account }) => account)));
    const known = new Map([...wanted].map((id) => [id, knownAccount({ accounts, leftAccounts }, id)]));
    return extensions.flatMap((extension) =>
      extension.actions.filter(({ id }) =>
        !running.some((run) => run.extension === extension.id && run.action === id)
      ).map((action): Item => ({
        extension,
        action,
        account: known.get(action.account),
      }))
    );
  },
);

/** Actions of extensions. */
export const actions = entryKind<Item>({
  label: "Action",
  heading: "Actions",
  weight: 1.2,
  items,
  id: ({ extension, action }) => actionEntryId(extension.id, action.id),
  title: ({ action }) => action.label,
  around: ({ extension, action: { account: id }, account }) =>
    [
      extension.developed ? "dev" : "",
      extension.name,
      extension.id,
      id,
      id && accountNumber(id),
      account?.name,
      account?.env,
    ].join(" "),
  // Authors type the name of their extension to run it.
  alias: ({ extension }) => extension.developed ? extension.name : null,
  isLast: ({ action }) => action.state === "incompatible" || action.state === "withdrawn",
  verbs: { "Configure": "configure" },
  entry({ extension, action, account }) {
    const ids = { extension: extension.id, action: action.id };
    const { icon } = action;
    const changed = action.state === "changed";
    const blocked = action.badge ?? (changed ? "files changed" : undefined);
    return {
      detail: account?.name === undefined ? extension.name : `${extension.name} · ${account.name}`,
      verb: changed ? "Review the change" : "Run",
      icon: "play",
      ...(icon !== undefined && { picture: { extension: extension.id, path: icon } }),
      env: account?.env ?? null,
      ...(extension.developed && { developed: true }),
      command: action.state === "enabled"
        ? { name: "runAction", ...ids }
        : changed
        ? { name: "reviewInstalled", extension: extension.id }
        : null,
      more: [{
        label: "Configure",
        shortcut: "Mod+Enter",
        command: { name: "openWindow", page: "configure", params: ids },
      }],
      ...(blocked !== undefined && { blocked }),
    };
  },
});

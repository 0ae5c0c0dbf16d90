import { ownProperty } from "../../core/own_property.ts";
import { selector } from "../../core/state/selector.ts";
import type { ActionState, AppState, WindowState } from "../../core/state/state.ts";
import { definePage, type ModelOf } from "../page.ts";
import { accounts, servers } from "../lists.ts";
import { actionEntryId, extensionOf, knownAccount } from "../../core/state/selectors.ts";
import { reachedAt } from "../../core/sql/engines/mod.ts";
import { namedAccount } from "../shown.ts";

const isOwn = (command: { readonly extension: string; readonly action: string }, { params }: WindowState) =>
  command.extension === params.extension && command.action === params.action;

interface Configured {
  readonly state: AppState;
  readonly action: ActionState | null;
}

/** The page of one action's overrides: its account and its config. */
export const configurePage = definePage({
  title: "Configure action",
  titleOf: (state, { extension = "", action }) => {
    const of = extensionOf(state, extension);
    const label = of?.actions.find(({ id }) => id === action)?.label;
    return label === undefined ? undefined : `Configure ${label} · ${of!.name}`;
  },
  width: 560,
  height: 560,
  single: false,
  model: () => {
    const named = selector(
      ({ state, action }: Configured) => [state.accounts, state.leftAccounts, action],
      (accounts, leftAccounts, action) => {
        const ids = new Set([action?.own, action?.declared, action?.saved].map((choice) => choice?.account));
        return [...ids].flatMap((id) => knownAccount({ accounts, leftAccounts }, id) ?? []).map(namedAccount);
      },
    );
    const writable = selector(
      ({ state, action }: Configured) => [state.config.value.servers, action],
      (servers, action) =>
        (action?.own?.write ?? []).filter(({ server, at }) =>
          servers.every((one) => one.name !== server || reachedAt(one) === at)
        ),
    );
    return (state, { params }) => {
      const entry = actionEntryId(params.extension ?? "", params.action ?? "");
      const extension = extensionOf(state, params.extension);
      const action = extension?.actions.find(({ id }) => id === params.action) ?? null;
      return {
        extension,
        action,
        /** The known accounts that the action's overrides name. */
        accounts: named({ state, action }),
        /** The servers that the action may write to. A server whose address has changed since counts as another one. */
        writable: writable({ state, action }),
        /** The global shortcut that runs the action; "" for none. */
        keys: ownProperty(state.personal.shortcuts, entry) ?? "",
        /**
         * The shortcut that the desktop assigned instead, in the desktop's notation;
         * null when it assigned the requested one.
         */
        desktopKeys: ownProperty(state.desktopKeys, entry) ?? null,
      };
    };
  },
  queries: { accounts, servers },
  commands: {
    saveOverrides: isOwn,
    setActionShortcut: isOwn,
  },
});

/** The model of the configure page. */
export type ConfigureModel = ModelOf<typeof configurePage>;

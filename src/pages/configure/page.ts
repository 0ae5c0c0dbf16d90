import { ownProperty } from "../../core/own_property.ts";
import { selector } from "../../core/state/selector.ts";
import type { ActionState, AppState, WindowState } from "../../core/state/state.ts";
import { definePage, type ModelOf } from "../page.ts";
import { accounts, servers } from "../lists.ts";
import { extensionOf } from "../../core/state/selectors.ts";
import { reachedAt } from "../../core/sql/engines/mod.ts";
import { namedAccount } from "../shown.ts";

const isOwn = (command: { readonly extension: string; readonly action: string }, { params }: WindowState) =>
  command.extension === params.extension && command.action === params.action;

/** One action's account and config overrides. */
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
  resizable: true,
  frame: true,
  model: () => {
    const named = selector(
      ({ state, action }: { readonly state: AppState; readonly action: ActionState | null }) => [
        state.accounts,
        action,
      ],
      (accounts, action) => {
        const ids = [action?.own, action?.declared, action?.saved].map((choice) => choice?.account);
        return accounts.filter(({ accountId }) => ids.includes(accountId)).map(namedAccount);
      },
    );
    const writable = selector(
      ({ state, action }: { readonly state: AppState; readonly action: ActionState | null }) => [
        state.config.value.servers,
        action,
      ],
      (servers, action) =>
        (action?.own?.write ?? []).filter(({ server, at }) =>
          servers.every((one) => one.name !== server || reachedAt(one) === at)
        ),
    );
    return (state, { params }) => {
      const entry = `action:${params.extension}/${params.action}`;
      const extension = extensionOf(state, params.extension);
      const action = extension?.actions.find(({ id }) => id === params.action) ?? null;
      return {
        extension,
        action,
        /** The accounts that the action names, of those that are known. */
        accounts: named({ state, action }),
        /** The servers that it may write to: one that was moved since is another one. */
        writable: writable({ state, action }),
        /** The keys that run it from anywhere; "" for none. */
        keys: ownProperty(state.personal.shortcuts, entry) ?? "",
        /** The keys that the desktop has in place of these, in its own words; null for these. */
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

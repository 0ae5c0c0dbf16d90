import { accountTitle, compareEnvironments } from "../../core/accounts/mod.ts";
import type { KindOfResource, WindowParams } from "../../core/resources/kinds/kind.ts";
import { KINDS_OF_RESOURCES } from "../../core/resources/kinds/mod.ts";
import { selector } from "../../core/state/selector.ts";
import type { AccountState, AppState } from "../../core/state/state.ts";
import { grouped, inId, limited, LONGEST_LIST, type MenuItem, menuLabel, note } from "./item.ts";

/**
 * Returns the menu of accounts, grouped by environment; accounts without an environment come last. Each group
 * keeps the order of the list. Returns the same item while the accounts are the same, because there may be
 * thousands and every step of a run rebuilds the menu.
 */
export const accountsMenu: (state: AppState) => MenuItem = selector(
  ({ accounts }: AppState) => [accounts],
  (accounts) => ({
    id: "accounts",
    label: "Accounts",
    items: accounts.length > 0 ? groups(accounts) : [none],
  }),
);

const none: MenuItem = {
  id: "accounts:none",
  label: "Add account…",
  command: { name: "openWindow", page: "settings", params: { section: "accounts" } },
};

/** A few accounts form one list with headings; many get a submenu for each environment. */
function groups(accounts: readonly AccountState[]): MenuItem[] {
  const listed = environments(accounts).map(([env, members]) => ({
    id: env === null ? "env" : `env:${inId(env)}`,
    label: env === null ? "No environment" : menuLabel(env, 30),
    filter: `accounts ${env ?? ""}`.trim(),
    members,
  }));
  const [only] = listed;
  // A submenu for the only environment would be an unnecessary level.
  if (accounts.length > LONGEST_LIST && listed.length === 1 && only) {
    return [
      note(only.id, only.label),
      ...limited(only.members, accountItem, { id: only.id, filter: only.filter }),
    ];
  }
  if (accounts.length > LONGEST_LIST) {
    return limited(listed, ({ id, label, filter, members }) => ({
      id,
      label: `${label} (${members.length})`,
      items: limited(members, accountItem, { id, filter }),
    }), { id: "accounts", filter: "accounts" });
  }
  // Panels hardly distinguish headings from other lines, so separators stand between the groups.
  return grouped(
    "accounts",
    listed.map(({ id, label, members }) => [note(id, label), ...members.map(accountItem)]),
  );
}

function environments(accounts: readonly AccountState[]): [string | null, AccountState[]][] {
  return [...Map.groupBy(accounts, ({ env }) => env)].sort(([a], [b]) => compareEnvironments(a, b));
}

function accountItem(account: AccountState): MenuItem {
  const id = `account:${account.accountId}`;
  const name = menuLabel(account.name ?? "", 50);
  return {
    id,
    label: accountTitle(menuLabel(account.accountId, 20), name),
    items: [
      {
        id: `${id}:console`,
        label: "Open console",
        command: { name: "openConsole", account: account.accountId },
      },
      {
        id: `${id}:copy`,
        label: "Copy credentials",
        command: { name: "copyCredentials", account: account.accountId },
      },
      {
        id: `${id}:terminal`,
        label: "Open terminal",
        command: { name: "openTerminal", account: account.accountId },
      },
      ...KINDS_OF_RESOURCES.map((kind) => kindItem(id, kind, account)),
      {
        id: `${id}:roles`,
        label: "Roles…",
        command: { name: "openWindow", page: "accounts", params: { account: account.accountId } },
      },
    ],
  };
}

/** Returns the menu of one kind of resource: the resources that the configuration names, and a line for all of them. */
function kindItem(
  of: string,
  { name: page, title, configured }: KindOfResource,
  account: AccountState,
): MenuItem {
  const id = `${of}:${page}`;
  const open = (params: WindowParams = {}) =>
    ({ name: "openWindow", page, params: { account: account.accountId, ...params } }) as const;
  const named = configured?.(account) ?? [];
  if (named.length === 0) return { id, label: `${title}…`, command: open() };
  const items = named.slice(0, LONGEST_LIST).map(({ key, label, params }): MenuItem => ({
    id: `${id}:of:${key}`,
    label: menuLabel(label, 50),
    command: open(params),
  }));
  const all = { id: `${id}:all`, label: `All ${title.toLowerCase()}…`, command: open() };
  return { id, label: title, items: [...items, all] };
}

import { accountTitle, compareEnvironments } from "../../core/accounts/mod.ts";
import type { KindOfResource } from "../../core/resources/kinds/kind.ts";
import { KINDS_OF_RESOURCES } from "../../core/resources/kinds/mod.ts";
import { selector } from "../../core/state/selector.ts";
import type { AccountState, AppState } from "../../core/state/state.ts";
import {
  commandItem,
  grouped,
  inId,
  limited,
  MAX_LISTED,
  type MenuItem,
  menuLabel,
  note,
  pageItem,
} from "./item.ts";

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

const none = pageItem("accounts:none", "Add account…", "settings", { section: "accounts" });

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
  if (accounts.length > MAX_LISTED && listed.length === 1 && only) {
    return [
      note(only.id, only.label),
      ...limited(only.members, accountItem, { id: only.id, filter: only.filter }),
    ];
  }
  if (accounts.length > MAX_LISTED) {
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
  const on = { account: account.accountId };
  return {
    id,
    label: accountTitle(menuLabel(account.accountId, 20), name),
    items: [
      commandItem(`${id}:console`, "Open console", { name: "openConsole", ...on }),
      commandItem(`${id}:copy`, "Copy credentials", { name: "copyCredentials", ...on }),
      commandItem(`${id}:terminal`, "Open terminal", { name: "openTerminal", ...on }),
      ...KINDS_OF_RESOURCES.map((kind) => kindItem(id, kind, account)),
      pageItem(`${id}:roles`, "Roles…", "accounts", on),
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
  const on = { account: account.accountId };
  const named = configured?.(account) ?? [];
  if (named.length === 0) return pageItem(id, `${title}…`, page, on);
  const items = named.slice(0, MAX_LISTED).map(({ key, label, params }) =>
    pageItem(`${id}:of:${key}`, menuLabel(label, 50), page, { ...on, ...params })
  );
  const all = pageItem(`${id}:all`, `All ${title.toLowerCase()}…`, page, on);
  return { id, label: title, items: [...items, all] };
}

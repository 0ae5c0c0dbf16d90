import { accountTitle, compareEnvironments } from "../../core/accounts/mod.ts";
import { selector } from "../../core/state/selector.ts";
import type { AccountState, AppState } from "../../core/state/state.ts";
import { grouped, inId, type MenuItem, note } from "./item.ts";
import { limited, LONGEST_LIST, menuLabel } from "./text.ts";

/**
 * Accounts by environment; those without one last. Inside, in the order of the list. The same item while the accounts are
 * the same: there may be thousands, and the menu is made anew with each step of a run.
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

/** Few accounts stand in one list under headings; many get a submenu for each environment. */
function groups(accounts: readonly AccountState[]): MenuItem[] {
  const listed = environments(accounts).map(([env, members]) => ({
    id: env === null ? "env" : `env:${inId(env)}`,
    label: env === null ? "No environment" : menuLabel(env, 30),
    filter: `accounts ${env ?? ""}`.trim(),
    members,
  }));
  if (accounts.length > LONGEST_LIST) {
    return limited(listed, ({ id, label, filter, members }) => ({
      id,
      label: `${label} (${members.length})`,
      items: limited(members, accountItem, { id, filter }),
    }), { id: "accounts", filter: "accounts" });
  }
  // Panels show headings hardly different from other lines: lines between the groups set them apart.
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
      secretsItem(id, account),
      servicesItem(id, account),
      {
        id: `${id}:databases`,
        label: "Databases…",
        command: { name: "openWindow", page: "databases", params: { account: account.accountId } },
      },
      {
        id: `${id}:roles`,
        label: "Roles…",
        command: { name: "openWindow", page: "accounts", params: { account: account.accountId } },
      },
    ],
  };
}

/** The secrets of the configuration at hand, and the way to all. */
function secretsItem(of: string, { accountId, secrets }: AccountState): MenuItem {
  const id = `${of}:secrets`;
  const open = (secret?: string) =>
    ({
      name: "openWindow",
      page: "secrets",
      params: { account: accountId, ...(secret === undefined ? {} : { secret }) },
    }) as const;
  if (secrets.length === 0) return { id, label: "Secrets…", command: open() };
  const items = secrets.slice(0, LONGEST_LIST).map((secret): MenuItem => ({
    id: `${id}:of:${secret.id}`,
    label: menuLabel(secret.label, 50),
    command: open(secret.id),
  }));
  return {
    id,
    label: "Secrets",
    items: [...items, { id: `${id}:all`, label: "All secrets…", command: open() }],
  };
}

/** A service or cluster at hand: its line, and how its page is opened at it. */
interface Named {
  readonly key: string;
  readonly label: string;
  readonly of: Readonly<Record<string, string>>;
}

/** The services and clusters of the configuration at hand, and the way to all. */
function servicesItem(of: string, { accountId, ecsClusters }: AccountState): MenuItem {
  const id = `${of}:services`;
  const open = (of: Readonly<Record<string, string>> = {}) =>
    ({ name: "openWindow", page: "services", params: { account: accountId, ...of } }) as const;
  // A cluster of which no service is named stands for itself.
  const named = ecsClusters.flatMap(({ name, services }): Named[] =>
    services.length === 0 ? [{ key: name, label: name, of: { cluster: name } }] : services.map((service) => ({
      key: `${name}/${service}`,
      label: `${service} · ${name}`,
      of: { cluster: name, service },
    }))
  );
  if (named.length === 0) return { id, label: "Services…", command: open() };
  const items = named.slice(0, LONGEST_LIST).map(({ key, label, of }): MenuItem => ({
    id: `${id}:of:${key}`,
    label: menuLabel(label, 50),
    command: open(of),
  }));
  return {
    id,
    label: "Services",
    items: [...items, { id: `${id}:all`, label: "All services…", command: open() }],
  };
}

import type { AccountState, AppState } from "../../core/state/state.ts";
import { grouped, type MenuItem, note } from "./item.ts";
import { accountNumber, clean, limited, LONGEST_LIST } from "./text.ts";

/** The environments with a colour of their own come first, in this order. */
const FIRST = ["prd", "stg", "dev"];

/** Accounts by environment; those without one last. Inside, in the order of the configuration. */
export function accountsMenu(state: AppState): MenuItem {
  return {
    id: "accounts",
    label: "Accounts",
    items: state.accounts.length > 0 ? groups(state.accounts) : [none],
  };
}

const none: MenuItem = {
  id: "accounts:none",
  label: "Add accounts in config.json…",
  command: { name: "openConfig" },
};

/** Few accounts stand in one list under headings; many get a submenu for each environment. */
function groups(accounts: readonly AccountState[]): MenuItem[] {
  const few = accounts.length <= LONGEST_LIST;
  const listed = environments(accounts).map(([env, members]): MenuItem[] => {
    const id = env === null ? "env" : `env:${env}`;
    const label = env === null ? "No environment" : clean(env, 30);
    if (few) return [note(id, label), ...members.map(accountItem)];
    const more = { id, filter: `accounts ${env ?? ""}`.trim() };
    return [{ id, label: `${label} (${members.length})`, items: limited(members, accountItem, more) }];
  });
  // Panels show headings hardly different from other lines: lines between the groups set them apart.
  return few ? grouped("accounts", listed) : listed.flat();
}

function environments(accounts: readonly AccountState[]): [string | null, AccountState[]][] {
  const byEnv = Map.groupBy(accounts, (account) => account.env);
  const rank = (env: string | null) => {
    if (env === null) return FIRST.length + 1;
    const known = FIRST.indexOf(env);
    return known < 0 ? FIRST.length : known;
  };
  return [...byEnv].sort(([a], [b]) => rank(a) - rank(b) || (a ?? "").localeCompare(b ?? ""));
}

function accountItem(account: AccountState): MenuItem {
  const id = `account:${account.accountId}`;
  const number = accountNumber(account.accountId);
  const name = account.name === undefined ? "" : clean(account.name, 50);
  return {
    id,
    label: name ? `${name} · ${number}` : number,
    items: [
      {
        id: `${id}:console`,
        label: "Open console",
        command: { name: "openConsole", account: account.accountId },
      },
      {
        id: `${id}:palette`,
        label: "Find in palette…",
        command: {
          name: "openWindow",
          page: "palette",
          params: { filter: name || account.accountId },
        },
      },
    ],
  };
}

import { accountName, accountNumber } from "../../accounts/words.ts";
import type { AccountState } from "../../state/state.ts";
import { entryKind } from "../entry.ts";

/** AWS accounts, with actions for their consoles, credentials and terminals. */
export const accounts = entryKind<AccountState>({
  label: "Account",
  heading: "Accounts",
  weight: 0.6,
  items: ({ accounts }) => accounts,
  id: ({ accountId }) => `account:${accountId}`,
  title: accountName,
  around: ({ name, accountId, env, email, region }) =>
    [name === undefined ? "" : accountNumber(accountId), accountId, env, email, region].join(" "),
  verbs: {
    "Open console": "console web browser open assume switch",
    "Copy": "copy credentials",
    "Terminal": "terminal shell",
    "Roles": "roles",
  },
  entry: ({ accountId, name, email, env, region }) => ({
    // Without a name the account ID is the title, and the email tells whose account it is.
    detail: [name === undefined ? email : accountNumber(accountId), region].filter(Boolean).join(" · "),
    verb: "Open console",
    icon: "account",
    env,
    command: { name: "openConsole", account: accountId },
    more: [
      { label: "Copy", shortcut: "Mod+Enter", command: { name: "copyCredentials", account: accountId } },
      { label: "Terminal", shortcut: "Shift+Enter", command: { name: "openTerminal", account: accountId } },
      {
        label: "Roles",
        shortcut: "Alt+Enter",
        command: { name: "openWindow", page: "accounts", params: { account: accountId } },
      },
    ],
  }),
});

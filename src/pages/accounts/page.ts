import * as z from "zod";
import { accountList } from "../../core/find/account_list.ts";
import { kindOfResource, KINDS_OF_RESOURCES } from "../../core/resources/kinds/mod.ts";
import { stateRows } from "../../core/resources/rows.ts";
import { selector } from "../../core/state/selector.ts";
import type { AccountState, AppState } from "../../core/state/state.ts";
import { search } from "../lists.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";
import { ACCOUNT_ID } from "../../core/text/aws_names.ts";
import type { Command } from "../../core/app/command.ts";
import type { KindOfResource } from "../../core/resources/kinds/kind.ts";

const account = z.string().regex(ACCOUNT_ID);

/** The details of one account. */
interface AccountDetail
  extends
    Pick<AccountState, "accountId" | "name" | "email" | "env" | "envGuessed" | "region" | "configured"> {
  readonly lines: readonly AccountFact[];
  /** Whether the user's default AWS credentials belong to this account. */
  readonly byChain: boolean;
}

/** Query: all accounts under headings, or those that match the typed text. */
export const list = defineQuery({
  params: z.strictObject({ search }),
  most: 500,
  rows: ({ search }, { store }) => accountList(store, search),
});

/** Query: one account; no row when no account has that ID. */
export const detail = defineQuery({
  params: z.strictObject({ account }),
  most: 1,
  rows: ({ account }, { store }) =>
    stateRows(
      store,
      selector(
        ({ accounts }: AppState) => [accounts.find(({ accountId }) => accountId === account)],
        (found): AccountDetail[] => found ? [detailOf(found)] : [],
      ),
    ),
});

/** Query: the roles in an account, the last used one first. */
export const rolesHere = defineQuery({
  params: z.strictObject({ account }),
  most: 500,
  rows: ({ account }, host) => host.accountRoles(account),
});

/** The page that lists accounts and opens what is in them. */
export const accountsPage = definePage({
  title: "Accounts",
  width: 880,
  height: 600,
  single: true,
  model: () => ({ signIn, choices, app, accounts }) => ({
    signIn,
    /** The shell whose syntax copied credentials have. */
    shell: choices.shell ?? app.shell ?? "sh",
    /** Whether there are any accounts. */
    any: accounts.length > 0,
  }),
  queries: { list, detail, roles: rolesHere },
  commands: {
    openConsole: true,
    copyCredentials: true,
    openTerminal: true,
    chooseShell: true,
    refreshAccounts: true,
    signIn: true,
    openWindow: ({ page }) => page === "settings" || kindOfResource(page) !== undefined,
  },
});

/** The model of the accounts page. */
export type AccountsModel = ModelOf<typeof accountsPage>;

function detailOf(account: AccountState): AccountDetail {
  const { accountId, name, email, env, envGuessed, region, configured, sources, roles } = account;
  const byChain = sources.includes("chain") && roles.length === 0;
  return { accountId, name, email, region, env, envGuessed, configured, lines: linesOf(account), byChain };
}

/** A line below an account, for one kind of resource. */
export interface AccountFact {
  readonly id: string;
  /** The text of the line, for example `Secrets, 3 at hand`. */
  readonly text: string;
  readonly icon: KindOfResource["icon"];
  /** The command that the line sends; without it the line is not a button. */
  readonly command?: Command;
}

/** Returns a line for each kind of resource of an account. */
export function linesOf(account: AccountState): AccountFact[] {
  return KINDS_OF_RESOURCES.map(({ name, title, icon, configuredWords }) => ({
    id: name,
    text: [title, configuredWords?.(account)].filter(Boolean).join(", "),
    icon,
    command: { name: "openWindow", page: name, params: { account: account.accountId } },
  }));
}

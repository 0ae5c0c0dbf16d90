import { z } from "zod";
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

/** What is shown of one account. */
interface AccountDetail
  extends
    Pick<AccountState, "accountId" | "name" | "email" | "env" | "envGuessed" | "region" | "configured"> {
  readonly lines: readonly AccountFact[];
  /** The user's own credentials are of this account, as they are. */
  readonly byChain: boolean;
}

/** All accounts under headings, or those that fit what was typed. */
export const list = defineQuery({
  params: z.strictObject({ search }),
  most: 500,
  rows: ({ search }, { store }) => accountList(store, search),
});

/** One account, as long as there is one of that number. */
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

/** The roles in an account, the last used one first. */
export const rolesHere = defineQuery({
  params: z.strictObject({ account }),
  most: 500,
  rows: ({ account }, host) => host.accountRoles(account),
});

/** Accounts, and what one does with them. */
export const accountsPage = definePage({
  title: "Accounts",
  width: 880,
  height: 600,
  single: true,
  resizable: true,
  frame: true,
  model: () => {
    const shell = selector(
      ({ app, choices }: AppState) => [choices.shell ?? app.shell ?? "sh"],
      (shell) => shell,
    );
    return (state) => ({
      signIn: state.signIn,
      /** For which shell credentials are copied. */
      shell: shell(state),
      /** There are accounts at all. */
      any: state.accounts.length > 0,
    });
  },
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
  return {
    accountId,
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(region === undefined ? {} : { region }),
    env,
    ...(envGuessed && { envGuessed }),
    configured,
    lines: linesOf(account),
    byChain: sources.includes("chain") && roles.length === 0,
  };
}

/** One line below an account: how many things of a kind it has. */
export interface AccountFact {
  readonly id: string;
  /** What there is, in words: `Secrets, 3 at hand`. */
  readonly text: string;
  readonly icon: KindOfResource["icon"];
  /** What it opens; without it the line only tells. */
  readonly command?: Command;
}

/** What is known to be in an account: a line for each kind of resource. */
export function linesOf(account: AccountState): AccountFact[] {
  return KINDS_OF_RESOURCES.map(({ name, title, icon, configuredWords }) => ({
    id: name,
    text: [title, configuredWords?.(account)].filter(Boolean).join(", "),
    icon,
    command: { name: "openWindow", page: name, params: { account: account.accountId } },
  }));
}

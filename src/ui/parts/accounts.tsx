import type { JSX } from "preact";
import { accountNumber } from "../../core/accounts/words.ts";
import type { AccountHit } from "../../core/find/rows.ts";
import type { accounts } from "../../pages/lists.ts";
import { type Client, type RowsView, useRows } from "../client/mod.ts";
import { EnvPill } from "../system/mod.ts";
import { Marked } from "../text/marked.tsx";
import { isAccountId } from "../../core/text/aws_names.ts";

/** Maximum accounts listed. Users find the others by typing more. */
const MAX_COUNT = 100;

/** Returns the accounts that match the typed text, best first; none while `on` is false. */
export function useAccounts(
  client: Pick<Client, "query">,
  typed: string,
  on = true,
): RowsView<AccountHit> {
  return useRows<typeof accounts>(client, "accounts", { search: typed }, { count: on ? MAX_COUNT : 0 });
}

/** Returns an account that no source lists when the typed text is an account ID; else undefined. */
export function unlisted(typed: string): AccountHit | undefined {
  const accountId = typed.replace(/[\s-]/g, "");
  return isAccountId(accountId) ? { accountId, env: null, region: "", matches: [] } : undefined;
}

/** One account in a list to pick from: its name, its ID, its environment. */
export function AccountLine({ account }: { account: AccountHit }): JSX.Element {
  const number = accountNumber(account.accountId);
  return (
    <div class="row grow">
      <span class="cut">
        <Marked text={account.name ?? number} matches={account.matches} />
      </span>
      <span class="quiet small numbers cut grow">
        {account.name === undefined ? account.email ?? account.region : number}
      </span>
      <EnvPill env={account.env} guessed={account.envGuessed} />
    </div>
  );
}

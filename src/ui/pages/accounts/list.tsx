import type { JSX } from "preact";
import { accountNumber, accountTitle } from "../../../core/accounts/words.ts";
import type { AccountListRow } from "../../../core/find/account_list.ts";
import { EnvPill, type RowsInView, VirtualOptions } from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";
import { formatNumber } from "../../../core/text/locale.ts";

/** The accounts under their headings. Only the rows in view are in the document. */
export function AccountColumn(
  { count, active, row, onPick, onView }: {
    count: number;
    active: number;
    row: (index: number) => AccountListRow | undefined;
    onPick: (index: number) => void;
    onView: (view: RowsInView) => void;
  },
): JSX.Element {
  return (
    <VirtualOptions
      id="accounts"
      label="Accounts"
      count={count}
      active={active}
      row={(index) => {
        const item = row(index);
        if (!item) return null;
        return "accountId" in item
          ? { content: <Line account={item} /> }
          : { heading: true, content: <Heading {...item} /> };
      }}
      onPick={onPick}
      onView={onView}
    />
  );
}

type Of<Kind> = Extract<AccountListRow, Kind>;

function Heading({ heading, pinned, count }: Of<{ pinned: boolean }>): JSX.Element {
  return (
    <>
      <span>{pinned ? "Pinned" : heading === null ? "No environment" : <EnvPill env={heading} />}</span>
      <span class="count numbers">{formatNumber(count)}</span>
    </>
  );
}

function Line({ account }: { account: Of<{ accountId: string }> }): JSX.Element {
  const number = accountNumber(account.accountId);
  return (
    <>
      <span
        class={`cut grow${account.name === undefined ? " numbers" : ""}`}
        title={accountTitle(account.accountId, account.name)}
      >
        <Marked text={account.name ?? number} matches={account.matches} />
      </span>
      {account.under
        ? <span class="aside">{account.env}</span>
        : <EnvPill env={account.env} guessed={account.envGuessed} />}
    </>
  );
}

import type { JSX } from "preact";
import { accountNumber } from "../../../core/accounts/words.ts";
import type { everywhereStatus } from "../../../pages/everywhere/page.ts";
import type { RowOf } from "../../../pages/query.ts";
import { Button, Notice } from "../../system/mod.ts";
import { age, count } from "../../text/format.ts";

type Index = NonNullable<RowOf<typeof everywhereStatus>["index"]>;

/** Says which index answered, how old it is, and what it does not contain. `onAsk` searches the accounts themselves. */
export function IndexNote(
  { index, shortcut, onAsk }: {
    index: Index;
    shortcut?: string | undefined;
    onAsk?: (() => void) | undefined;
  },
): JSX.Element {
  const { cut } = index;
  return (
    <Notice
      tone="info"
      message={`From ${whose(index)}${ages(index, Date.now())}`}
      hint={`${cut ? "More fit than it gives: type more. " : ""}${
        onAsk ? "It finds words by how they begin, not parts inside of them." : "The accounts are asked too."
      }`}
    >
      {onAsk && <Button compact shortcut={shortcut} onClick={onAsk}>Ask the accounts too</Button>}
    </Notice>
  );
}

function whose({ account: { accountId, name }, accounts }: Index): string {
  return accounts > 1
    ? `the indexes of ${count(accounts, "account")}`
    : `the index of ${name ?? accountNumber(accountId)}`;
}

/** Returns how long ago the index was updated: `, 4 min old`, `, 4 min to 3 h old`. */
export function ages({ oldest, newest }: Pick<Index, "oldest" | "newest">, now: number): string {
  if (oldest === null || newest === null) return "";
  const [least, most] = [age(newest, now), age(oldest, now)];
  return `, ${least === most ? most : `${least} to ${most}`} old`;
}

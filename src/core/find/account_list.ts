import { environmentOrder } from "../accounts/environments.ts";
import type { RowSource } from "../resources/rows.ts";
import { selector } from "../state/selector.ts";
import type { AccountState, AppState } from "../state/state.ts";
import { compare } from "../text/natural.ts";
import type { Store } from "../state/store.ts";
import { accounts as accountKind } from "./kinds/accounts.ts";
import type { Word } from "./matcher.ts";
import { type AccountHit, accountHit, foundRows, rankedAccounts } from "./rows.ts";

/** A row of the list of accounts: a heading with the number of accounts below it, or an account. */
export type AccountListRow =
  | { readonly heading: string | null; readonly pinned: boolean; readonly count: number }
  | ListedAccount;

/** An account in the list. */
export interface ListedAccount extends AccountHit {
  /** Whether the account is below the heading of its environment. */
  readonly under: boolean;
}

/** A heading and the number of accounts below it. */
interface Heading {
  readonly pinned: boolean;
  readonly env: string | null;
  readonly count: number;
}

type Item = Heading | AccountState;

const isHeading = (item: Item): item is Heading => "count" in item;

/**
 * Lists all accounts under headings, those of the configuration first, then by environment. While something
 * is typed, lists the accounts that fit, the best first and without headings.
 */
export function accountList(store: Store, typed: string): RowSource<AccountListRow> {
  const found = typed.trim() !== "";
  let words: readonly Word[] = [];
  return foundRows(
    store,
    [accountKind],
    ([list], usage): readonly Item[] => {
      if (!found) return grouped(store.get());
      const read = rankedAccounts(list!, typed, usage);
      words = read.words;
      return read.found;
    },
    (item): AccountListRow => {
      if (isHeading(item)) return { heading: item.env, pinned: item.pinned, count: item.count };
      const under = !found && !(item.configured && somePinned(store.get()));
      return { ...accountHit(item, words), under };
    },
  );
}

/**
 * Whether some accounts are pinned and others are not. When all are pinned, headings of environments tell
 * more than one heading over all.
 */
const somePinned = selector(
  ({ accounts }: AppState) => [accounts],
  (accounts) => accounts.some(({ configured }) => !configured),
);

const grouped = selector(
  (state: AppState) => [state.accounts, somePinned(state)],
  (accounts, someFound): readonly Item[] => {
    const isPinned = ({ configured }: AccountState) => someFound && configured;
    const groups = Map.groupBy(accounts, (one) => isPinned(one) ? "" : environmentOrder(one.env));
    return [...groups].sort(([a], [b]) => compare(a, b)).flatMap(([, members]) => {
      const [first] = members, pinned = isPinned(first!);
      return [{ pinned, env: pinned ? null : first!.env, count: members.length }, ...members];
    });
  },
);

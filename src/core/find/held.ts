import type { NameSource, SeenName, SeenNames } from "../resources/names.ts";
import type { AccountState, AppState } from "../state/state.ts";
import { HELD_KINDS, type HeldName } from "./kinds/held.ts";
import type { Findable } from "./rank.ts";

/** Lists that were made of names for these accounts, kept while the names are in use. */
const made = new WeakMap<
  SeenNames,
  { readonly accounts: readonly AccountState[]; readonly lists: readonly Findable[] }
>();

/**
 * Returns the resources whose names are in memory, and the same lists while nothing changes. Omits resources
 * of accounts that are gone, and resources that the configuration names, because they have entries of their
 * own.
 */
export function heldLists(source: NameSource, { accounts }: AppState): readonly Findable[] {
  const names = source.names();
  if (!names) return [];
  const before = made.get(names);
  if (before?.accounts === accounts) return before.lists;
  const lists = listsOf(names, accounts);
  made.set(names, { accounts, lists });
  return lists;
}

function listsOf(names: SeenNames, accounts: readonly AccountState[]): readonly Findable[] {
  const known = new Map(accounts.map((account) => [account.accountId, account]));
  const order = new Map(accounts.map(({ accountId }, at) => [accountId, at]));
  const rankOf = ({ account }: SeenName) => order.get(account) ?? Infinity;
  return HELD_KINDS.map(({ sort, entries: kind }) => {
    const configured = new Map(accounts.map((account) => [account, new Set(sort.configured(account))]));
    return {
      kind,
      // Sorts equal matches by account, so that it does not matter which list was read last.
      items: (names[sort.name] ?? []).toSorted((a, b) => rankOf(a) - rankOf(b)).flatMap(
        (name): HeldName[] => {
          const account = known.get(name.account);
          if (!account) return [];
          const isEntry = name.region === account.region && configured.get(account)!.has(name.id);
          return isEntry ? [] : [{ ...name, account }];
        },
      ),
    };
  });
}

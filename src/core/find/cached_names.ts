import type { NameSource, SeenName, SeenNames } from "../resources/names.ts";
import { parseArn } from "../aws/wire/arn.ts";
import type { AccountState, AppState } from "../state/state.ts";
import type { EntryKind } from "./entry.ts";
import { accounts as accountKind } from "./kinds/accounts.ts";
import { CACHED_NAME_KINDS, type CachedName } from "./kinds/cached_names.ts";
import type { Findable, Hit } from "./rank.ts";
import { typedArn } from "./typed.ts";

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
export function cachedNameLists(source: NameSource, { accounts }: AppState): readonly Findable[] {
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
  return CACHED_NAME_KINDS.map(({ sort, entries: kind }) => {
    const configured = new Map(accounts.map((account) => [account, new Set(sort.configured(account))]));
    return {
      kind,
      // Sorts equal matches by account, so that it does not matter which list was read last.
      items: (names[sort.name] ?? []).toSorted((a, b) => rankOf(a) - rankOf(b)).flatMap(
        (name): CachedName[] => {
          const account = known.get(name.account);
          if (!account) return [];
          const isEntry = name.region === account.region && configured.get(account)!.has(name.id);
          return isEntry ? [] : [{ ...name, account }];
        },
      ),
    };
  });
}

/**
 * Returns the resource that a typed ARN names in a known account, as its list had it when that was read. Null
 * for other texts and for ARNs of resources that have no window.
 */
export function namedByArn(typed: string, lists: readonly Findable[]): Hit | null {
  const itemsOf = (kind: EntryKind) => lists.find((list) => list.kind === kind)?.items ?? [];
  const arn = parseArn(typedArn(typed) ?? "");
  const account = arn &&
    (itemsOf(accountKind) as readonly AccountState[]).find(({ accountId }) => accountId === arn.account);
  if (!account) return null;
  for (const { of, sort, entries: kind } of CACHED_NAME_KINDS) {
    const row = of.indexed?.row(arn);
    const name = row && sort.nameOf(row);
    if (!name) continue;
    const item: CachedName = { ...name, account, region: arn.region, role: null };
    const id = kind.id(item);
    return { kind, item: itemsOf(kind).find((one) => kind.id(one) === id) ?? item, matched: [] };
  }
  return null;
}

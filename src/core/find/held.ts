import type { NameSource, SeenNames } from "../resources/names.ts";
import type { AccountState, AppState } from "../state/state.ts";
import { HELD_KINDS, type HeldName } from "./kinds/held.ts";
import type { Findable } from "./rank.ts";

/** What was made of names for these accounts, as long as somebody has the names. */
const made = new WeakMap<
  SeenNames,
  { readonly accounts: readonly AccountState[]; readonly lists: readonly Findable[] }
>();

/**
 * What accounts hold, as far as it is at hand: the same lists while nothing of it has changed. Without accounts that are
 * gone, and without what the configuration names: these are entries already.
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
  const entries = new Map(accounts.map(({ accountId, secrets, ecsClusters }) => [accountId, {
    secret: new Set(secrets.map(({ id }) => id)),
    service: new Set(
      ecsClusters.flatMap(({ name, services }) => services.map((service) => `${name}/${service}`)),
    ),
    cluster: new Set(ecsClusters.map(({ name }) => name)),
    database: new Set<string>(),
  }]));
  const order = new Map(accounts.map(({ accountId }, at) => [accountId, at]));
  const place = ({ account }: SeenNames["secret"][number]) => order.get(account) ?? Infinity;
  return (Object.keys(HELD_KINDS) as (keyof SeenNames)[]).map((kind) => ({
    kind: HELD_KINDS[kind],
    // Which list was seen last says nothing: what fits alike stands in the order of its accounts.
    items: names[kind].toSorted((a, b) => place(a) - place(b)).flatMap((name): HeldName[] => {
      const account = known.get(name.account);
      if (!account) return [];
      const isEntry = name.region === account.region && entries.get(name.account)![kind].has(name.id);
      return isEntry ? [] : [{ ...name, account }];
    }),
  }));
}

import { accountName } from "../../accounts/words.ts";
import type { AccountState, AppState } from "../../state/state.ts";
import { selector } from "../../state/selector.ts";
import type { KindOfResource } from "../../resources/kinds/kind.ts";
import { KINDS_OF_RESOURCES } from "../../resources/kinds/mod.ts";
import { meansKind, wordsOf } from "../../resources/kinds/named.ts";
import { type EntryKind, entryKind } from "../entry.ts";

/** A list of one kind of resource in one account. */
interface Item {
  readonly account: AccountState;
  readonly kind: KindOfResource;
}

/**
 * Maximum number of configured accounts whose lists are found by typing. With more accounts, the user goes
 * through the account.
 */
const MAX_ACCOUNTS = 50;

const items = selector(
  ({ accounts }: AppState) => [accounts],
  (accounts) => {
    const pinned = accounts.filter(({ configured }) => configured);
    if (pinned.length > MAX_ACCOUNTS) return [];
    return pinned.flatMap((account): Item[] => KINDS_OF_RESOURCES.map((kind) => ({ account, kind })));
  },
);

const shape = {
  label: "List",
  heading: "In accounts",
  weight: 0.2,
  id: ({ account, kind }: Item) => `${kind.name}:${account.accountId}`,
  title: ({ kind }: Item) => kind.title,
  account: ({ account }: Item) => account,
  around: ({ account, kind }: Item) => `${account.accountId} ${account.env ?? ""} ${wordsOf(kind)}`,
  synonymsOf: ({ kind: { synonyms = "" } }: Item) => synonyms,
  entry: ({ account, kind: { icon, name: page } }: Item) => ({
    detail: [accountName(account), account.region].filter(Boolean).join(" · "),
    verb: "Open",
    icon,
    env: account.env,
    command: { name: "openWindow" as const, page, params: { account: account.accountId } },
  }),
};

/** The lists of all kinds of resources in the configured accounts. */
export const resourceLists = entryKind<Item>({ ...shape, items });

/** By kind: the same lists, and in addition the list of this kind in every other account, for a user who types a kind. */
const ofEvery: ReadonlyMap<string, EntryKind> = new Map(KINDS_OF_RESOURCES.map((kind) => [
  kind.name,
  entryKind<Item>({
    ...shape,
    items: selector(
      (state: AppState) => [state.accounts, items(state)],
      (accounts, pinned): readonly Item[] => {
        const there = new Set(pinned.map(({ account }) => account));
        return [
          ...pinned,
          ...accounts.filter((one) => !there.has(one)).map((account) => ({ account, kind })),
        ];
      },
    ),
  }),
]));

/** Returns the lists to search for these words. */
export function resourceListsFor(words: readonly { readonly text: string }[]): EntryKind {
  const named = KINDS_OF_RESOURCES.find((kind) => words.some(({ text }) => meansKind(kind, text)));
  return named ? ofEvery.get(named.name)! : resourceLists;
}

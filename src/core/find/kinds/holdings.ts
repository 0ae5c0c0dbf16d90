import { accountName } from "../../accounts/words.ts";
import type { AccountState, AppState } from "../../state/state.ts";
import { selector } from "../../state/selector.ts";
import { type EntryIcon, type EntryKind, entryKind } from "../entry.ts";

/** A list of what an account holds. */
interface Item {
  readonly account: AccountState;
  readonly what: string;
  readonly page: string;
}

/** The lists there are, each with its page. */
const LISTS: readonly (readonly [what: string, page: string])[] = [
  ["Secrets", "secrets"],
  ["Databases", "databases"],
  ["Services", "services"],
];

const ICONS: ReadonlyMap<string, EntryIcon> = new Map([
  ["secrets", "key"],
  ["databases", "server"],
  ["services", "console"],
]);

/** Of more accounts than these nobody looks for a list by typing: it is found by way of the account. */
const MOST_ACCOUNTS = 50;

const items = selector(
  ({ accounts }: AppState) => [accounts],
  (accounts) => {
    const pinned = accounts.filter(({ configured }) => configured);
    if (pinned.length > MOST_ACCOUNTS) return [];
    return pinned.flatMap((account): Item[] => LISTS.map(([what, page]) => ({ account, what, page })));
  },
);

const shape = {
  label: "List",
  heading: "In accounts",
  weight: 0.2,
  id: ({ account, page }: Item) => `${page}:${account.accountId}`,
  title: ({ what }: Item) => what,
  account: ({ account }: Item) => account,
  around: ({ account }: Item) => `${accountName(account)} ${account.accountId} ${account.env ?? ""}`,
  entry: ({ account, page }: Item) => ({
    detail: [accountName(account), account.region].filter(Boolean).join(" · "),
    verb: "Open",
    icon: ICONS.get(page) ?? "account",
    env: account.env,
    command: { name: "openWindow" as const, page, params: { account: account.accountId } },
  }),
};

/** What accounts hold, a list each. */
export const holdings = entryKind<Item>({ ...shape, items });

/** The same, and one list of every other account: who types its name and something else means one of these. */
const ofEvery: ReadonlyMap<string, EntryKind> = new Map(LISTS.map(([what, page]) => [
  page,
  entryKind<Item>({
    ...shape,
    items: selector(
      (state: AppState) => [state.accounts, items(state)],
      (accounts, pinned): readonly Item[] => {
        const there = new Set(pinned.map(({ account }) => account));
        return [
          ...pinned,
          ...accounts.filter((one) => !there.has(one)).map((account) => ({ account, what, page })),
        ];
      },
    ),
  }),
]));

/** So much of a list's name says that it is meant. */
const NAMED = 3;

/** The lists to be searched for these words. */
export function holdingsFor(words: readonly { readonly text: string }[]): EntryKind {
  const named = words.length < 2
    ? undefined
    : LISTS.find(([, page]) => words.some(({ text }) => text.length >= NAMED && page.startsWith(text)));
  return named ? ofEvery.get(named[1])! : holdings;
}

import { accountName } from "../../accounts/words.ts";
import type { AccountState, AppState } from "../../state/state.ts";
import { selector } from "../../state/selector.ts";
import { type EntryIcon, entryKind } from "../entry.ts";

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

/** What accounts hold, a list each. */
export const holdings = entryKind<Item>({
  label: "List",
  heading: "In accounts",
  weight: 0.2,
  items,
  id: ({ account, page }) => `${page}:${account.accountId}`,
  title: ({ what }) => what,
  around: ({ account }) => `${accountName(account)} ${account.accountId} ${account.env ?? ""}`,
  entry: ({ account, page }) => ({
    detail: [accountName(account), account.region].filter(Boolean).join(" · "),
    verb: "Open",
    icon: ICONS.get(page) ?? "account",
    env: account.env,
    command: { name: "openWindow", page, params: { account: account.accountId } },
  }),
});

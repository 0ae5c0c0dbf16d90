import { type RowSource, type RowsRead, slice } from "../resources/rows.ts";
import type { NameSource } from "../resources/names.ts";
import { ownProperty } from "../own_property.ts";
import { isAccountId } from "../text/aws_names.ts";
import type { AccountState, AppState } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import type { Usage } from "../state/usage.ts";
import type { Entry, EntryKind } from "./entry.ts";
import { cachedNameLists, namedByArn } from "./cached_names.ts";
import { resourceLists, resourceListsFor } from "./kinds/resource_lists.ts";
import { signedOut } from "./kinds/kedge.ts";
import { KINDS } from "./kinds/mod.ts";
import { accounts as accountKind } from "./kinds/accounts.ts";
import { haystack, marks, typedWords, type Word } from "./matcher.ts";
import { type Findable, findables, type Hit, ranked, readyAhead, uses } from "./rank.ts";
import { firstRead, type Read, searched } from "./typed.ts";
import { rankedWithVerbs } from "./verbs.ts";

/** An entry in a list of found entries. */
export interface FoundEntry extends Entry {
  /** Name of the entry's kind: `Account`. */
  readonly kind: string;
  /** Positions of the typed letters in the title. */
  readonly matches: readonly number[];
  /** Whether the user has pinned the entry. */
  readonly pinned: boolean;
  /** Heading of the entry's section; null when typing made one list of all entries. */
  readonly section: string | null;
  /** Whether the entry is below the heading of its kind, so that the kind need not be shown. */
  readonly headed?: true;
}

/** An account in a list of found accounts. */
export interface AccountHit
  extends Pick<AccountState, "accountId" | "name" | "email" | "env" | "envGuessed" | "region"> {
  readonly matches: readonly number[];
  /** Whether the account was used last, in lists that show that account first. */
  readonly last?: boolean;
}

/** A hit with the heading of its section. */
type Shown = Hit & { readonly section?: string };

/** Maximum number of most used entries, and of entries per kind after them, while nothing is typed. */
const OFTEN = 4, MAX_OF_A_KIND = 50;

/** Returns the number of entries that can be done, whether they are shown or not. */
export function entryCount(state: AppState): number {
  return findables(KINDS.filter((kind) => kind !== signedOut), state).reduce(
    (all, { items }) => all + items.length,
    0,
  );
}

/**
 * Lists everything that the user can do: in sections while nothing is typed, else as one list with the best
 * and most used entries first. `names` adds the resources whose lists were read before.
 */
export function foundEntries(store: Store, typed: string, names?: NameSource): RowSource<FoundEntry> {
  const nothing = typed.trim() === "";
  let words = typedWords(searched(typed));
  const listKind = resourceListsFor(words);
  return foundRows(
    store,
    KINDS.map((kind) => kind === resourceLists ? listKind : kind),
    (lists, usage): readonly Shown[] => {
      if (nothing) return inSections(lists, usage, store.get().personal.pins);
      const read = firstRead(typed, (text) => rankedWithVerbs(lists, text, usage));
      words = read.words;
      return withFirst(namedByArn(typed, lists), withFirst(byId(read), read.found));
    },
    ({ kind, item, section = null, matched = words }): FoundEntry => {
      const title = kind.title(item), id = kind.id(item);
      const matches = marks(matched, haystack(title, "", { wholeWords: kind.wholeWords ?? false }));
      const { personal: { pins, shortcuts }, desktopKeys } = store.get();
      const keys = ownProperty(desktopKeys, id) ?? ownProperty(shortcuts, id);
      return {
        id,
        title,
        ...kind.entry(item),
        kind: kind.label,
        matches,
        section,
        ...(section === kind.heading && { headed: true }),
        pinned: pins.includes(id),
        ...(keys !== undefined && { keys }),
      };
    },
    nothing ? undefined : names,
    nothing ? undefined : sameFirst,
  );
}

/** Keeps the row that was first in front, so that rows that arrive later do not change what Enter does. */
function sameFirst(before: readonly Shown[], found: readonly Shown[]): readonly Shown[] {
  const [first] = before;
  if (!first || found.length === 0) return found;
  const id = first.kind.id(first.item);
  const at = found.findIndex(({ kind, item }) => kind.label === first.kind.label && kind.id(item) === id);
  return at <= 0 ? found : [found[at]!, ...found.slice(0, at), ...found.slice(at + 1)];
}

/** Returns the account whose ID is typed, because an ID also finds actions set to run there, and Enter would run one. */
function byId({ words, found }: Read<Hit>): Hit | null {
  const id = words.length === 1 ? words[0]!.text : "";
  return isAccountId(id)
    ? found.find(({ kind, item }) => kind === accountKind && (item as AccountState).accountId === id) ?? null
    : null;
}

/** Returns the hits after this one, which may be among them. */
function withFirst(first: Hit | null, found: readonly Hit[]): readonly Hit[] {
  if (!first) return found;
  const id = first.kind.id(first.item);
  return [first, ...found.filter(({ kind, item }) => kind.id(item) !== id)];
}

/** Lists the IDs of entries that fit the typed words. Accounts are left out, because there may be too many. */
export function fittingIds(store: Store, typed: string): RowSource<string> {
  const kinds = KINDS.filter((kind) => kind !== accountKind);
  return foundRows(
    store,
    kinds,
    (lists, usage) => firstRead(typed, (text) => ranked(lists, text, usage)).found,
    ({ kind, item }) => kind.id(item),
  );
}

/** Returns an account for a list, with the positions of the typed letters in its name. */
export function accountHit(account: AccountState, words: readonly Word[]): AccountHit {
  const { accountId, name, email, env, envGuessed, region } = account;
  const matches = marks(words, haystack(accountKind.title(account)));
  return { accountId, name, email, env, ...(envGuessed && { envGuessed }), region, matches };
}

/** Returns the accounts that fit the typed text, the best first. */
export function rankedAccounts(list: Findable, typed: string, usage: Usage): Read<AccountState> {
  return firstRead(typed, (text) => ranked([list], text, usage).map(({ item }) => item as AccountState));
}

/**
 * Lists the accounts that fit the typed text, the best first. While nothing is typed, lists all accounts in
 * their order, with `lastFirst` the account used last in front.
 */
export function foundAccounts(store: Store, typed: string, lastFirst = false): RowSource<AccountHit> {
  let words: readonly Word[] = [];
  let last: AccountState | undefined;
  return foundRows(
    store,
    [accountKind],
    ([list], usage) => {
      if (typed.trim() !== "") {
        const read = rankedAccounts(list!, typed, usage);
        words = read.words;
        return read.found;
      }
      const all = list!.items as readonly AccountState[];
      last = lastFirst ? usedLast(all, usage) : undefined;
      return last ? [last, ...all.filter((one) => one !== last)] : all;
    },
    (account) => ({ ...accountHit(account, words), ...(account === last ? { last: true } : {}) }),
  );
}

/** Returns the account that was used last; undefined when none was used. */
function usedLast(accounts: readonly AccountState[], usage: Usage): AccountState | undefined {
  let last: AccountState | undefined;
  let at = 0;
  for (const account of accounts) {
    const use = ownProperty(usage, accountKind.id(account));
    if (use && use.at > at) [last, at] = [account, use.at];
  }
  return last;
}

/** A list that is searched again when items of these kinds or the usage change. A row is made only when it is read. */
export function foundRows<Found, Row>(
  store: Store,
  kinds: readonly EntryKind[],
  find: (lists: readonly Findable[], usage: Usage) => readonly Found[],
  row: (found: Found) => Row,
  names?: NameSource,
  keepFirst?: (before: readonly Found[], found: readonly Found[]) => readonly Found[],
): RowSource<Row> {
  let last: { readonly inputs: readonly unknown[]; readonly found: readonly Found[] } | undefined;
  const inputsOf = (state: AppState) => [
    state.usage,
    state.personal,
    state.desktopKeys,
    ...kinds.map((kind) => kind.items(state)),
    ...names ? cachedNameLists(names, state).map(({ items }) => items) : [],
  ];
  const differ = (a: readonly unknown[], b: readonly unknown[]) =>
    a.length !== b.length || a.some((input, index) => input !== b[index]);
  function read(from: number, count: number): RowsRead<Row> {
    const state = store.get();
    const inputs = inputsOf(state);
    if (!last || differ(inputs, last.inputs)) {
      const lists = [...findables(kinds, state), ...names ? cachedNameLists(names, state) : []];
      const found = find(lists, state.usage);
      last = { inputs, found: last && keepFirst ? keepFirst(last.found, found) : found };
      readyAhead(lists);
    }
    const read = slice(last.found, from, count);
    return read.ok ? { ...read, rows: read.rows.map(row) } : read;
  }
  return {
    read(from, count) {
      const loading = names?.load();
      return loading ? loading.then(() => read(from, count)) : read(from, count);
    },
    subscribe(listener) {
      let before = inputsOf(store.get());
      const look = (state: AppState) => {
        const now = inputsOf(state);
        if (differ(now, before)) listener(0);
        before = now;
      };
      const endNames = names?.subscribe(() => listener(0));
      const end = store.subscribe(look);
      return () => {
        endNames?.();
        end();
      };
    },
  };
}

/** Returns all kinds one after the other, after the pinned and the most used entries. */
function inSections(lists: readonly Findable[], usage: Usage, pins: readonly string[]): Shown[] {
  const pinned = pinnedOf(lists, pins);
  const listed = lists.filter(({ kind }) => !kind.byTyping);
  // Users open Kedge's own windows often in their first days, so frequent use does not mean that they need
  // them.
  const counted = listed.filter(({ kind }) => !kind.ofKedge);
  const used = [...uses(counted, usage)].sort(([, a], [, b]) => b - a).map(([item]) => item)
    .filter((item) => !pinned.some((one) => one.item === item)).slice(0, OFTEN);
  const apart = new Set([...used, ...pinned.map(({ item }) => item)]);
  const entriesOf = ({ kind, items }: Findable) =>
    items.filter((item) => !apart.has(item)).slice(0, MAX_OF_A_KIND)
      .map((item) => ({ kind, item, section: kind.heading }));
  const often = used.flatMap((item) => {
    const list = lists.find(({ items }) => items.includes(item));
    return list ? [{ kind: list.kind, item, section: "Most used" }] : [];
  });
  return [
    ...listed.filter(({ kind }) => kind.first).flatMap(entriesOf),
    ...pinned,
    ...often,
    ...listed.filter(({ kind }) => !kind.first).flatMap(entriesOf),
  ];
}

/** Returns the pinned entries that exist now, in the order of the pins. */
function pinnedOf(lists: readonly Findable[], pins: readonly string[]): Shown[] {
  if (pins.length === 0) return [];
  const found = new Map<string, Shown>();
  for (const { kind, items } of lists) {
    for (const item of items) {
      const id = kind.id(item);
      if (pins.includes(id)) found.set(id, { kind, item, section: "Pinned" });
    }
  }
  return pins.flatMap((id) => found.get(id) ?? []);
}

import { accountName } from "../accounts/words.ts";
import type { AccountState, AppState } from "../state/state.ts";
import { frecency, type Usage } from "../state/usage.ts";
import type { EntryKind } from "./entry.ts";
import { beginsWord, fit, type Haystack, haystack, typedWords, type Word } from "./matcher.ts";

/** What one kind has to be found now. */
export interface Findable {
  readonly kind: EntryKind;
  readonly items: readonly object[];
  /** A verb was typed before the words that are looked for, and is worth that much. */
  readonly verbMatch?: { readonly words: readonly Word[]; readonly score: number };
}

/** Something that was found. */
export interface Hit {
  readonly kind: EntryKind;
  readonly item: object;
  /** The words that it was looked for by, where a verb was typed before them. */
  readonly matched?: readonly Word[];
}

/** What the kinds have in this state: the same lists while nothing of them has changed. */
export function findables(kinds: readonly EntryKind[], state: AppState): Findable[] {
  return kinds.map((kind) => ({ kind, items: kind.items(state) }));
}

/** Texts of lists that were searched or will be, from the first item on, as long as somebody has the list. */
const ready = new WeakMap<readonly object[], Haystack[]>();

/** The list of each kind that was made ready last: a new one has most of its items at the same places. */
const last = new WeakMap<EntryKind, WeakRef<readonly object[]>>();

/** The texts of a kind's items, made ready to be searched once for each list; those up to a place, without one all. */
function haystacks({ kind, items }: Findable, end = items.length): readonly Haystack[] {
  let made = ready.get(items);
  if (!made) ready.set(items, made = []);
  if (made.length >= end) return made;
  const before = last.get(kind)?.deref();
  const known = before && before !== items ? ready.get(before) : undefined;
  while (made.length < end) {
    const at = made.length, item = items[at]!;
    const same = known !== undefined && before![at] === item ? known[at] : undefined;
    made.push(same ?? haystackOf(kind, item));
  }
  if (end === items.length) last.set(kind, new WeakRef(items));
  return made;
}

/** An item's text. */
function haystackOf(kind: EntryKind, item: object): Haystack {
  const of = kind.account ? nameOf(kind.account(item)) : null;
  const alias = kind.alias?.(item) ?? null;
  return haystack(kind.title(item), kind.around(item), {
    wholeWords: kind.wholeWords ?? false,
    of,
    alias: alias === null ? null : haystack(alias),
  });
}

/** Names of accounts, each made ready once for all that it holds. */
const names = new WeakMap<AccountState, Haystack>();

function nameOf(account: AccountState): Haystack {
  let name = names.get(account);
  if (!name) names.set(account, name = haystack(accountName(account)));
  return name;
}

/** So many texts are made ready between two turns of the event loop: two or three milliseconds of work. */
const PIECE = 1000;

/** Lists that are being made ready, or wait for it. */
const coming = new Set<Findable["items"]>();

/** Makes lists ready to be searched before anybody types, a piece at a time: the first letter would wait for all of it. */
export function readyAhead(lists: readonly Findable[]): void {
  for (const list of lists) {
    const { items } = list;
    if ((ready.get(items)?.length ?? 0) >= items.length || coming.has(items)) continue;
    coming.add(items);
    const piece = () => {
      const done = ready.get(items)?.length ?? 0;
      haystacks(list, Math.min(items.length, done + PIECE));
      if (done + PIECE < items.length) later(piece);
      else coming.delete(items);
    };
    later(piece);
  }
}

/** At another turn of the event loop, which does not go on for that alone. */
const later = (work: () => void) => Deno.unrefTimer(setTimeout(work));

/** The items that fit what was typed, in their own order; all of them while nothing is. */
export function fitting<Item extends object>(
  kind: EntryKind,
  items: readonly Item[],
  typed: string,
): readonly Item[] {
  if (typed.trim() === "") return items;
  const fits = new Set<object>(ranked([{ kind, items }], typed, {}).map(({ item }) => item));
  return items.filter((item) => fits.has(item));
}

/** Added for an item that is one of the last. */
const LAST = -4;
/** Added for an item that stands behind all others: more than any match is worth. */
const LAST_OF_ALL = -10_000;
/** Added for items of the account that was used last; less for each one before it. It decides between equals. */
const LATEST = 0.4;
/** Items of all kinds together that a place has room for, and parts of a score that count. */
const ROOM = 2 ** 22, PARTS = 1000, HIGHEST = 1_000_000;

/** What fits the typed words, best first: how well it fits, what is likelier meant, and what is used most. */
export function ranked(lists: readonly Findable[], typed: string, usage: Usage): Hit[] {
  const all = typedWords(typed);
  const used = uses(lists, usage);
  const most = Iterator.from(used.values()).reduce((most, use) => Math.max(most, use), Number.MIN_VALUE);
  // One number for each hit, its score before its place: numbers are sorted many times quicker than objects.
  const keys = new Float64Array(lists.reduce((all, { items }) => all + items.length, 0));
  const lately = latelyUsed(usage);
  let hits = 0;
  let first = 0;
  for (const list of lists) {
    const { kind, items, verbMatch } = list;
    const words = verbMatch?.words ?? all;
    const given = new Set(words.filter(({ text }) => beginsWord(text, kind.heading.toLowerCase())));
    const texts = haystacks(list);
    for (let at = 0; at < items.length; at++) {
      const fits = fit(words, texts[at]!, given);
      if (fits === null) continue;
      const item = items[at]!;
      const use = used.get(item);
      const score = fits + (verbMatch?.score ?? 0) + kind.weight +
        (use === undefined ? 0 : 1 + 2 * use / most) +
        (kind.isLast?.(item) ? LAST : 0) + (kind.isLastOfAll?.(item) ? LAST_OF_ALL : 0) +
        (lately.size > 0 ? lately.get(ownerOf(kind, item)) ?? 0 : 0);
      keys[hits++] = Math.round((HIGHEST - score) * PARTS) * ROOM + first + at;
    }
    first += items.length;
  }
  return Array.from(keys.subarray(0, hits).sort(), (key) => hitAt(lists, key % ROOM));
}

/** The account or the server in which it is; "" for neither. */
const ownerOf = (kind: EntryKind, item: object): string =>
  kind.account?.(item).accountId ?? (kind.server ? `server:${kind.server(item)}` : "");

/** A bonus for accounts and servers that were used lately; worked out once for each usage. */
const latest = new WeakMap<Usage, ReadonlyMap<string, number>>();

function latelyUsed(usage: Usage): ReadonlyMap<string, number> {
  const before = latest.get(usage);
  if (before) return before;
  const at = new Map<string, number>();
  for (const [key, use] of Object.entries(usage)) {
    const owner = key.startsWith("server:") ? key : /(?<!\d)\d{12}(?!\d)/.exec(key)?.[0];
    if (owner !== undefined) at.set(owner, Math.max(at.get(owner) ?? 0, use.at));
  }
  const order = [...at].sort(([, a], [, b]) => b - a);
  const lately = new Map<string, number>();
  for (const servers of [false, true]) {
    order.filter(([owner]) => owner.startsWith("server:") === servers)
      .forEach(([owner], rank) => lately.set(owner, LATEST / (rank + 1)));
  }
  latest.set(usage, lately);
  return lately;
}

function hitAt(lists: readonly Findable[], index: number): Hit {
  for (const { kind, items, verbMatch } of lists) {
    const item = items[index];
    if (item) return { kind, item, ...(verbMatch && { matched: verbMatch.words }) };
    index -= items.length;
  }
  throw new Error("a place beyond all lists");
}

/** How often and lately items were used: those that were. Which is used most does not change with time. */
export function uses(lists: readonly Findable[], usage: Usage): ReadonlyMap<object, number> {
  const now = Object.values(usage).reduce((latest, { at }) => Math.max(latest, at), 0);
  return new Map(
    lists.flatMap(({ kind, items }) => [...usesOf(kind, items, usage)]).map(([item, id]) => [
      item,
      frecency(usage[id], now),
    ]),
  );
}

/** The used items of lists that were searched, as long as somebody has the list. */
const known = new WeakMap<readonly object[], { readonly usage: Usage; readonly used: Map<object, string> }>();

function usesOf(kind: EntryKind, items: readonly object[], usage: Usage): ReadonlyMap<object, string> {
  const before = known.get(items);
  if (before?.usage === usage) return before.used;
  const used = new Map<object, string>();
  for (const item of items) {
    const id = kind.id(item);
    if (Object.hasOwn(usage, id)) used.set(item, id);
  }
  known.set(items, { usage, used });
  return used;
}

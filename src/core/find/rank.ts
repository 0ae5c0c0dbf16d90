import { accountName } from "../accounts/words.ts";
import type { AccountState, AppState } from "../state/state.ts";
import { frecency, type Usage } from "../state/usage.ts";
import type { EntryKind } from "./entry.ts";
import { asSynonym, beginsWord, fit, type Haystack, haystack, typedWords, type Word } from "./matcher.ts";
import { firstRead } from "./typed.ts";

/** The items of one kind to be searched. */
export interface Findable {
  readonly kind: EntryKind;
  readonly items: readonly object[];
  /**
   * Words beside a typed verb, those of them that need not be found, and the score for the verb; absent when
   * no verb was typed.
   */
  readonly verbMatch?: {
    readonly words: readonly Word[];
    readonly given?: readonly Word[];
    readonly score: number;
  };
}

/** A found item. */
export interface Hit {
  readonly kind: EntryKind;
  readonly item: object;
  /** The words that found the item, when a verb was typed beside them. */
  readonly matched?: readonly Word[];
}

/** Returns the items of each kind in this state. An array is the same while none of its items changes. */
export function findables(kinds: readonly EntryKind[], state: AppState): Findable[] {
  return kinds.map((kind) => ({ kind, items: kind.items(state) }));
}

/** Prepared texts of lists, from the first item on, kept while the list is in use. */
const ready = new WeakMap<readonly object[], Haystack[]>();

/**
 * The list of each kind that was prepared last. A new list has most items at the same indexes, so their texts
 * are reused.
 */
const last = new WeakMap<EntryKind, WeakRef<readonly object[]>>();

/** Returns the texts of a kind's items and prepares them once per list: the first `end` items, or all. */
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

/** Prepares the text of an item. */
function haystackOf(kind: EntryKind, item: object): Haystack {
  const of = kind.account ? nameOf(kind.account(item)) : null;
  const alias = kind.alias?.(item) ?? null;
  return haystack(kind.title(item), kind.around(item), {
    wholeWords: kind.wholeWords ?? false,
    of,
    alias: alias === null ? null : haystack(alias),
    synonyms: synonymsIn(kind.synonymsOf?.(item) ?? ""),
  });
}

/** Synonyms by their text, which many items share. */
const synonyms = new Map<string, ReadonlySet<string>>();

function synonymsIn(text: string): ReadonlySet<string> | null {
  if (text === "") return null;
  const known = synonyms.get(text) ?? new Set(text.split(", "));
  synonyms.set(text, known);
  return known;
}

/** Prepared names of accounts, shared by all resources of an account. */
const names = new WeakMap<AccountState, Haystack>();

function nameOf(account: AccountState): Haystack {
  let name = names.get(account);
  if (!name) names.set(account, name = haystack(accountName(account)));
  return name;
}

/** Number of texts prepared per turn of the event loop, two or three milliseconds of work. */
const PIECE = 1000;

/** Lists that are being prepared in the background. */
const coming = new Set<Findable["items"]>();

/** Prepares lists in pieces before anybody types, because the first key would wait for all of the work otherwise. */
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

/** Runs work in a later turn of the event loop, without keeping the process alive. */
const later = (work: () => void) => Deno.unrefTimer(setTimeout(work));

/** Returns the items that fit the typed text, in their own order; all items when nothing is typed. */
export function fitting<Item extends object>(
  kind: EntryKind,
  items: readonly Item[],
  typed: string,
): readonly Item[] {
  if (typed.trim() === "") return items;
  const { found } = firstRead(typed, (text) => ranked([{ kind, items }], text, {}));
  const fits = new Set<object>(found.map(({ item }) => item));
  return items.filter((item) => fits.has(item));
}

/** Added to the score of an item with `isLast`. */
const LAST = -4;
/** Added to the score of an item with `isLastOfAll`: outweighs any match. */
const LAST_OF_ALL = -10_000;
/**
 * Added to the scores of items of the account or server used last. Earlier ones get less. Decides only
 * between nearly equal items.
 */
const LATEST = 0.4;
/**
 * Maximum number of items of all kinds, steps per point of a score, and a number above every score: the parts
 * of a sort key.
 */
const ROOM = 2 ** 22, PARTS = 1000, HIGHEST = 1_000_000;

/**
 * Returns the items that fit the typed words, the best first: by how well an item fits, how likely its kind
 * is meant, and how often it was used.
 */
export function ranked(lists: readonly Findable[], typed: string, usage: Usage): Hit[] {
  const all = typedWords(typed);
  const used = uses(lists, usage);
  const most = Iterator.from(used.values()).reduce((most, use) => Math.max(most, use), Number.MIN_VALUE);
  // One number per hit, with the score before the index, because numbers sort many times faster than objects.
  const keys = new Float64Array(lists.reduce((all, { items }) => all + items.length, 0));
  const lately = latelyUsed(usage);
  let hits = 0;
  let first = 0;
  for (const list of lists) {
    const { kind, items, verbMatch } = list;
    const words = verbMatch?.words ?? all;
    const given = new Map(words.flatMap((word) => {
      const score = verbMatch?.given?.includes(word) ? 0 : forAll(kind, word);
      return score === undefined ? [] : [[word, score] as const];
    }));
    const synonym = asSynonym(words);
    const texts = haystacks(list);
    for (let at = 0; at < items.length; at++) {
      const fits = fit(words, texts[at]!, given.size > 0 ? given : undefined, synonym);
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

/** Minimum letters of a typed word that begins a synonym of a kind. */
const SYNONYM = 3;

/**
 * Returns the score of a typed word that means every item of a kind, less for a synonym than for the heading,
 * so that the kind's own window comes first; undefined for another word. A verb has entries of its own.
 */
function forAll({ heading, synonyms = "", verbs = {} }: EntryKind, { text }: Word): number | undefined {
  if (beginsWord(text, heading.toLowerCase())) return text.length;
  return text.length >= SYNONYM && beginsWord(text, synonyms) &&
      !Object.values(verbs).some((means) => beginsWord(text, means))
    ? text.length / 2
    : undefined;
}

/** Returns the account or server that an item belongs to; empty for neither. */
const ownerOf = (kind: EntryKind, item: object): string =>
  kind.account?.(item).accountId ?? (kind.server ? `server:${kind.server(item)}` : "");

/** Bonuses for accounts and servers that were used recently, computed once per usage. */
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

/**
 * Returns how often and recently items were used, for the used ones. Measured at the last use, so that the
 * order does not change with time.
 */
export function uses(lists: readonly Findable[], usage: Usage): ReadonlyMap<object, number> {
  const now = Object.values(usage).reduce((latest, { at }) => Math.max(latest, at), 0);
  return new Map(
    lists.flatMap(({ kind, items }) => [...usesOf(kind, items, usage)]).map(([item, id]) => [
      item,
      frecency(usage[id], now),
    ]),
  );
}

/** Used items of searched lists, kept while the list is in use. */
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

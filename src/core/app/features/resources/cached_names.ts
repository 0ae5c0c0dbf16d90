import type { CachedList } from "../../../resources/cached_list.ts";
import { kindOfResource } from "../../../resources/kinds/mod.ts";
import type { NameSource, SeenName, SeenNames } from "../../../resources/names.ts";

/** Maximum number of names read. The lists that were read from AWS last come first. */
const MAX_NAMES = 50_000;

/**
 * Makes the source of cached names. Names are read at the first search and then kept weakly, so that they use
 * memory only while somebody searches. `lists` yields the cached lists, the newest first.
 */
export function createCachedNames(
  { lists, onError }: {
    readonly lists: () => AsyncIterable<CachedList>;
    readonly onError: (error: unknown) => void;
  },
): NameSource & { changed(): void } {
  const listeners = new Set<() => void>();
  let reading: Promise<void> | null = null;
  let version = 0;
  /**
   * Holds the names while somebody searches. Without a search only the weak reference remains, so that the
   * memory can be freed.
   */
  let strong: SeenNames | null = null;
  let weak: WeakRef<SeenNames> | null = null;
  const names = () => strong ?? weak?.deref() ?? null;

  function keep(next: SeenNames | null): void {
    strong = next;
    weak = next && new WeakRef(next);
  }

  async function readAll(): Promise<void> {
    for (let seen = -1; seen !== version;) {
      seen = version;
      keep(await namesOf(lists()));
    }
    // The last listener may have gone in the meantime.
    if (listeners.size === 0) strong = null;
  }

  return {
    load() {
      if (names()) return null;
      return reading ??= readAll().catch((error) => {
        onError(error);
        keep({});
      }).finally(() => reading = null);
    },
    names,
    /** Tells that cached lists have changed. */
    changed() {
      version++;
      keep(null);
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) strong = null;
      };
    },
  };
}

/** Returns the names of all lists. A name that several roles can see is returned once. */
async function namesOf(lists: AsyncIterable<CachedList>): Promise<SeenNames> {
  const names = new Map<string, Map<string, SeenName>>();
  let count = 0;
  read: for await (const { kind: kindName, account, role, region, rows } of lists) {
    const kind = kindOfResource(kindName);
    for (const value of rows) {
      if (count >= MAX_NAMES) break read;
      const row = kind?.cachedRow(value);
      if (!kind || !row) continue;
      for (const sort of kind.sorts) {
        const name = sort.nameOf(row);
        if (!name) continue;
        const known = names.get(sort.name) ?? new Map<string, SeenName>();
        names.set(sort.name, known);
        const key = `${account} ${region} ${name.id}`;
        if (known.has(key)) continue;
        known.set(key, { ...name, account, role, region });
        count++;
      }
    }
  }
  return Object.fromEntries([...names].map(([sort, known]) => [sort, [...known.values()]]));
}

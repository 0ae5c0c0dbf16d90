import type { KeptPage, Pages } from "./parts.ts";

/** Results of an agent that are kept, the characters of all, and for how long, ms. */
const MOST = 4, LARGEST = 4_000_000, KEPT = 10 * 60_000;

/** Makes the pages of an agent: the oldest go. */
export function createPages(now: () => number): Pages {
  const kept = new Map<string, KeptPage & { readonly at: number }>();
  return {
    keep(page) {
      const key = crypto.randomUUID();
      kept.set(key, { ...page, at: now() });
      let size = kept.values().reduce((sum, one) => sum + one.size, 0);
      for (const [old, one] of kept) {
        if (old === key || (kept.size <= MOST && size <= LARGEST)) break;
        kept.delete(old);
        size -= one.size;
      }
      return key;
    },
    take(next) {
      const page = kept.get(next);
      if (page && now() - page.at > KEPT) kept.delete(next);
      return kept.get(next);
    },
  };
}

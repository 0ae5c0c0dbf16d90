import type { Pages, ResultPage } from "./parts.ts";

/** Results of an agent that are kept, the characters of all, and for how long, ms. */
const MOST = 4, LARGEST = 4_000_000, KEEP_MS = 10 * 60_000;

/** Makes the pages of an agent: the oldest go. */
export function createPages(now: () => number): Pages {
  const pages = new Map<string, ResultPage & { readonly at: number }>();
  return {
    keep(page) {
      const key = crypto.randomUUID();
      pages.set(key, { ...page, at: now() });
      let size = pages.values().reduce((sum, one) => sum + one.size, 0);
      for (const [old, one] of pages) {
        if (old === key || (pages.size <= MOST && size <= LARGEST)) break;
        pages.delete(old);
        size -= one.size;
      }
      return key;
    },
    take(next) {
      const page = pages.get(next);
      if (page && now() - page.at > KEEP_MS) pages.delete(next);
      return pages.get(next);
    },
  };
}

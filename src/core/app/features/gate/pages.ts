/** Rows of a result that the agent has not been given yet. */
export interface ResultPage {
  readonly server: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly unknown[])[];
  /** Index of the first of these rows in the result. */
  readonly from: number;
  /** Whether the server had more rows than were read. */
  readonly cut: boolean;
  readonly size: number;
}

/** Kept rows of one agent, bounded in number and size. */
export type Pages = ReturnType<typeof createPages>;

/** Maximum number of kept results per agent, their maximum characters together, and how long each is kept, ms. */
const MAX_COUNT = 4, MAX_SIZE = 4_000_000, KEEP_MS = 10 * 60_000;

/** Keeps rows that an agent has not been given yet. Above the maximum the oldest results are dropped. */
export function createPages(now: () => number) {
  const pages = new Map<string, ResultPage & { readonly at: number }>();
  return {
    keep(page: ResultPage): string {
      const key = crypto.randomUUID();
      pages.set(key, { ...page, at: now() });
      let size = pages.values().reduce((sum, one) => sum + one.size, 0);
      for (const [old, one] of pages) {
        if (old === key || (pages.size <= MAX_COUNT && size <= MAX_SIZE)) break;
        pages.delete(old);
        size -= one.size;
      }
      return key;
    },
    take(next: string): ResultPage | undefined {
      const page = pages.get(next);
      if (page && now() - page.at > KEEP_MS) pages.delete(next);
      return pages.get(next);
    },
  };
}

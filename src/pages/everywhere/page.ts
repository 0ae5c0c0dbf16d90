import { z } from "zod";
import { search } from "../lists.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";

export type { FoundHolding } from "../../core/app/features/resources/everywhere.ts";

/** What was found by a text in any account, as it comes. */
export const everywhereHits = defineQuery({
  params: z.strictObject({ search }),
  most: 5000,
  rows: ({ search }, { resources }) => resources.everywhere(search).rows,
});

/** How far that search is. */
export const everywhereStatus = defineQuery({
  params: z.strictObject({ search }),
  most: 1,
  rows: ({ search }, { resources }) => resources.everywhere(search).status,
});

/** Finding something by its name in all accounts. */
export const everywherePage = definePage({
  title: "Find in all accounts",
  width: 720,
  height: 520,
  single: true,
  resizable: true,
  frame: true,
  model: () => (state) => ({ any: state.accounts.length > 0 }),
  queries: { hits: everywhereHits, status: everywhereStatus },
  commands: {
    openWindow: ({ page }) => ["secrets", "databases", "services", "accounts"].includes(page),
  },
});

/** What that page is shown. */
export type EverywhereModel = ModelOf<typeof everywherePage>;

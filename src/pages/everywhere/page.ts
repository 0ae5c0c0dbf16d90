import { z } from "zod";
import { search } from "../lists.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";

export type { FoundHolding, RegionChoice } from "../../core/app/features/resources/everywhere.ts";

/** A search; without `going` it stands still, with what it has found. */
const params = z.strictObject({
  search,
  regions: z.union([
    z.enum(["own", "all"]),
    z.array(z.string().max(40).regex(/^[a-z0-9-]+$/)).max(60).readonly(),
  ]),
  going: z.boolean(),
  /** Tells one search from a later one for the same text. */
  asked: z.string().max(50),
});

/** What was found by a text in any account, as it comes. */
export const everywhereHits = defineQuery({
  params,
  most: 5000,
  rows: ({ search, regions, going, asked }, { resources }) =>
    resources.everywhere(search, regions, asked).rows(going),
});

/** How far that search is. */
export const everywhereStatus = defineQuery({
  params,
  most: 1,
  rows: ({ search, regions, going, asked }, { resources }) =>
    resources.everywhere(search, regions, asked).status(going),
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
    searchAs: true,
    openWindow: ({ page }) => ["secrets", "databases", "services", "accounts"].includes(page),
  },
});

/** What that page is shown. */
export type EverywhereModel = ModelOf<typeof everywherePage>;

import * as z from "zod";
import { kindOfResource } from "../../core/resources/kinds/mod.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";

export type { FoundResource } from "../../core/app/features/search/hits.ts";
export type { RegionChoice } from "../../core/state/search.ts";

const params = z.strictObject({ search: z.string().max(50) });

/** Query: the resources that a search has found so far. */
export const everywhereHits = defineQuery({
  params,
  most: 5000,
  rows: ({ search }, host) => host.search.hits(search),
});

/** Query: the progress of that search. */
export const everywhereStatus = defineQuery({
  params,
  most: 1,
  rows: ({ search }, host) => host.search.status(search),
});

/** The page that finds resources by name in all accounts. */
export const everywherePage = definePage({
  title: "Find in all accounts",
  width: 720,
  height: 520,
  single: true,
  model: () => (state) => ({ any: state.accounts.length > 0, search: state.search }),
  queries: { hits: everywhereHits, status: everywhereStatus },
  commands: {
    beginSearch: true,
    stopSearch: true,
    resumeSearch: true,
    askAccounts: true,
    endSearch: true,
    searchAs: true,
    openWindow: ({ page }) => page === "accounts" || kindOfResource(page) !== undefined,
  },
});

/** The model of the page. */
export type EverywhereModel = ModelOf<typeof everywherePage>;

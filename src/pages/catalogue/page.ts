import * as z from "zod";
import { definePage, type ModelOf } from "../page.ts";
import { search } from "../lists.ts";
import { defineQuery } from "../query.ts";

/** Query: the extensions of all catalogues that match the typed text, updates first. */
export const entries = defineQuery({
  params: z.strictObject({ search }),
  most: 500,
  rows: ({ search }, { catalogue }) => catalogue.entries(search),
});

/** Query: all details of one extension. */
export const entry = defineQuery({
  params: z.strictObject({ address: z.string().max(2000), id: z.string().max(200) }),
  most: 1,
  rows: ({ address, id }, { catalogue }) => catalogue.detail(address, id),
});

/** The page of the extensions in the team's catalogues. */
export const cataloguePage = definePage({
  title: "Catalogue",
  width: 960,
  height: 640,
  single: true,
  model: () => (state) => ({ catalogues: state.catalogues, updates: state.updates.length }),
  queries: { entries, entry },
  commands: {
    addCatalogue: true,
    trustCatalogue: true,
    removeCatalogue: true,
    refreshCatalogues: true,
    installFromCatalogue: true,
  },
});

/** The model of the page. */
export type CatalogueModel = ModelOf<typeof cataloguePage>;

import { z } from "zod";
import { foundAccounts } from "../core/find/rows.ts";
import { defineQuery } from "./query.ts";

/** What a user types to find something. */
export const search = z.string().max(200);

/** The accounts that fit what was typed, best first; all in their order while nothing is. */
export const accounts = defineQuery({
  params: z.strictObject({ search }),
  most: 500,
  rows: ({ search }, { store }) => foundAccounts(store, search),
});

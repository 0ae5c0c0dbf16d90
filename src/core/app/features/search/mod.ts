import * as z from "zod";
import { searchText } from "../../../find/search_text.ts";
import { ROLE_NAME } from "../../../text/aws_names.ts";
import { command, feature } from "../../feature.ts";
import type { Search } from "./search.ts";

const region = z.string().max(40).regex(/^[a-z0-9-]+$/);

/** The search for a name in all accounts. */
export const search = feature({
  /** Begins a search that replaces the last one. */
  beginSearch: command({
    text: searchText.pipe(z.string().min(1)),
    regions: z.union([z.enum(["own", "all"]), z.array(region).max(60).readonly()]),
  }),
  /** Stops the search and keeps its hits. */
  stopSearch: command({}),
  /** Resumes a search that was stopped. */
  resumeSearch: command({}),
  /** Also asks the accounts that an index answered for. */
  askAccounts: command({}),
  /** Ends the search and drops its hits. */
  endSearch: command({}),
  /** Sets a role for searches in accounts without a usual role. `instead` drops the roles chosen before. */
  searchAs: command({ role: z.string().regex(ROLE_NAME), instead: z.boolean() }),
}, ({ search }: { readonly search: Search }) => ({
  beginSearch: ({ text, regions }) => search.begin(text, regions),
  stopSearch: () => search.stop(),
  resumeSearch: () => search.resume(),
  askAccounts: () => search.askAccounts(),
  endSearch: () => search.end(),
  searchAs: ({ role, instead }) => search.searchAs(role, instead),
}));

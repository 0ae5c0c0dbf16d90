import { z } from "zod";
import { ROLE_NAME } from "../../../text/aws_names.ts";
import { command, feature } from "../../feature.ts";
import type { Search } from "./search.ts";

const region = z.string().max(40).regex(/^[a-z0-9-]+$/);

/** Looking for a name in all accounts. */
export const search = feature({
  /** Begins a search; it replaces the one before. */
  beginSearch: command({
    text: z.string().trim().min(1).max(200),
    regions: z.union([z.enum(["own", "all"]), z.array(region).max(60).readonly()]),
  }),
  /** Stops it: what was found stays. */
  stopSearch: command({}),
  /** Resumes a search that was stopped. */
  resumeSearch: command({}),
  /** Asks accounts too that an index has answered for. */
  askAccounts: command({}),
  /** Ends the search and drops its hits. */
  endSearch: command({}),
  /** As which role all accounts are looked through where none is usual; `instead` of those that were chosen before. */
  searchAs: command({ role: z.string().regex(ROLE_NAME), instead: z.boolean() }),
}, ({ search }: { readonly search: Search }) => ({
  beginSearch: ({ text, regions }) => search.begin(text, regions),
  stopSearch: () => search.stop(),
  resumeSearch: () => search.resume(),
  askAccounts: () => search.askAccounts(),
  endSearch: () => search.end(),
  searchAs: ({ role, instead }) => search.searchAs(role, instead),
}));

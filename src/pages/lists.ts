import * as z from "zod";
import { servers as serverKind } from "../core/find/kinds/servers.ts";
import { fitting } from "../core/find/rank.ts";
import { foundAccounts } from "../core/find/rows.ts";
import { searchText } from "../core/find/search_text.ts";
import { stateRows } from "../core/resources/rows.ts";
import { selector } from "../core/state/selector.ts";
import { servers as allServers } from "../core/state/selectors.ts";
import type { AppState } from "../core/state/state.ts";
import { defineQuery } from "./query.ts";

/** The text that a user types to find something. */
export const search = searchText;

/** Query: the accounts that match the typed text, best first; all accounts in their order for an empty text. */
export const accounts = defineQuery({
  params: z.strictObject({ search }),
  most: 500,
  rows: ({ search }, { store }) => foundAccounts(store, search),
});

/** Query: the servers that match the typed text, in the order of the file, with the results of their last tests. */
export const servers = defineQuery({
  params: z.strictObject({ search }),
  most: 500,
  rows: ({ search }, { store }) =>
    stateRows(
      store,
      selector((state: AppState) => [allServers(state)], (servers) => fitting(serverKind, servers, search)),
    ),
});

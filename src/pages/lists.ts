import { z } from "zod";
import { servers as serverKind } from "../core/find/kinds/servers.ts";
import { fitting } from "../core/find/rank.ts";
import { foundAccounts } from "../core/find/rows.ts";
import { stateRows } from "../core/resources/rows.ts";
import { selector } from "../core/state/selector.ts";
import { servers as allServers } from "../core/state/selectors.ts";
import type { AppState } from "../core/state/state.ts";
import { defineQuery } from "./query.ts";

/** What a user types to find something. */
export const search = z.string().max(200);

/** The accounts that match the typed text, best first; without a text all in their order. */
export const accounts = defineQuery({
  params: z.strictObject({ search }),
  most: 500,
  rows: ({ search }, { store }) => foundAccounts(store, search),
});

/** The servers that fit what was typed, in the order of the file, each with how its last test went. */
export const servers = defineQuery({
  params: z.strictObject({ search }),
  most: 500,
  rows: ({ search }, { store }) =>
    stateRows(
      store,
      selector((state: AppState) => [allServers(state)], (servers) => fitting(serverKind, servers, search)),
    ),
});

import { logGroupsKind } from "../../core/resources/kinds/log_groups/mod.ts";
import { definePage, type ModelOf } from "../page.ts";
import { accountOf, isOwnAccount, listQueries, resourcePage, targetModel } from "../resources.ts";

export type { LogGroupRow } from "../../core/resources/kinds/log_groups/mod.ts";

/** The page of an account's log groups. */
export const logGroupsPage = definePage({
  ...resourcePage(logGroupsKind),
  width: 920,
  height: 600,
  model: targetModel,
  queries: listQueries(logGroupsKind),
  commands: {
    refreshResources: isOwnAccount,
    signIn: true,
    queryLogs: isOwnAccount,
    openWindow: ({ page, params }, window) => page === "logs" && params?.account === accountOf(window),
  },
});

/** The model of the page. */
export type LogGroupsModel = ModelOf<typeof logGroupsPage>;

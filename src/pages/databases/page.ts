import * as z from "zod";
import { selector } from "../../core/state/selector.ts";
import type { AppState, WindowState } from "../../core/state/state.ts";
import { search } from "../lists.ts";
import { databasesKind } from "../../core/resources/kinds/databases/mod.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";
import {
  accountOf,
  isOwnAccount,
  listContext,
  listQueries,
  resourcePage,
  targetModel,
} from "../resources.ts";

export type { DatabaseRow } from "../../core/aws/resources/databases.ts";

/** Query: the names of the account's secrets, one of which may contain a login. */
export const databaseSecrets = defineQuery({
  params: z.strictObject({ ...listContext, search }),
  most: 500,
  rows: ({ search, ...listContext }, { window, resources }) =>
    resources.secrets.list({ account: accountOf(window), ...listContext }).rows(search),
});

/** Returns the model of the page: the account, how its databases were last opened, and those being opened. */
function databasesModel() {
  const targetOf = targetModel();
  /** Returns a selector of the entries of this account. */
  const ofDatabase = <Value>(all: (state: AppState) => Readonly<Record<string, Value>>) =>
    selector(
      ({ state, account }: { readonly state: AppState; readonly account: string }) => [all(state), account],
      (all, account) =>
        Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith(`${account}/`))),
    );
  const logins = ofDatabase(({ databaseLogins }) => databaseLogins);
  const steps = ofDatabase(({ databaseSteps }) => databaseSteps);
  return (state: AppState, window: WindowState) => ({
    ...targetOf(state, window),
    logins: logins({ state, account: accountOf(window) }),
    /** The progress of the databases that are being opened. */
    steps: steps({ state, account: accountOf(window) }),
  });
}

/** The page of an account's managed databases. */
export const databasesPage = definePage({
  ...resourcePage(databasesKind),
  width: 920,
  height: 600,
  model: databasesModel,
  queries: { ...listQueries(databasesKind), secrets: databaseSecrets },
  commands: {
    refreshResources: isOwnAccount,
    openDatabase: isOwnAccount,
    cancelOpenDatabase: isOwnAccount,
    openDatabaseTunnel: isOwnAccount,
    addDatabase: isOwnAccount,
    signIn: true,
  },
});

/** The model of the databases page. */
export type DatabasesModel = ModelOf<typeof databasesPage>;

import { z } from "zod";
import { search } from "../lists.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";
import { accountOf, holdingTitle, isOwnAccount, looking, ownRoles, placeModel } from "../resources.ts";

export type { DatabaseRow } from "../../core/aws/resources/databases.ts";
export type { DatabaseLoginWay } from "../../core/app/features/resources/databases.ts";

/** The managed databases of the account, or what fits what was typed. */
const list = defineQuery({
  params: z.strictObject({ ...looking, search }),
  most: 500,
  rows: ({ search, ...looking }, { window, resources }) =>
    resources.databases.list({ account: accountOf(window), ...looking }).rows(search),
});

/** How that list stands. */
const status = defineQuery({
  params: z.strictObject(looking),
  most: 1,
  rows: (looking, { window, resources }) =>
    resources.databases.list({ account: accountOf(window), ...looking }).status,
});

/** The managed databases of an account. */
export const databasesPage = definePage({
  title: "Databases",
  titleOf: holdingTitle("Databases"),
  width: 920,
  height: 600,
  single: true,
  resizable: true,
  frame: true,
  model: placeModel,
  queries: { list, status, roles: ownRoles },
  commands: {
    refreshResources: isOwnAccount,
    openDatabase: isOwnAccount,
    addDatabase: isOwnAccount,
    signIn: true,
  },
});

/** What the databases page is shown. */
export type DatabasesModel = ModelOf<typeof databasesPage>;

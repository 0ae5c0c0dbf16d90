import { definePage, type ModelOf } from "../page.ts";
import { holdingTitle, isOwnAccount, listQueries, placeModel } from "../resources.ts";

export type { DatabaseRow } from "../../core/aws/resources/databases.ts";
export type { DatabaseLoginWay } from "../../core/app/features/resources/databases.ts";

/** The managed databases of an account. */
export const databasesPage = definePage({
  title: "Databases",
  titleOf: holdingTitle("Databases"),
  width: 920,
  height: 600,
  single: "account",
  resizable: true,
  frame: true,
  model: placeModel,
  queries: listQueries(({ databases }) => databases),
  commands: {
    refreshResources: isOwnAccount,
    openDatabase: isOwnAccount,
    addDatabase: isOwnAccount,
    signIn: true,
  },
});

/** What the databases page is shown. */
export type DatabasesModel = ModelOf<typeof databasesPage>;

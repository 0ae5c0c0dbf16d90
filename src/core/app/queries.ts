import type { RowSource } from "../resources/rows.ts";
import type { LogLine, ReviewTexts } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import type { CatalogueLists } from "./features/catalogue/lists.ts";
import type { QueryLists } from "./features/query_windows/lists.ts";
import type { Search } from "./features/search/search.ts";
import type { Resources } from "./features/resources/resources.ts";

/** What surfaces read of the running application: the state and the lists outside of it. */
export interface AppQueries {
  readonly store: Store;
  /** Returns the lines of a run; null when the run is not in the list. */
  runLog(run: string): RowSource<LogLine> | null;
  /** Lists the roles to choose from in an account, the last used one first. */
  accountRoles(account: string): RowSource<string>;
  /** Returns the texts of one file under review; null when there is no such file. */
  reviewTexts(review: string, path: string): Promise<ReviewTexts | null>;
  /** Rows, texts and database objects that query windows show. */
  readonly queryWindows: QueryLists;
  /** Hits of the search through all accounts. */
  readonly search: Search["lists"];
  /** Offers of the catalogues. */
  readonly catalogue: CatalogueLists;
  /** The resources of accounts. */
  readonly resources: Resources;
}

import type { RowSource } from "../resources/rows.ts";
import type { LogLine, ReviewTexts } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import type { CatalogueLists } from "./features/catalogue/lists.ts";
import type { QueryLists } from "./features/query_windows/lists.ts";
import type { SearchLists } from "./features/search/search.ts";
import type { Resources } from "./features/resources/resources.ts";

/** What surfaces read of the running application: the state, and what lives beside it. */
export interface AppQueries {
  readonly store: Store;
  /** The lines of a run in the list; null for another one. */
  runLog(run: string): RowSource<LogLine> | null;
  /** The roles to choose from in an account, the last used one first. */
  accountRoles(account: string): RowSource<string>;
  /** The texts of one file under review; null when there is no such file. */
  reviewTexts(review: string, path: string): Promise<ReviewTexts | null>;
  /** What query windows show beside the state: rows, texts, what a server holds. */
  readonly queryWindows: QueryLists;
  /** What the search through all accounts has found. */
  readonly search: SearchLists;
  /** What the catalogues offer. */
  readonly catalogue: CatalogueLists;
  /** The resources of accounts. */
  readonly resources: Resources;
}

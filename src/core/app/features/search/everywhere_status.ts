import type { IndexStatus } from "./index_answers.ts";
import type { SearchRoleStatus } from "./search_roles.ts";

/** Progress of a search. */
export interface EverywhereStatus extends SearchRoleStatus {
  /** Number of accounts that were asked in all of their regions. */
  readonly done: number;
  /** Number of accounts that wait for a role to be chosen. */
  readonly skipped: number;
  readonly accounts: number;
  /** Number of regions that were asked, counted per account. */
  readonly regions: number;
  /** Status of the indexes of AWS; null while none answered. */
  readonly index: IndexStatus | null;
  /** Number of accounts that were not asked because an index answered for them. */
  readonly byIndex: number;
  /** Number of accounts asked only for what their index does not know. */
  readonly partly: number;
  /** Number of accounts that could not be searched completely. */
  readonly blamed: number;
  /** The first faults with their accounts, and the number of further ones. */
  readonly faults: readonly Blame[];
  readonly moreFaults: number;
}

/** Why an account could not be searched completely. */
export interface Blame {
  readonly account: string;
  readonly message: string;
}
